/** What of a customer of a file can be kept and is probably wrong: a person looks at it before the file is taken. */
import type { Fault } from '../faults.ts'
import { findCountry } from '../shared/countries.ts'
import { countryFault } from '../vat.ts'
import type { CleanCompany } from './clean.ts'

/** The two figures of a French VAT number that its SIREN gives. */
const vatKeyOf = (siren: string): string => String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')

/** Of the old form, two figures and a SIREN: they fit. Keys with letters are taken as they are. */
function isFrenchVat(number: string): boolean {
  const [, key = '', siren = ''] = /^FR([0-9A-Z]{2})(\d{9})$/.exec(number) ?? []
  return siren !== '' && (!/^\d\d$/.test(key) || key === vatKeyOf(siren))
}

/** Luhn's sum, which SIREN and SIRET have; of La Poste's establishments (356000000) it is another. */
function isSiret(siret: string): boolean {
  if (siret.startsWith('356000000')) return true
  const sum = [...siret].reverse().reduce((total, figure, i) => {
    const value = Number(figure) * (i % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * @param company without faults: its numbers have their form
 * @returns at the places that {@link cleanCompany} gives its faults; codes of what is doubted
 */
export function doubtsOf({ siret, vatNumber, addresses }: CleanCompany): Fault[] {
  const doubts: Fault[] = []
  if (siret !== '' && !isSiret(siret)) doubts.push({ path: '/siret', code: 'siret_doubtful' })
  if (vatNumber.startsWith('FR') && !isFrenchVat(vatNumber))
    doubts.push({ path: '/vatNumber', code: 'vat_number_doubtful' })
  for (const [i, { address }] of (addresses ?? []).entries()) {
    const { pays, code_postal } = address
    const country = pays === '' ? 'FR' : findCountry(pays)
    const place = `/addresses/${i}/address`
    if (country === null) doubts.push(countryFault(pays, `${place}/pays`))
    const digits = code_postal.replace(/\s/g, '')
    const path = `${place}/code_postal`
    if (country !== 'FR' || digits === '' || /^\d{5}$/.test(digits)) continue
    // A spreadsheet that took it for a number left its first 0 out.
    if (/^\d{4}$/.test(digits))
      doubts.push({ path, code: 'postal_code_cut', params: { whole: `0${digits}` } })
    else doubts.push({ path, code: 'postal_code_invalid' })
  }
  return doubts
}
