import * as Type from 'typebox'
import type { Static } from 'typebox'
import { isDecimal, percentOf } from './decimal.ts'
import type { Fault } from './faults.ts'
import { fold } from './shared/fold.ts'
import { countryName, findCountry, nearestCountry } from './shared/countries.ts'

const Rate = Type.String({ description: 'Percentage as a decimal string.' })

/** VAT by delivery address (bundle.md, "Carts"): a table in the settings. */
export const VatTable = Type.Object({
  countries: Type.Array(Type.String(), {
    description: 'Countries that pay `rate`; case and accents do not matter.',
  }),
  rate: Rate,
  exceptions: Type.Array(Type.Object({ postalPrefix: Type.String(), rate: Rate }), {
    description: 'Rates of these countries by the start of the postal code: of several the longest decides.',
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

/** Whether the country is among those that pay; most addresses write it as the table does. */
function isTaxed({ countries }: VatTable, pays: string): boolean {
  if (countries.includes(pays)) return true
  const country = fold(pays.trim())
  return countries.some((taxed) => fold(taxed.trim()) === country)
}

/** What VAT looks at in a delivery address. */
interface Destination {
  readonly pays: string
  readonly code_postal: string
}

/** A rate, a percentage as a decimal string, and what gave it: a rule of the table, or a regime (vat-regimes.ts). */
export const Vat = Type.Object({
  rate: Rate,
  reason: Type.Enum(['country', 'postal_code', 'elsewhere', 'country_unknown', 'regime']),
  name: Type.Optional(Type.String({ description: 'Of a regime: what it is called.' })),
  mention: Type.Optional(Type.String({ description: 'Of a regime: the legal words.' })),
})
export type Vat = Static<typeof Vat>

/** The VAT of a delivery address. */
export function vatOf(table: VatTable, { pays, code_postal }: Destination): Vat {
  if (!isTaxed(table, pays)) {
    return { rate: table.elsewhere, reason: findCountry(pays) ? 'elsewhere' : 'country_unknown' }
  }
  const rate = exception(table, code_postal)
  return rate === undefined ? { rate: table.rate, reason: 'country' } : { rate, reason: 'postal_code' }
}

/** A postal code, or the start of one, is the same with spaces in it. */
const digitsOf = (code: string) => code.replace(/\s/g, '')

/** Of several starts of the postal code the longest decides, whatever their order. */
function exception({ exceptions }: VatTable, code_postal: string): string | undefined {
  const postalCode = digitsOf(code_postal)
  let longest = 0
  let found: string | undefined
  for (const { postalPrefix, rate } of exceptions) {
    const prefix = digitsOf(postalPrefix)
    if (prefix.length <= longest || !postalCode.startsWith(prefix)) continue
    longest = prefix.length
    found = rate
  }
  return found
}

/** The VAT rate of a delivery address, a percentage as a decimal string: any country that the table does not name is elsewhere. */
export function vatRate(table: VatTable, { pays, code_postal }: Destination): string {
  return isTaxed(table, pays) ? (exception(table, code_postal) ?? table.rate) : table.elsewhere
}

/**
 * A country as the desk keeps it: by whichever name it was written ("FRA", "Germany"), it becomes the table's own entry
 * of it, else its French name. A text that names no country stays as it is.
 */
export function deskCountry({ countries }: VatTable, pays: string): string {
  const code = findCountry(pays)
  if (code === null) return pays
  return countries.find((taxed) => findCountry(taxed) === code) ?? countryName(code, 'fr')
}

/** What one rate comes to, in euro cents. */
export const VatAmount = Type.Object({
  rate: Rate,
  name: Type.Optional(Type.String({ description: 'Of lines that have a regime of their own: its name.' })),
  mention: Type.Optional(Type.String({ description: 'The legal words of that.' })),
  base: Type.Integer({ description: 'What the tax is on, excluding it.' }),
  tax: Type.Integer(),
})
export type VatAmount = Static<typeof VatAmount>

/** Decimals that a rate which was not kept is looked for with: no table has more. */
const RATE_DECIMALS = [0, 1, 2, 3]

/**
 * The rate of a tax that was kept without it: the one that is likely where it comes to that tax, else the one of fewest
 * decimals that does, else the nearest.
 * @param likely a percentage as a decimal string
 * @param roundings of how many taxes, each rounded by itself, it is the sum
 */
export function rateOfTax({ base, tax }: Omit<VatAmount, 'rate'>, likely: string, roundings = 1): string {
  const makesIt = (rate: string) => Math.abs(percentOf(base, rate) - tax) <= Math.floor(roundings / 2)
  if (base === 0 || makesIt(likely)) return likely
  const rates = RATE_DECIMALS.map((decimals) => String(Number(((tax * 100) / base).toFixed(decimals))))
  return rates.find(makesIt) ?? rates.at(-1)!
}

/** What is wrong with the values of a table, each at its place. @param before countries that were there already */
export function vatFaults(table: VatTable, before: readonly string[], path: string): Fault[] {
  const rates = [
    ['rate', table.rate],
    ['elsewhere', table.elsewhere],
    ...table.exceptions.map(({ rate }, i) => [`exceptions/${i}/rate`, rate] as const),
  ] as const
  const wrong = rates
    .filter(([, rate]) => !isPercentage(rate))
    .map(([at]) => percentageFault(`${path}/${at}`))
  // An exception without a postal code would be one for all; of two with the same one would never count.
  const prefixes = table.exceptions.map(({ postalPrefix }) => digitsOf(postalPrefix))
  const open = prefixes.flatMap((prefix, i): Fault[] => {
    const place = `${path}/exceptions/${i}/postalPrefix`
    if (prefix === '') return [{ path: place, code: 'field_required' }]
    if (prefixes.indexOf(prefix) === i) return []
    return [
      { path: place, code: 'value_invalid', reason: { code: 'postal_prefix_twice', params: { prefix } } },
    ]
  })
  const unknown = table.countries.flatMap((name, i): Fault[] =>
    name === '' || before.includes(name) || findCountry(name) !== null
      ? []
      : [countryFault(name, `${path}/countries/${i}`)],
  )
  return [...unknown, ...wrong, ...open]
}

/** A country that is none, with the one that is probably meant. */
export function countryFault(name: string, path: string): Fault {
  const near = nearestCountry(name)
  const params = near && { nearest: countryName(near, 'fr'), nearestEn: countryName(near, 'en') }
  return { path, code: 'country_unknown', ...(params && { params }) }
}

/** A text that is no percentage. */
export const percentageFault = (path: string): Fault => ({
  path,
  code: 'value_invalid',
  reason: { code: 'setting_out_of_bounds', params: { min: 0, max: 100 } },
})

/** Whether every rate of the table is a percentage from 0 to 100. */
export function isVatTable(table: VatTable): boolean {
  const rates = [table.rate, table.elsewhere, ...table.exceptions.map((exception) => exception.rate)]
  return rates.every(isPercentage)
}

/** Whether the text is a decimal number from 0 to 100. */
export function isPercentage(text: string): boolean {
  return isDecimal(text) && !text.startsWith('-') && Number(text) <= 100
}
