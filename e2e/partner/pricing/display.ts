import type { Random } from '../random.ts'
import type { Rounding } from './model.ts'
import { ascending, discountSteps, neverDearerThanMore, rateAt } from './model.ts'

/** What is chosen for a display: indexes into the model's lists, -1 where nothing is. */
export interface DisplayJob {
  quantity: number
  format: number
  support: number
  impression: number
  finition: number
  decoupe: number
  /** Index of the variant of each option, 0 where none was chosen. */
  options: readonly number[]
  verification: boolean
}

/** One display family as its printer calculates it. */
export interface DisplayModel {
  nom: string
  formats: string[]
  /** With the fewest working days each allows. */
  supports: { nom: string; days: number }[]
  impressions: string[]
  withoutPrint: boolean
  finitions: string[]
  decoupes: string[]
  options: { nom: string; variantes: string[] }[]
  rounding: Rounding
  /** Cents at the main lead time, before rounding. */
  cost(job: DisplayJob): number
}

const families: [nom: string, ...formats: [nom: string, squareMetres: number][]][] = [
  ['Roll-up', ['80 × 200 cm', 1.6], ['85 × 200 cm', 1.7], ['100 × 200 cm', 2], ['120 × 200 cm', 2.4]],
  ['Chevalet de comptoir', ['A6', 0.016], ['A5', 0.031], ['A4', 0.062], ['A3', 0.125]],
  ['Stop-rayon', ['10 × 10 cm', 0.01], ['15 × 15 cm', 0.023], ['20 × 20 cm', 0.04]],
  ['Totem', ['40 × 140 cm', 1.1], ['50 × 160 cm', 1.6], ['60 × 180 cm', 2.2]],
  ['Présentoir de sol', ['3 étages', 1.8], ['4 étages', 2.3], ['5 étages', 2.9]],
  ['Panneau', ['40 × 60 cm', 0.24], ['60 × 80 cm', 0.48], ['80 × 120 cm', 0.96], ['120 × 180 cm', 2.16]],
  ['Kakémono suspendu', ['60 × 160 cm', 0.96], ['80 × 200 cm', 1.6], ['100 × 250 cm', 2.5]],
  ['Vitrophanie', ['50 × 50 cm', 0.25], ['100 × 50 cm', 0.5], ['100 × 100 cm', 1], ['200 × 100 cm', 2]],
]

const options: [nom: string, ...variantes: string[]][] = [
  ['Fixation', 'Sans', 'Adhésif double face', 'Ventouses', 'Crochets'],
  ['Housse', 'Sans', 'Housse simple', 'Housse rembourrée'],
  ['Éclairage', 'Sans', 'Spot LED'],
  ['Conditionnement', 'En vrac', 'À l’unité', 'Kit par magasin'],
]

/** Fewest working days that each support allows. */
const supportDays: Record<string, number> = {
  'PVC 3 mm': 1,
  'PVC 5 mm': 2,
  'Carton ondulé': 3,
  'Carton compact 2 mm': 2,
  'Dibond 3 mm': 4,
  'Polypro 800 µm': 1,
}

/** Point-of-sale material: material and ink by the area, hardware by the piece, discounts by steps. */
export function display(random: Random, index: number): DisplayModel {
  const [nom, ...formats] = families[index % families.length]!
  const supports = random.some(Object.entries(supportDays), random.int(2, 5))
  const impressions = random.some(['Quadri recto', 'Quadri recto verso', 'Quadri + blanc'], random.int(1, 3))
  const finitions = random.some(
    ['Vernis', 'Pelliculage mat', 'Pelliculage brillant', 'Anti-graffiti'],
    random.int(0, 4),
  )
  const decoupes = random.some(['Coupe droite', 'Découpe à la forme', 'Coins arrondis'], random.int(0, 3))
  const offered = random.some(options, random.int(0, 3))
  /** Cents a square metre. */
  const material = ascending(random, supports.length, random.between(700, 1800), 900)
  const ink = ascending(random, impressions.length, random.between(600, 1200), 700)
  const coat = finitions.map(() => random.between(200, 900))
  const cutUnit = ascending(random, decoupes.length, 0, 120)
  const cutSetUp = ascending(random, decoupes.length, 0, 6000)
  const hardware = random.between(0, 2500)
  const setUp = random.between(1500, 5000)
  const steps = discountSteps(random, [1, 5, 10, 25, 50, 100, 250], 0.03, 0.1)
  const variants = offered.map(([, ...variantes]) =>
    variantes.map((_, variant) =>
      variant === 0
        ? { unit: 0, share: 0 }
        : random.chance(0.6)
          ? { unit: random.between(50, 900), share: 0 }
          : { unit: 0, share: random.between(0.03, 0.15) },
    ),
  )
  return {
    nom,
    formats: formats.map(([name]) => name),
    supports: supports.map(([name, days]) => ({ nom: name, days })),
    impressions,
    withoutPrint: random.chance(0.4),
    finitions,
    decoupes,
    options: offered.map(([name, ...variantes]) => ({ nom: name, variantes })),
    rounding: random.pick(['cent', 'ten-cents', 'nine-ninety']),
    cost: (job) => {
      const squareMetres = formats[job.format]![1]
      const at = (list: readonly number[], chosen: number) => list[chosen] ?? 0
      const chosen = job.options.map((variant, option) => variants[option]![variant]!)
      const piece =
        squareMetres * (material[job.support]! + at(ink, job.impression) + at(coat, job.finition)) +
        hardware +
        at(cutUnit, job.decoupe)
      const pieces = neverDearerThanMore(
        steps,
        job.quantity,
        (quantity) => quantity * piece * rateAt(steps, quantity),
      )
      const share = chosen.reduce((product, variant) => product * (1 + variant.share), 1)
      const units = chosen.reduce((sum, variant) => sum + variant.unit, 0) * job.quantity
      return (setUp + at(cutSetUp, job.decoupe) + pieces) * share + units + (job.verification ? 900 : 0)
    },
  }
}
