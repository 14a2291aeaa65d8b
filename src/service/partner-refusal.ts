/** A partner's refusal of what it was asked, told by the places of the lines that it names. */
import { areaOf, rulesOf, sourceOfLine, type CheckedLine } from '../domain/areas.ts'
import { isFaultCode, type Fault } from '../domain/faults.ts'
import type { Reason } from '../domain/reasons.ts'
import { toTheirs } from '../domain/source.ts'
import type { RefusedPlace, UpstreamError } from '../upstream/errors.ts'
import { Invalid } from './refusal.ts'

/** What a partner says of each line of a cart that it refuses, by the line's place, with paths into the line. */
export function refusedLines({ places, status }: UpstreamError): Map<number, LineRefusal> {
  const refused = new Map<number, LineRefusal & { places: RefusedPlace[] }>()
  for (const place of places) {
    const [, at, rest] = /^\/lignes\/(\d+)(\D.*)?$/s.exec(place.path) ?? []
    if (at === undefined) continue
    const own = refused.get(Number(at)) ?? { places: [], words: '', status }
    own.places.push({ ...place, path: rest ?? '' })
    refused.set(Number(at), own)
  }
  return refused
}

type LineRefusal = Pick<UpstreamError, 'places' | 'words' | 'status'>

/** The partner's refusal of a line: its words, at the places of the line that it names. */
export function refusal(checked: CheckedLine, { places, words, status }: LineRefusal): Invalid {
  if (places.length > 0) return new Invalid(places.map((place) => faultAt(checked, place)))
  if (words) return new Invalid([faultAt(checked, { path: '', code: null, message: words })])
  const reason: Reason = { code: 'partner_refused', params: { status: status ?? 0, words: '' } }
  return new Invalid([{ path: vaguePath(checked), code: 'value_invalid', reason }])
}

/** What a refusal is most likely about that names nothing: a value that was typed. */
const vaguePath = ({ line }: CheckedLine): string =>
  'valeurs' in line && Object.keys(line.valeurs).length > 0 ? '/valeurs' : ''

const CHOICE = /\b(?:variante|format|support|impression|finition|d[ée]coupe)s?\s+(?:n°\s*)?(\d{1,16})\b/gi
/** That a choice is not to be had whatever else is chosen: any other refusal may be of this line alone. */
const NOT_OFFERED =
  /(?:\bn['’](?:est (?:pas|plus) disponible|existe (?:pas|plus))|\binconnue?)(?: pour (?:ce produit|cette famille))?\s*(?:[.!]|$)/i

/** That the product or family itself is not to be had there, in the words of a partner that names it. */
const ITEM_GONE =
  /^(?:(?:le|la|ce|cette|the|this)\s)?(?:fiche(?:\sproduit)?|produit|famille|product(?:\spage)?|family)(?:\s(?:n°\s?)?\d{1,16}|\s[«“][^»”]{1,200}[»”])?\s(?:n['’]existe\s(?:pas|plus)|n['’]est\s(?:pas|plus)\s(?:disponible|accessible|propos[ée]e?)|(?:est\s)?(?:inconnue?|introuvable)|does\snot\sexist|is\s(?:not\s(?:available|accessible)|unknown)|not\sfound)(?:\s(?:ou|or)\s[^.]{1,60})?[.!]?$/i
/** The same, of what names nothing, at the place of the product or family. */
const NOT_THERE =
  /n['’](?:existe|est) (?:pas|plus)|inconnu|introuvable|unknown|not (?:exist|found|available)/i

/** Whether a partner says that it does not offer the line's product or family any more, or not to this account. */
function isItemGone(checked: CheckedLine, { path, code, message }: RefusedPlace): boolean {
  if (code === itemGoneCode(checked)) return true
  if (path !== '' && path !== `/${rulesOf(checked).itemField}`) return false
  return (path === '' ? ITEM_GONE : NOT_THERE).test(message)
}

const itemGoneCode = (checked: CheckedLine) =>
  areaOf(checked) === 'print' ? 'product_unknown' : 'family_unknown'

/**
 * What a partner says of a place. What it names by ids of its own goes by its name: on no screen are there ids. Where it
 * names one choice alone, its words are about that, also where its pointer does not say so.
 */
function faultAt(checked: CheckedLine, place: RefusedPlace): Fault {
  const { path, code, message } = place
  if (isItemGone(checked, place)) {
    const { itemField, itemName } = rulesOf(checked)
    const reason: Reason = { code: 'item_withdrawn', params: { name: itemName(checked) } }
    return { path: `/${itemField}`, code: itemGoneCode(checked), reason }
  }
  const choices = choicesNamed(checked, message)
  const reason: Reason = { code: 'upstream_message', params: { message: inNames(message, choices) } }
  const [only] = choices
  const isOfChoice =
    only !== undefined &&
    choices.length === 1 &&
    (path === '' || path === only.path || only.path.startsWith(`${path}/`))
  const gone = isOfChoice && NOT_OFFERED.test(message) ? only.unavailable : 'value_invalid'
  return {
    path: isOfChoice ? only.path : path || vaguePath(checked),
    code: isFaultCode(code) ? code : gone,
    reason,
  }
}

/** Words in which choices go by their names in the place of ids; one whose name they have already is left to them. */
function inNames(words: string, choices: readonly NamedChoice[]): string {
  const names = new Map(choices.filter(({ name }) => !words.includes(name)).map(({ id, name }) => [id, name]))
  return words.replace(CHOICE, (told: string, id: string) => {
    const name = names.get(Number(id))
    return name === undefined ? told : told.replace(/(?:n°\s*)?\d+$/i, `«\u00a0${name}\u00a0»`)
  })
}

interface NamedChoice {
  /** the partner's */
  readonly id: number
  /** where the line has it */
  readonly path: string
  readonly name: string
  /** what says that it is not offered */
  readonly unavailable: Fault['code']
}

/** The choices of a line that words name by the partner's ids. */
function choicesNamed(checked: CheckedLine, words: string): NamedChoice[] {
  const ids = new Set([...words.matchAll(CHOICE)].map(([, id]) => Number(id)))
  if (ids.size === 0) return []
  const { block } = sourceOfLine(checked)
  const line: Readonly<Record<string, unknown>> = checked.line
  return Object.entries(rulesOf(checked).names(checked, line)).flatMap(([path, name]) => {
    const [, field = '', at] = path.split('/')
    const id = at === undefined ? line[field] : (line[field] as readonly unknown[])[Number(at)]
    const theirs = typeof id === 'number' && block ? toTheirs(id, block) : null
    if (theirs === null || !ids.has(theirs)) return []
    return [
      {
        id: theirs,
        path,
        name,
        unavailable: areaOf(checked) === 'print' ? 'variant_unavailable' : 'not_compatible',
      },
    ]
  })
}
