/** The width and height of a product that is made to measure, as it was searched: "bâche 300 × 200 cm". */
import type { Form } from '../form'
import { converted, doubtOf, sidesOf } from '../sizes'
import { placesOf, wordsAndSizes, type Size } from './words'

/** Without a unit, figures are centimetres, as the trade says them, where the product asks for those; fewer are of metres. */
const LEAST_OF_NO_UNIT = 10

/**
 * The free values of a form that a text says the sides of, by control; none where it says no size or several, or one that
 * is unlikely.
 * @param taken words of the text that say a choice
 */
export function saidSides(form: Form, text: string, taken: ReadonlySet<number>): Record<string, string> {
  const sides = sidesOf(form)
  const free = wordsAndSizes(text).sizes.filter(
    (size) => size.third === undefined && !placesOf(size).some((place) => taken.has(place)),
  )
  const [said, other] = free
  if (!sides || !said || other) return {}
  const inMillimetres = millimetresOf(said, sides.unit)
  if (!inMillimetres || doubtOf(inMillimetres) !== null) return {}
  const values = [
    [sides.width, inMillimetres.width],
    [sides.height, inMillimetres.height],
  ] as const
  const told = values.map(([{ key }, mm]) => [key, converted(String(mm), 'mm', sides.unit)] as const)
  const isWhole = values.every(([{ integer }], i) => !integer || /^\d+$/.test(told[i]![1]))
  return isWhole ? Object.fromEntries(told) : {}
}

function millimetresOf({ short, long, wide, open }: Size, unit: 'mm' | 'cm' | 'm') {
  if (open && (unit !== 'cm' || short < LEAST_OF_NO_UNIT)) return null
  const [width, height] = (wide ? [long, short] : [short, long]).map((side) => (open ? side * 10 : side))
  return { width: width!, height: height! }
}
