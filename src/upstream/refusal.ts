/** What a refusal of the partner says, from whatever shape it has: its words, and the places that they are about. */
import { pointer } from '../domain/faults.ts'
import { read } from '../domain/schema.ts'
import { ADDRESS_FIELDS } from '../domain/shared/address-fields.ts'
import type { Discretion } from './discretion.ts'
import type { PartnerRefusal, RefusedPlace } from './errors.ts'
import { parseJson, tidy } from './json.ts'

/** What the partner may have to say of one request: more is in its words. */
const MOST_PLACES = 50
const CODE_LENGTH = 60
const FIELD_LENGTH = 60

/** The fields that a request has: another key of a refusal is the partner's way of putting it, and no place. */
const FIELDS = new Set([
  ...[
    'label',
    'produit',
    'variantes',
    'valeurs',
    'quantites_multiples',
    'delai',
    'famille',
    'format',
    'support',
  ],
  ...[
    'impression',
    'finition',
    'decoupe',
    'quantite',
    'verification',
    'devis',
    'adresse_livraison',
    'lignes',
  ],
])

/** Fields of the delivery address, which some name without it. */
const IN_ADDRESS: ReadonlySet<string> = new Set(ADDRESS_FIELDS)

/** Keys around the partner's words: they name no field. */
const AROUND: ReadonlySet<string> = new Set([
  ...['detail', 'details', 'description', 'reason', 'title', 'text', 'msg', 'message', 'messages'],
  ...['error', 'errors', 'erreur', 'erreurs', 'motif', 'fault', 'faults', 'problem', 'problems'],
  ...['code', 'status', 'type', 'data', 'body', 'result', 'response', 'exception', '__all__'],
  ...['non_field_errors', 'field_errors', 'fielderrors', 'validation_errors', 'fields', 'field', 'path'],
])

/** What a key says of the field that its words are about. @param outer what those around it say */
function fieldIn(key: string, outer: string | null): string | null {
  if (FIELDS.has(key) || IN_ADDRESS.has(key)) return null
  return /^\d*$/.test(key) || AROUND.has(key.toLowerCase()) ? outer : key
}

/** Reads the body of a refusal. */
export function readRefusal(bytes: Uint8Array, discretion: Discretion): PartnerRefusal {
  let answer: unknown
  try {
    answer = parseJson(bytes, '', discretion)
  } catch {
    const text = new TextDecoder().decode(bytes)
    const words = /^\s*[[{]|<[a-z!]/i.test(text) ? '' : tidy(discretion.text(text))
    return { words, places: [] }
  }
  const own = read.array(read.object(answer)?.['errors'])?.flatMap(ownPlace) ?? []
  const named = own.length > 0 ? own : placesIn(answer, { path: '', field: null, top: true })
  // What is told to people: here the shortest token is taken out, too.
  const places = named.map(({ field, ...place }) => ({
    ...place,
    ...(field !== undefined && { field: tidy(discretion.text(field), FIELD_LENGTH) }),
    message: discretion.text(place.message),
  }))
  const words = [...new Set(places.map(({ message }) => message))].join(' ')
  return { words: tidy(words), places: places.slice(0, MOST_PLACES) }
}

/** An entry of `errors` in the form that Comptoir itself answers. */
function ownPlace(entry: unknown): RefusedPlace[] {
  const fields = read.object(entry)
  const message = tidy(read.string(fields?.['message']) ?? '')
  if (message === '') return []
  const path = read.string(fields?.['path']) ?? ''
  const code = read.string(fields?.['code'])
  return [
    {
      path: FIELDS.has(path.split('/')[1] ?? '') ? path : '',
      code: code === undefined ? null : tidy(code, CODE_LENGTH),
      message,
    },
  ]
}

/** Where a text of a refusal stands. @property top whether nothing around it is a field of the request */
interface Around {
  readonly path: string
  readonly field: string | null
  readonly top: boolean
}

/** Every text of a refusal with the place that its keys name, as many frameworks answer: `{ "valeurs": ["…"] }`. */
function placesIn(value: unknown, around: Around): RefusedPlace[] {
  const { path, field, top } = around
  if (typeof value === 'string') {
    const message = tidy(value)
    return message === '' ? [] : [{ path, code: null, message, ...(field !== null && { field }) }]
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, i) =>
      placesIn(item, { ...around, path: typeof item === 'string' || top ? path : pointer(path, i) }),
    )
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const named = { field: fieldIn(key, field), top: false }
    if (!top)
      return placesIn(inner, { ...named, path: key === 'non_field_errors' ? path : pointer(path, key) })
    if (IN_ADDRESS.has(key)) return placesIn(inner, { ...named, path: pointer('/adresse_livraison', key) })
    return FIELDS.has(key)
      ? placesIn(inner, { ...named, path: pointer('', key) })
      : placesIn(inner, { ...named, path: '', top })
  })
}
