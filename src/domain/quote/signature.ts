/** A customer's signature under a quote: what is asked to be kept, what is kept, and what cannot be. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { Fault } from '../faults.ts'
import { Absentable, Nullable } from '../schema.ts'
import { ADDRESS_FIELDS } from '../shared/address-fields.ts'
import { BUYERS, DOCUMENT_LANGUAGES, LAYOUTS } from '../shared/documents.ts'
import { isDrawn, isPoint, SIGNATURE_LIMITS, type Stroke } from '../shared/signature.ts'
import { hasControl, isBlank } from '../text.ts'

/** How who has no record among the companies buys. */
export const Buys = Type.Enum([...BUYERS], {
  description:
    'How who has no record among the companies buys; absent in a change: as it is. Null: nobody said.',
})

/** What of the address is completed after the signature, for the order. */
export const OpenFields = Type.Array(Type.Enum([...ADDRESS_FIELDS]), {
  description: 'Fields of the address that the signed document leaves empty: they are completed.',
})

const Strokes = Type.Array(Type.Array(Type.Array(Type.Number())), {
  description:
    'Lines as they were drawn: points of x and y from 0 to 1 of the field, then milliseconds and pressure (0 to 1) if known.',
})

/** How the document was that was shown to who signs. */
const shown = {
  language: Type.Enum([...DOCUMENT_LANGUAGES]),
  layout: Type.Enum([...LAYOUTS]),
  buyer: Type.Enum([...BUYERS]),
}

export const SignatureInput = Type.Object(
  {
    version: Type.Integer({ description: 'Of the quote that was shown.' }),
    name: Type.String(),
    capacity: Absentable(Type.String({ description: '"Gérant".' })),
    place: Absentable(Type.String()),
    strokes: Strokes,
    typed: Absentable(
      Type.Boolean({ description: 'The name stands for a drawn signature, as its owner has said.' }),
    ),
    hash: Type.String({ description: 'SHA-256 of the PDF that was shown, in hexadecimal.' }),
    language: Absentable(shown.language),
    layout: Absentable(shown.layout),
    buyer: Absentable(shown.buyer),
  },
  { title: 'SignatureInput' },
)
export type SignatureInput = Static<typeof SignatureInput>

/** What is kept beside the signed document. */
export const Signature = Type.Object(
  {
    revision: Type.Integer(),
    at: Type.String({ description: 'When it was signed, ISO.' }),
    name: Type.String(),
    capacity: Type.String(),
    place: Type.String(),
    strokes: Strokes,
    typed: Type.Boolean(),
    by: Nullable(Type.String({ description: 'Who was signed in.' })),
    hash: Type.String({ description: 'SHA-256 of the PDF that was shown.' }),
    open: OpenFields,
    signedHash: Type.String({ description: 'SHA-256 of the signed and sealed PDF.' }),
  },
  { title: 'Signature' },
)
export type Signature = Static<typeof Signature>

/** What was signed, as its owner gave it. */
export type Signed = Pick<Signature, 'name' | 'capacity' | 'place' | 'strokes' | 'typed' | 'hash'>

/** The input with its texts trimmed, and with what was left out. */
export const signedIn = ({ name, capacity, place, strokes, typed, hash }: SignatureInput): Signed => ({
  ...{ name: name.trim(), capacity: capacity?.trim() ?? '', place: place?.trim() ?? '' },
  ...{ strokes, typed: typed === true, hash: hash.toLowerCase() },
})

/** What keeps a signature from being one; its structure was looked at before. */
export function signatureFaults({ name, capacity, place, strokes, typed, hash }: Signed): Fault[] {
  const faults: Fault[] = Object.entries({ name, capacity, place }).flatMap(([field, text]): Fault[] => {
    const path = `/${field}`
    if (text.length > SIGNATURE_LIMITS.text)
      return [{ path, code: 'value_invalid', params: { characters: SIGNATURE_LIMITS.text } }]
    return hasControl(text, false) ? [{ path, code: 'text_control' }] : []
  })
  if (isBlank(name)) faults.unshift({ path: '/name', code: 'field_required' })
  if (!/^[0-9a-f]{64}$/.test(hash)) faults.push({ path: '/hash', code: 'hash_invalid' })
  const drawing = strokeFault(strokes)
  if (drawing) faults.push(drawing)
  else if (typed ? strokes.length > 0 : !isDrawn(strokes))
    faults.push({ path: '/strokes', code: typed ? 'signature_twice' : 'signature_empty' })
  return faults
}

/** The first that cannot be of what was drawn: of thousands of points a list of faults says no more. */
function strokeFault(strokes: readonly Stroke[]): Fault | null {
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0)
  if (strokes.length > SIGNATURE_LIMITS.strokes || points > SIGNATURE_LIMITS.points)
    return { path: '/strokes', code: 'signature_too_long', params: { ...SIGNATURE_LIMITS } }
  for (const [i, stroke] of strokes.entries()) {
    const at = stroke.findIndex((point) => !isPoint(point))
    if (at >= 0) return { path: `/strokes/${i}/${at}`, code: 'stroke_invalid' }
    if (stroke.length === 0) return { path: `/strokes/${i}`, code: 'stroke_invalid' }
  }
  return null
}

/** Whether it is the same signature: of one whose answer was lost. */
export const isSameSigned = (one: Signed, other: Signed): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other))

const plain = ({ name, capacity, place, strokes, typed, hash }: Signed) => [
  ...[name, capacity, place, typed, hash],
  strokes,
]
