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
  const named = own.length > 0 ? own : placesIn(answer, '', true)
  // Words, not names: here the shortest token is taken out, too.
  const places = named.map((place) => ({ ...place, message: discretion.text(place.message) }))
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

/** Every text of a refusal with the place that its keys name, as many frameworks answer: `{ "valeurs": ["…"] }`. */
function placesIn(value: unknown, path: string, top: boolean): RefusedPlace[] {
  if (typeof value === 'string') {
    const message = tidy(value)
    return message === '' ? [] : [{ path, code: null, message }]
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, i) =>
      placesIn(item, typeof item === 'string' || top ? path : pointer(path, i), top),
    )
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) => {
    if (top && IN_ADDRESS.has(key)) return placesIn(field, pointer('/adresse_livraison', key), false)
    if (top) return FIELDS.has(key) ? placesIn(field, pointer('', key), false) : placesIn(field, '', true)
    return placesIn(field, key === 'non_field_errors' ? path : pointer(path, key), false)
  })
}
