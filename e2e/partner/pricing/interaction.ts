import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { PrintModel } from './model.ts'
import { ascending, choice, quantities } from './model.ts'

/** Folded work: what lamination and folding cost depends on paper and format; heavy paper must be creased first. */
export function interaction(random: Random): PrintModel {
  const formats = random.some(['A5 fermé', 'A4 fermé', 'DL fermé', 'Carré 210 mm fermé'], random.int(2, 4))
  const papers = random.some(
    ['Couché 135 g', 'Couché 170 g', 'Couché 250 g', 'Couché 300 g', 'Couché 350 g', 'Recyclé 300 g'],
    random.int(3, 6),
  )
  const heavy = papers.map((name) => Number(/\d+/.exec(name)![0]) >= 170)
  const setUp = ascending(random, formats.length, random.between(2500, 5000), 1800)
  const unit = ascending(random, formats.length, random.between(40, 90), 35)
  const power = random.between(0.68, 0.85)
  const paper = ascending(random, papers.length, 1, 0.22)
  const laminations = ['Sans', 'Mat recto', 'Mat recto verso', 'Soft touch recto']
  /** Cents a copy by lamination, paper and format. */
  const lamination = laminations.map((_, index) =>
    papers.map(() =>
      formats.map((_name, format) =>
        index ? random.between(2, 6) * (1 + index * 0.4) * (1 + format * 0.5) : 0,
      ),
    ),
  )
  const folds = ['1 pli', '2 plis roulés', '2 plis accordéon', '3 plis']
  const foldUnit = ascending(random, folds.length, random.between(1, 2.5), 1.5)
  const foldSetUp = ascending(random, folds.length, random.between(500, 1200), 500)
  const creaseSetUp = random.between(1200, 2800)
  const creaseUnit = random.between(1, 3)
  const extras = drawExtras(random, 4, 'mixed', { setUp: 3000, unit: 10 })
  return {
    nom: random.pick([
      'Dépliant',
      'Pochette à rabats',
      'Chemise de présentation',
      'Menu plié',
      'Invitation pliée',
    ]),
    options: [
      choice('format', 'Format', formats),
      choice('paper', 'Papier', papers),
      choice('lamination', 'Pelliculage', laminations),
      choice('fold', 'Pliage', folds),
      ...extras.options,
    ],
    quantites: quantities(random, 50, random.pick([2500, 5000, 10_000]), 0.5),
    visuals: [1, random.pick([1, 3])],
    rounding: random.pick(['nine-ninety', 'ten-cents']),
    cost: (job) => {
      const [format, chosenPaper, chosenFold] = [
        job.choice('format'),
        job.choice('paper'),
        job.choice('fold'),
      ]
      const laminated = lamination[job.choice('lamination')]![chosenPaper]![format]!
      const crease = heavy[chosenPaper] ? 1 : 0
      const run = (copies: number) =>
        setUp[format]! +
        unit[format]! * paper[chosenPaper]! * copies ** power +
        laminated * copies +
        (laminated > 0 ? 1500 : 0) +
        foldSetUp[chosenFold]! +
        foldUnit[chosenFold]! * copies +
        crease * (creaseSetUp + creaseUnit * (chosenFold + 1) * copies)
      return job.copies.reduce((sum, copies) => sum + run(copies), 0) * extras.factor(job) + extras.added(job)
    },
  }
}
