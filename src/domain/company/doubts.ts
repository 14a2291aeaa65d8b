/** What of a customer of a file can be kept and is probably wrong: a person looks at it before the file is taken. */
import type { Fault } from '../faults.ts'
import { isFrenchVat, isSiret } from '../shared/company-numbers.ts'
import { findCountry } from '../shared/countries.ts'
import { countryFault } from '../vat.ts'
import type { CleanCompany } from './clean.ts'

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
