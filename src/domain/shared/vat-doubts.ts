/** Whether a quote that charges no VAT may do so: where it goes, and who buys, can speak against what was chosen for it. */
import { findCountry, isElsewhereInUnion, isOverseas } from './countries.ts'
import type { Buyer } from './documents.ts'
import type { DeliveredVat } from './vat-names.ts'

/**
 * `byAddress`: to another state of the Union with nothing chosen; `export`: there as an export; `private`: there to a private
 * customer, who owes the tax; `inFrance`: by a regime for what leaves the country, which it does not.
 */
export type VatDoubt = 'byAddress' | 'export' | 'private' | 'inFrance'

interface Untaxed {
  readonly vat: { readonly rate: string; readonly reason: string }
  readonly vatRegimeId: string | null
  readonly address: { readonly pays: string; readonly code_postal: string }
}

/** A delivered one is known by its id, however the shop calls it; of the shop’s own ones nothing is known. */
const isOf = (id: string | null, regime: DeliveredVat): boolean => id === regime

/** Monaco is France by its VAT, and so is an address without a country, once it has a postal code. */
function isInFrance({ pays, code_postal }: Untaxed['address']): boolean {
  if (pays.trim() === '') return code_postal.trim() !== ''
  const country = findCountry(pays)
  return country === 'FR' || country === 'MC'
}

/**
 * What speaks against the VAT of a quote; null: nothing that is known.
 * @param buyer how its customer buys; null: not known
 */
export function vatDoubt({ vat, vatRegimeId, address }: Untaxed, buyer: Buyer | null): VatDoubt | null {
  if (Number(vat.rate) !== 0) return null
  const isByAddress = vat.reason === 'elsewhere'
  const isExport = vat.reason === 'regime' && isOf(vatRegimeId, 'exportation')
  const isWithinUnion = vat.reason === 'regime' && isOf(vatRegimeId, 'intracommunautaire')
  if (!isByAddress && !isExport && !isWithinUnion) return null
  if (isElsewhereInUnion(address.pays)) {
    if (buyer === 'consumer') return 'private'
    if (isWithinUnion) return null
    return isExport ? 'export' : 'byAddress'
  }
  if (isByAddress || !isInFrance(address)) return null
  // What goes overseas is an export by its VAT (CGI, article 294).
  return isExport && isOverseas(address) ? null : 'inFrance'
}
