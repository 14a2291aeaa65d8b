/** What was put right in an address: kept by its fields, and told in words, old and new, of those alone that differ. */
import type { AdresseLivraison } from './address.ts'
import type { Locale } from './message.ts'
import { fieldName } from './partner-fields.ts'
import type { FaultParams } from './reasons.ts'
import { ADDRESS_FIELDS, type AddressField } from './shared/address-fields.ts'
import { withoutTurns } from './shared/without-turns.ts'

/** Instructions may be long, and are told as far as what changed is recognised by. */
const MOST_SHOWN = 120

const beforeOf = (field: AddressField) => `${field}Before`

/** What differs, as facts of the journal: each field as it is now, and as it was. */
export function addressChange(before: AdresseLivraison, after: AdresseLivraison): FaultParams {
  const changed = ADDRESS_FIELDS.filter((field) => before[field] !== after[field])
  return Object.fromEntries(
    changed.flatMap((field) => [
      [beforeOf(field), before[field]],
      [field, after[field]],
    ]),
  )
}

/** The same in words; "" where no field is told, as by a program that kept none. */
export function addressChangeWords(facts: FaultParams, locale: Locale): string {
  const shown = (value: string | number) => {
    const [...text] = withoutTurns(String(value)).replace(/\s+/g, ' ').trim()
    if (text.length === 0) return locale === 'fr' ? 'vide' : 'empty'
    return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).join('')}…` : text.join('')
  }
  const told = ADDRESS_FIELDS.flatMap((field) => {
    const { [beforeOf(field)]: before, [field]: after } = facts
    if (before === undefined || after === undefined) return []
    return `${fieldName(field, locale)}${locale === 'fr' ? '\u00a0: ' : ': '}${shown(before)} → ${shown(after)}`
  })
  return told.join(locale === 'fr' ? '\u00a0; ' : '; ')
}
