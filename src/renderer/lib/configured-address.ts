/**
 * A configuration as its address says it, compact and to be read: `?choix=51-62&valeurs=44:1850.5&quantites=100,200&jours=2`.
 * Whatever stands in an address is read as far as it makes sense; what was left out is as the product begins.
 */
import { ELEMENTS } from '../../domain/shared/display-elements.ts'
import type { WireLine } from '../api/types'
import type { Form } from './form'
import { parseDecimal, parseInteger } from './numbers'

/** The parts of an address that are a configuration. */
export const TOLD = [
  'choix',
  ...ELEMENTS,
  'valeurs',
  'quantites',
  'jours',
  'verification',
  'reference',
] as const
export type Told = Partial<Record<(typeof TOLD)[number], string>>

/** More of one kind is no configuration of anybody's. */
const MOST = 100
const LONGEST_LABEL = 1000
/** An element that is left out. */
export const NONE = 'sans'

/** The parts of a query that are a configuration: the first of each, as text. */
export function toldIn(query: Readonly<Record<string, unknown>>): Told {
  return Object.fromEntries(
    TOLD.flatMap((name) => {
      const given = query[name]
      const text: unknown = Array.isArray(given) ? given[0] : given
      return text === undefined ? [] : [[name, typeof text === 'string' ? text : '']]
    }),
  )
}

/** Two addresses say the same configuration where this is the same. */
export const toldText = (told: Told): string => JSON.stringify(TOLD.map((name) => told[name] ?? null))

const numbers = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : [])

/** What the address says of a line. @param leadTimeLabel `J+2`; another lead time is left to the product */
export function toldOf(line: WireLine, leadTimeLabel: string | null): Told {
  const days = /^J\+(\d+)$/.exec(leadTimeLabel ?? '')?.[1]
  const label = typeof line['label'] === 'string' ? line['label'] : ''
  const values = Object.entries((line['valeurs'] ?? {}) as Record<string, string>)
  const shared: Told = {
    choix: numbers(line['variantes']).join('-'),
    ...(days === undefined ? {} : { jours: days }),
    ...(label === '' ? {} : { reference: label }),
  }
  if ('famille' in line) {
    const elements = ELEMENTS.filter((kind) => line[kind] !== undefined)
    return {
      ...shared,
      ...Object.fromEntries(elements.map((kind) => [kind, String(line[kind] ?? NONE)])),
      quantites: String(line['quantite']),
      ...(line['verification'] === true ? { verification: '1' } : {}),
    }
  }
  return {
    ...shared,
    ...(values.length > 0 ? { valeurs: values.map((value) => value.join(':')).join(',') } : {}),
    quantites: numbers(line['quantites_multiples']).join(','),
  }
}

/** The parts of a value that has several, so many at most. */
export const listed = (text: string, between: string) =>
  text.split(between, MOST).filter((part) => part !== '')
const wholes = (parts: readonly string[]): number[] => parts.map(parseInteger).filter((n) => n !== null)

function valuesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    listed(text, ',').flatMap((part) => {
      const [, option = '', value = ''] = /^(\d{1,15}):(.{1,40})$/.exec(part) ?? []
      const number = parseDecimal(value)
      return number === null ? [] : [[option, number]]
    }),
  )
}

export interface Configured {
  readonly line: WireLine
  /** null: as the product begins */
  readonly leadTimeLabel: string | null
}

/**
 * The configuration that an address says; null where it says none. Ids that the catalogue lacks stay: what was chosen and is
 * no longer offered is told apart from what never was.
 */
export function configuredIn(told: Told, { area, id, defaultLine }: Form): Configured | null {
  if (Object.keys(told).length === 0) return null
  const quantities = wholes(listed(told.quantites ?? '', ',')).filter((quantity) => quantity > 0)
  const line: WireLine = {
    ...defaultLine,
    [area === 'print' ? 'produit' : 'famille']: id,
    ...(told.choix === undefined
      ? {}
      : {
          variantes: [...new Set(listed(told.choix, '-').filter((part) => /^\d{1,15}$/.test(part)))].map(
            Number,
          ),
        }),
    label: (told.reference ?? '').slice(0, LONGEST_LABEL),
  }
  if (area === 'print') {
    // Beside choices, values that are not said were left open.
    if ((told.valeurs ?? told.choix) !== undefined) line['valeurs'] = valuesIn(told.valeurs ?? '')
    if (quantities.length > 0) line['quantites_multiples'] = quantities
  } else {
    for (const kind of ELEMENTS) {
      const text = told[kind]
      if (text === NONE) line[kind] = null
      else if (text !== undefined && /^\d{1,15}$/.test(text)) line[kind] = Number(text)
    }
    if (quantities[0] !== undefined) line['quantite'] = quantities[0]
    line['verification'] = told.verification === '1'
  }
  const days = parseInteger(told.jours ?? '')
  return { line, leadTimeLabel: days === null ? null : `J+${days}` }
}
