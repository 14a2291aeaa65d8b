import Type, { type Static } from 'typebox'
import { isDecimal } from './decimal.ts'

const Rate = Type.String({ description: 'Percentage as a decimal string.' })

/** VAT by delivery address (tariffs.md, "Cart totals"): a table in the settings. */
export const VatTable = Type.Object({
  countries: Type.Array(Type.String(), {
    description: 'Countries that pay `rate`; case and accents do not matter.',
  }),
  rate: Rate,
  exceptions: Type.Array(Type.Object({ postalPrefix: Type.String(), rate: Rate }), {
    description: 'Rates of these countries by the start of the postal code.',
  }),
  elsewhere: Rate,
})
export type VatTable = Static<typeof VatTable>

export const DEFAULT_VAT: VatTable = {
  countries: ['', 'France', 'FR', 'Monaco'],
  rate: '20',
  exceptions: [
    { postalPrefix: '971', rate: '8.5' },
    { postalPrefix: '972', rate: '8.5' },
    { postalPrefix: '974', rate: '8.5' },
    { postalPrefix: '973', rate: '0' },
    { postalPrefix: '976', rate: '0' },
  ],
  elsewhere: '0',
}

/** Country name without case, accents or surrounding space. */
function fold(country: string): string {
  return country.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether the country is among those that pay; most addresses write it as the table does. */
function isTaxed({ countries }: VatTable, pays: string): boolean {
  if (countries.includes(pays)) return true
  const country = fold(pays)
  return countries.some((taxed) => fold(taxed) === country)
}

/** The VAT rate of a delivery address, a percentage as a decimal string. */
export function vatRate(
  table: VatTable,
  address: { readonly pays: string; readonly code_postal: string },
): string {
  if (!isTaxed(table, address.pays)) return table.elsewhere
  const postalCode = address.code_postal.replace(/\s/g, '')
  return table.exceptions.find(({ postalPrefix }) => postalCode.startsWith(postalPrefix))?.rate ?? table.rate
}

/** Whether every rate of the table is a percentage from 0 to 100. */
export function isVatTable(table: VatTable): boolean {
  const rates = [table.rate, table.elsewhere, ...table.exceptions.map((exception) => exception.rate)]
  return rates.every(isPercentage)
}

/** Whether the text is a decimal number from 0 to 100. */
export function isPercentage(text: string): boolean {
  return isDecimal(text) && !text.startsWith('-') && Number(text) <= 100
}
