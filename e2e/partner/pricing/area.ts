import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { FreeOption, PrintModel } from './model.ts'
import { ascending, choice, discountSteps, quantities, total } from './model.ts'

/**
 * Large format: width and height are free. Ink goes by the printed area, material by what is cut off the
 * roll, so its offcuts are paid too; hems and eyelets go by the edge. A smallest area and a least charge.
 */
export function area(random: Random): PrintModel {
  const inMillimetres = random.chance(0.3)
  const unit = inMillimetres ? 'mm' : 'cm'
  /** Metres in one unit of the values. */
  const metre = inMillimetres ? 0.001 : 0.01
  const side = (role: string, nom: string, most: number): FreeOption => ({
    role,
    nom: `${nom} (${unit})`,
    type: 'decimal',
    min: 0.2 / metre,
    max: most / metre,
    step: 0.1,
    required: true,
    usualStep: 0.05 / metre,
  })
  const materials = random.some(
    [
      'Bâche 450 g',
      'Bâche 510 g M1',
      'Micro-perforé',
      'Adhésif polymère',
      'Toile polyester',
      'Dos bleu 120 g',
    ],
    random.int(3, 6),
  )
  /** Metres. */
  const roll = materials.map(() => random.pick([1.37, 1.6, 2.05, 2.6, 3.2]))
  /** Cents a square metre. */
  const material = ascending(random, materials.length, random.between(350, 700), 350)
  const ink = [random.between(500, 1000), random.between(1100, 1900)]
  /** The part of the offcuts that the customer pays. */
  const waste = random.between(0.2, 0.6)
  const seam = random.between(150, 400)
  const hem = [0, random.between(120, 260), random.between(120, 260)]
  const eyelet = random.between(25, 60)
  const setUp = random.between(500, 1500)
  const leastArea = random.pick([0.25, 0.5, 1])
  const leastCharge = random.pick([0, 1900, 2900])
  const thresholds = [0, 5, 10, 25, 50, 100]
  const steps = discountSteps(random, thresholds, 0.03, 0.08)
  const extras = drawExtras(random, 5, 'mixed', { setUp: 1500, unit: 800 })

  /** Square metres cut off the roll for `copies`, and metres of seam, the pieces lying one way. */
  const cut = (width: number, height: number, rollWidth: number, copies: number) => {
    const lanes = Math.floor(rollWidth / width)
    if (lanes > 0) return { metres: Math.ceil(copies / lanes) * height * rollWidth, seams: 0 }
    const strips = Math.ceil(width / rollWidth)
    return { metres: strips * height * rollWidth * copies, seams: (strips - 1) * height * copies }
  }
  /** Each square metre at the rate of its own step. */
  const stepped = (metres: number) =>
    steps.reduce((sum, [from, rate], index) => {
      const to = thresholds[index + 1] ?? Infinity
      return sum + Math.max(0, Math.min(metres, to) - from) * rate
    }, 0)

  return {
    nom: random.pick(['Bâche', 'Adhésif grand format', 'Banderole', 'Affiche grand format', 'Toile tendue']),
    options: [
      side('width', 'Largeur', random.pick([3, 5])),
      side('height', 'Hauteur', random.pick([3, 5, 10])),
      choice('material', 'Matière', materials),
      choice('print', 'Impression', ['Recto', 'Recto verso']),
      choice('edge', 'Finition des bords', ['Coupe franche', 'Ourlets', 'Ourlets et œillets']),
      ...extras.options,
    ],
    quantites: quantities(random, 1, random.pick([50, 100, 200]), 0),
    visuals: [1, random.pick([1, 5])],
    rounding: 'cent',
    cost: (job) => {
      const [width, height] = [job.value('width') * metre, job.value('height') * metre]
      const copies = total(job)
      const rollWidth = roll[job.choice('material')]!
      const ways = [cut(width, height, rollWidth, copies), cut(height, width, rollWidth, copies)]
      const printed = Math.max(leastArea, width * height) * copies
      const squareMetre = material[job.choice('material')]!
      const offcuts = Math.min(
        ...ways.map(({ metres, seams }) => {
          const cutOff = Math.max(0, metres - width * height * copies)
          return cutOff * waste * squareMetre + seams * seam
        }),
      )
      const edge = 2 * (width + height) * copies * hem[job.choice('edge')]!
      const eyelets = job.choice('edge') === 2 ? Math.ceil((2 * (width + height)) / 0.5) * copies * eyelet : 0
      const making = stepped(printed) * (squareMetre + ink[job.choice('print')]!) + offcuts + edge + eyelets
      return Math.max(
        leastCharge,
        setUp * (1 + 0.5 * (job.copies.length - 1)) + making * extras.factor(job) + extras.added(job),
      )
    },
  }
}
