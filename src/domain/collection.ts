/**
 * What a customer collects at the shop: its delivery address is the shop's own, which is where its VAT goes by and where
 * a partner sends it; of the customer there need be nothing, not even a name.
 */
import { addressFaults, deskAddressFaults, type AdresseLivraison } from './address.ts'
import type { Issuer } from './document/letterhead.ts'
import type { Fault } from './faults.ts'
import type { VatTable } from './vat.ts'

/** The address of what is collected: who collects it as given, the place the shop's own, by its letterhead. */
export const collectedAt = (who: AdresseLivraison, shop: Issuer): AdresseLivraison => ({
  ...who,
  societe: shop.name,
  adresse1: shop.address1,
  adresse2: shop.address2,
  code_postal: shop.postalCode,
  ville: shop.town,
  pays: shop.country,
})

/**
 * What keeps a quote that is collected from being ordered: of a partner's products the shop's address is needed whole,
 * of our own as much of it as is there must be one.
 * @param sent whether a partner sends something of it
 */
export function collectionFaults(address: AdresseLivraison, table: VatTable, sent: boolean): Fault[] {
  const place = { ...address, email: '' }
  const wrong = deskAddressFaults(place, table, '').length > 0
  const missing = sent && addressFaults(place, '').length > 0
  const faults: Fault[] = wrong || missing ? [{ path: '/address', code: 'shop_address_required' }] : []
  return [...faults, ...deskAddressFaults({ ...place, ...NOWHERE, email: address.email }, table, '/address')]
}

/** No place: France, without a postal code. */
const NOWHERE = { pays: '', code_postal: '' }
