import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { PrintModel } from './model.ts'
import { ascending, choice, quantities, total } from './model.ts'

/** Brochures: pages come in signatures of 16, with halves and quarters at the end; the number of pages is a list or free. */
export function brochure(random: Random): PrintModel {
  const pagesFree = random.chance(0.5)
  const mostPages = random.pick([64, 96, 128])
  const listedPages = [8, 12, 16, 20, 24, 32, 36, 48, 64].filter((pages) => pages <= mostPages)
  const formats = random.some(['A5 portrait', 'A5 paysage', 'A4 portrait', 'Carré 210 mm'], random.int(2, 4))
  const size = formats.map((name) => (name.startsWith('A5') ? 0.5 : name.startsWith('A4') ? 1 : 0.75))
  const papers = random.some(
    ['Couché 115 g', 'Couché 135 g', 'Couché 170 g', 'Offset 90 g'],
    random.int(2, 4),
  )
  const covers = [
    'Même papier',
    'Couché 250 g',
    'Couché 300 g pelliculé mat',
    'Couché 300 g pelliculé brillant',
  ]
  const paper = ascending(random, papers.length, random.between(7, 12), 5)
  const coverUnit = [0, ...ascending(random, covers.length - 1, random.between(8, 14), 9)]
  const coverSetUp = [0, ...ascending(random, covers.length - 1, random.between(1500, 3500), 1200)]
  const signatureSetUp = random.between(3500, 7500)
  const signatureRun = random.between(3, 6)
  const setUp = random.between(2500, 6000)
  const bindings = ['2 points métal', 'Dos carré collé', 'Spirale métal']
  const bindingSetUp = [0, random.between(3500, 7000), random.between(1000, 2500)]
  const bindingUnit = [random.between(4, 8), random.between(25, 45), random.between(50, 90)]
  const stapledAtMost = mostPages > 64 ? 64 : 48
  const extras = drawExtras(random, 5, 'mixed', { setUp, unit: 25 })

  const pagesOf = (value: (role: string) => number, picked: number) =>
    pagesFree ? value('pages') : listedPages[picked]!
  return {
    nom: random.pick(['Brochure', 'Catalogue', 'Magazine', 'Livret', 'Rapport annuel']),
    options: [
      pagesFree
        ? {
            role: 'pages',
            nom: 'Nombre de pages',
            type: 'integer',
            min: 8,
            max: mostPages,
            step: 4,
            required: true,
            usualStep: 4,
          }
        : choice(
            'pages',
            'Nombre de pages',
            listedPages.map((pages) => `${pages} pages`),
          ),
      choice('format', 'Format', formats),
      choice('paper', 'Papier intérieur', papers),
      choice('cover', 'Couverture', covers),
      choice('binding', 'Reliure', bindings),
      ...extras.options,
    ],
    quantites: quantities(random, random.pick([25, 50, 100]), random.pick([2500, 5000]), 0.5),
    visuals: [1, 1],
    rounding: random.pick(['cent', 'ten-cents']),
    refusal: (job) => {
      const pages = pagesOf(job.value, job.choice('pages'))
      if (job.choice('binding') === 0 && pages > stapledAtMost) {
        return `Reliure 2 points métal impossible au-delà de ${stapledAtMost} pages.`
      }
      if (job.choice('binding') === 1 && pages < 24) return 'Dos carré collé : 24 pages au minimum.'
      return undefined
    },
    cost: (job) => {
      const pages = pagesOf(job.value, job.choice('pages'))
      const scale = size[job.choice('format')]!
      const quarters = Math.ceil(pages / 4)
      const whole = Math.floor(quarters / 4)
      const rest = quarters % 4
      /** A half signature is printed work-and-turn for two thirds of the set-up, a quarter for half of it. */
      const setUps = whole + (rest === 0 ? 0 : rest === 1 ? 0.5 : rest === 2 ? 0.67 : 1)
      const copies = total(job)
      const perCopy =
        (whole + rest / 4) * (signatureRun + paper[job.choice('paper')]! * 2 * scale) +
        coverUnit[job.choice('cover')]! * scale +
        bindingUnit[job.choice('binding')]!
      const once =
        setUp +
        setUps * signatureSetUp * (0.5 + 0.5 * scale) +
        coverSetUp[job.choice('cover')]! +
        bindingSetUp[job.choice('binding')]!
      return (once + perCopy * copies) * extras.factor(job) + extras.added(job)
    },
  }
}
