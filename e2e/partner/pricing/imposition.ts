import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { PrintModel } from './model.ts'
import { ascending, choice, quantities } from './model.ts'

/** Finished formats, mm. */
const formats: Record<string, readonly [number, number]> = {
  'A6 (105 × 148 mm)': [105, 148],
  'DL (99 × 210 mm)': [99, 210],
  'A5 (148 × 210 mm)': [148, 210],
  'Carré 210 mm': [210, 210],
  'A4 (210 × 297 mm)': [210, 297],
  'A3 (297 × 420 mm)': [297, 420],
}

/** How many pieces with 3 mm bleed a sheet (mm, inside its grippers) holds, all lying the same way. */
function perSheet([width, height]: readonly [number, number], [w, h]: readonly [number, number]): number {
  const [pieceWidth, pieceHeight] = [w + 6, h + 6]
  const upright = Math.floor(width / pieceWidth) * Math.floor(height / pieceHeight)
  const turned = Math.floor(width / pieceHeight) * Math.floor(height / pieceWidth)
  return Math.max(1, upright, turned)
}

/**
 * Flyers and posters: whole sheets with several pieces each; digital by the click, or offset with plates,
 * make-ready and press hours, whichever is cheaper. Every visual is a run of its own.
 */
export function imposition(random: Random): PrintModel {
  const names = random.some(Object.keys(formats), random.int(3, 6))
  const papers = random.some(
    ['Couché 90 g', 'Couché 115 g', 'Couché 135 g', 'Couché 170 g', 'Couché 250 g', 'Recyclé 120 g'],
    random.int(3, 6),
  )
  const offsetSheet = random.pick([
    [700, 1000],
    [500, 680],
  ] as const)
  const digitalSheet = [310, 440] as const
  const up = names.map((name) => ({
    offset: perSheet(offsetSheet, formats[name]!),
    digital: perSheet(digitalSheet, formats[name]!),
  }))
  /** Cents a square metre. */
  const paper = ascending(random, papers.length, random.between(12, 20), 9)
  const area = ([width, height]: readonly [number, number]) => (width * height) / 1e6
  const plate = random.between(600, 1400)
  const makeReady = random.int(100, 250)
  const thousand = random.between(1500, 3000)
  const click = random.between(6, 14)
  const digitalSetUp = random.between(800, 2000)
  const lamination = [0, ...ascending(random, 2, random.between(30, 60), 25)]
  const laminationSetUp = random.between(500, 1500)
  const margin = random.between(1.25, 1.7)
  const extras = drawExtras(random, 4, random.pick(['additive', 'mixed']), { setUp: 2500, unit: 8 })

  return {
    nom: random.pick(['Flyer', 'Prospectus', 'Affiche', 'Set de table', 'Carte de menu']),
    options: [
      choice('format', 'Format', names),
      choice('paper', 'Papier', papers),
      choice('print', 'Impression', ['Recto', 'Recto verso']),
      choice('lamination', 'Pelliculage', ['Sans', 'Mat', 'Brillant']),
      ...extras.options,
    ],
    quantites: quantities(random, 50, random.pick([5000, 10_000, 20_000]), 0.4),
    visuals: [1, random.pick([1, 3, 6])],
    rounding: 'ten-cents',
    cost: (job) => {
      const { offset, digital } = up[job.choice('format')]!
      const sides = job.choice('print') + 1
      const squareMetre = paper[job.choice('paper')]! + lamination[job.choice('lamination')]!
      const laminated = job.choice('lamination') > 0 ? laminationSetUp : 0
      const run = (copies: number) => {
        const sheets = Math.ceil(copies / offset)
        const byOffset =
          4 * sides * plate +
          (sheets + makeReady) * area(offsetSheet) * squareMetre +
          Math.ceil(sheets / 250) * (thousand / 4) * sides
        const clicks = Math.ceil(copies / digital)
        const byDigital = digitalSetUp + clicks * (click * sides + area(digitalSheet) * squareMetre)
        return Math.min(byOffset, byDigital)
      }
      const runs = job.copies.reduce((sum, copies) => sum + run(copies), 0)
      return (runs + laminated) * margin * extras.factor(job) + extras.added(job)
    },
  }
}
