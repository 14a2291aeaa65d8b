import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { PrintModel } from './model.ts'
import { ascending, choice, discountSteps, neverDearerThanMore, quantities, rateAt, total } from './model.ts'

/** Promotional goods: a screen for each colour, then a price a piece that falls at round quantities. */
export function staircase(random: Random): PrintModel {
  const nom = random.pick(['Mug', 'Stylo à bille', 'Sac en coton', 'T-shirt', 'Tour de cou', 'Gourde'])
  const models = random.some(['Éco', 'Classique', 'Confort', 'Premium', 'Bio'], random.int(3, 5))
  const unit = random.between(60, 700)
  const model = ascending(random, models.length, 1, 0.35).map((factor) => factor * unit)
  const places = ['Une face', 'Deux faces', 'Tour complet']
  const placePrints = [1, 2, random.between(2.1, 2.8)]
  const screen = random.between(1200, 3500)
  const colourUnit = random.between(10, 60)
  const goods = discountSteps(random, [1, 50, 100, 250, 500, 1000, 2500], 0.03, 0.1)
  const prints = discountSteps(random, [1, 100, 250, 500, 1000], 0.08, 0.22)
  const extras = drawExtras(random, 3, 'mixed', { setUp: screen, unit: unit * 0.5 })
  return {
    nom,
    options: [
      choice('model', 'Modèle', models),
      choice('place', 'Emplacement du marquage', places),
      {
        role: 'colours',
        nom: 'Nombre de couleurs',
        type: 'integer',
        min: 1,
        max: random.pick([4, 6]),
        step: 1,
        required: false,
        usualStep: 1,
      },
      ...extras.options,
    ],
    quantites: quantities(random, random.pick([10, 25]), random.pick([1000, 5000]), 0.25),
    visuals: [1, 1],
    rounding: random.pick(['cent', 'ten-cents']),
    cost: (job) => {
      const passes = job.value('colours') * placePrints[job.choice('place')]!
      const at = (quantity: number) =>
        quantity *
        (model[job.choice('model')]! * rateAt(goods, quantity) +
          passes * colourUnit * rateAt(prints, quantity))
      const pieces = neverDearerThanMore(goods, total(job), at)
      return (screen * passes + pieces) * extras.factor(job) + extras.added(job)
    },
  }
}
