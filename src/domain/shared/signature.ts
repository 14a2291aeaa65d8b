/** A signature as it is drawn: for the field it is drawn in, and for whatever shows it afterwards. */

/** The field is so many times as wide as it is high, however large a screen shows it. */
export const FIELD_RATIO = 2.5
/** Of the field where it is printed, in units of its path. */
export const SIGNATURE_WIDTH = 1000

/** A place in the field: from 0 at its left and top to 1; then, where they are known, milliseconds since the first one and the pressure, 0 to 1. */
export type StrokePoint = readonly number[]
/** What was drawn without the pen being lifted. */
export type Stroke = readonly StrokePoint[]

/** Bounds of what is kept: strokes, points of all of them, milliseconds. */
export const SIGNATURE_LIMITS = { strokes: 200, points: 8000, time: 3_600_000, text: 100 } as const

/** In widths of the field: what is shorter was not meant. */
const SHORTEST = 0.05

const isWithin = (value: number | undefined, most: number) =>
  value !== undefined && Number.isFinite(value) && value >= 0 && value <= most

/** Whether a point is in the field. */
export const isPoint = (point: StrokePoint): boolean =>
  point.length <= 4 &&
  (point.length < 3 || isWithin(point[2], SIGNATURE_LIMITS.time)) &&
  (point.length < 4 || isWithin(point[3], 1)) &&
  isWithin(point[0], 1) &&
  isWithin(point[1], 1)

/** Whether enough was drawn to be a signature: a dot is none. */
export function isDrawn(strokes: readonly Stroke[]): boolean {
  let length = 0
  for (const stroke of strokes)
    for (let i = 1; i < stroke.length; i++) {
      const [before, after] = [stroke[i - 1]!, stroke[i]!]
      length += Math.hypot(after[0]! - before[0]!, (after[1]! - before[1]!) / FIELD_RATIO)
    }
  return length >= SHORTEST
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** The strokes as the path of an SVG. @param width of the picture, in its own units; it is {@link FIELD_RATIO} as wide as high */
export function strokePath(strokes: readonly Stroke[], width: number): string {
  const place = ([x = 0, y = 0]: StrokePoint) => `${rounded(x * width)} ${rounded((y * width) / FIELD_RATIO)}`
  // A dot is a line of no length, which round ends make one.
  return strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => `M${[...stroke, ...(stroke.length === 1 ? stroke : [])].map(place).join('L')}`)
    .join('')
}
