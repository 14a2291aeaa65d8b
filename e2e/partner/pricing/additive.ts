import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { PrintModel } from './model.ts'
import { ascending, choice, quantities, total } from './model.ts'

/** Stationery: a set-up for each visual, so much a copy, and every option adds its own two. No discount. */
export function additive(random: Random): PrintModel {
  const nom = random.pick(['Tête de lettre', 'Carte de correspondance', 'Enveloppe', 'Bloc-notes', 'Liasse'])
  const papers = random.some(
    ['Offset 80 g', 'Offset 90 g', 'Offset 100 g', 'Vergé 100 g', 'Recyclé 90 g'],
    random.int(3, 5),
  )
  const setUp = random.between(1500, 6000)
  const unit = random.between(3, 40)
  const paperSetUp = papers.map((_, index) => (index && random.chance(0.4) ? random.between(200, 900) : 0))
  const paperUnit = ascending(random, papers.length, 0, unit * 0.3)
  const printUnit = ascending(random, 3, 0, unit * 0.4)
  const minimum = random.chance(0.5) ? random.between(3000, 6000) : 0
  const extras = drawExtras(random, 2, 'additive', { setUp, unit })
  return {
    nom,
    options: [
      choice('paper', 'Papier', papers),
      choice('print', 'Impression', ['Recto noir', 'Recto quadri', 'Recto verso quadri']),
      ...extras.options,
    ],
    quantites: quantities(random, 50, random.pick([5000, 10_000, 20_000]), 0.4),
    visuals: [1, random.pick([1, 1, 5])],
    rounding: 'cent',
    cost: (job) => {
      const paper = job.choice('paper')
      const perCopy = unit + paperUnit[paper]! + printUnit[job.choice('print')]!
      const cost = setUp * (1 + 0.6 * (job.copies.length - 1)) + paperSetUp[paper]! + perCopy * total(job)
      return Math.max(minimum, cost + extras.added(job))
    },
  }
}
