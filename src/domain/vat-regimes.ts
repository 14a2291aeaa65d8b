/**
 * VAT that goes by the transaction and not by the delivery address: exemptions, and rates of some goods. A list in the
 * settings; what was sent and ordered keeps its own copy of the one that it was made with.
 */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { Totals } from './cart.ts'
import { pointer, type Fault } from './faults.ts'
import { fold } from './shared/fold.ts'
import { DELIVERED_VAT_NAMES, deliveredVat, STANDARD_VAT, type DeliveredVat } from './shared/vat-names.ts'
import { hasControl, isBlank } from './text.ts'
import { isPercentage, percentageFault, type Vat } from './vat.ts'

/** How many there may be, and how long their texts, in characters. */
export const VAT_REGIME_LIMITS = { most: 50, id: 40, name: 80, rate: 20, mention: 300 } as const

export const VatRegime = Type.Object(
  {
    id: Type.String({
      maxLength: VAT_REGIME_LIMITS.id,
      description: 'Given once: small letters without accents, digits, `-`.',
    }),
    name: Type.String({ maxLength: VAT_REGIME_LIMITS.name }),
    rate: Type.String({
      maxLength: VAT_REGIME_LIMITS.rate,
      description: 'Percentage as a decimal string.',
    }),
    mention: Type.String({
      maxLength: VAT_REGIME_LIMITS.mention,
      description: 'The legal words that stand on what is made with it.',
    }),
    needsVatNumber: Type.Boolean({ description: 'Only for a customer with a VAT number.' }),
  },
  { title: 'VatRegime' },
)
export type VatRegime = Static<typeof VatRegime>

export const DEFAULT_VAT_REGIMES: readonly VatRegime[] = [
  {
    id: 'intracommunautaire',
    name: DELIVERED_VAT_NAMES.intracommunautaire,
    rate: '0',
    mention: 'Exonération de TVA, article 262 ter I du CGI',
    needsVatNumber: true,
  },
  {
    id: 'exportation',
    name: DELIVERED_VAT_NAMES.exportation,
    rate: '0',
    mention: 'Exonération de TVA, article 262 I du CGI',
    needsVatNumber: false,
  },
  {
    id: 'franchise',
    name: DELIVERED_VAT_NAMES.franchise,
    rate: '0',
    mention: 'TVA non applicable, article 293 B du CGI',
    needsVatNumber: false,
  },
  {
    id: 'livres',
    name: DELIVERED_VAT_NAMES.livres,
    rate: '5.5',
    mention: 'TVA au taux réduit, article 278-0 bis A 3° du CGI',
    needsVatNumber: false,
  },
  STANDARD_VAT,
]

/** Which of the delivered ones legal words are of; null: the shop's own, which stay as it wrote them. */
export const deliveredMention = (mention: string): DeliveredVat | null => {
  const regime = DEFAULT_VAT_REGIMES.find((each) => each.mention === mention.trim())
  return regime ? deliveredVat(regime.name) : null
}

/** What is wrong with a list of them, each at its place. */
export function vatRegimeFaults(regimes: readonly VatRegime[], path: string): Fault[] {
  const { most, ...longest } = VAT_REGIME_LIMITS
  // What is very long is not even looked at.
  if (regimes.length > most) return [{ path, code: 'list_too_long', params: { most } }]
  const tooLong = (at: string, characters: number): Fault => ({
    ...{ path: at, code: 'value_invalid', params: { characters } },
  })
  return regimes.flatMap(({ id, name, rate, mention, needsVatNumber: _needs, ...more }, i): Fault[] => {
    const at = `${path}/${i}`
    const earlier = regimes.slice(0, i)
    // What means nothing would be kept with every quote.
    const faults = Object.keys(more).map((field): Fault => {
      const params = {
        parameter: field,
        kind: 'omis : il n’a pas de sens ici',
        kindEn: 'left out: it means nothing here',
      }
      return { path: pointer(at, field), code: 'value_invalid', params }
    })
    if (!/^[a-z0-9-]+$/.test(id) || id.length > longest.id || earlier.some((other) => other.id === id))
      faults.push({ path: `${at}/id`, code: 'vat_regime_id_invalid' })
    if (isBlank(name)) faults.push({ path: `${at}/name`, code: 'field_required' })
    else if (name.length > longest.name) faults.push(tooLong(`${at}/name`, longest.name))
    else if (hasControl(name, false)) faults.push({ path: `${at}/name`, code: 'text_control' })
    else if (earlier.some((other) => fold(other.name.trim()) === fold(name.trim())))
      faults.push({ path: `${at}/name`, code: 'vat_regime_name_taken' })
    if (rate.length > longest.rate || !isPercentage(rate) || /^0\d/.test(rate))
      faults.push(percentageFault(`${at}/rate`))
    // Whoever charges no tax says by which article.
    else if (Number(rate) === 0 && isBlank(mention))
      faults.push({ path: `${at}/mention`, code: 'field_required' })
    if (mention.length > longest.mention) faults.push(tooLong(`${at}/mention`, longest.mention))
    else if (hasControl(mention, true)) faults.push({ path: `${at}/mention`, code: 'text_control' })
    return faults
  })
}

/** The regime of an id; null: the settings have none, or no longer. */
export const regimeById = (regimes: readonly VatRegime[], id: string | null | undefined): VatRegime | null =>
  regimes.find((regime) => regime.id === id) ?? null

/** What a quote, or a line of it, keeps of how its VAT is told. */
interface Taxed {
  readonly state: string
  /** as it was when the quote was saved; null: its VAT goes by the address, that of a line by its quote */
  readonly vatRegime: VatRegime | null
}

/**
 * The regime that a quote goes by, or a line of it: a draft's as the settings have it now, otherwise the one that it was sent with. One that
 * the settings no longer have is a draft's until a person has chosen, as it was: no total moves by itself meanwhile.
 * @returns null where it goes by the address, or a line by its quote
 */
export function regimeInForce({ state, vatRegime }: Taxed, regimes: readonly VatRegime[]): VatRegime | null {
  if (vatRegime === null || state !== 'draft') return vatRegime
  return regimeById(regimes, vatRegime.id) ?? vatRegime
}

/** A quote with the regimes that it and its lines go by: {@link regimeInForce}. */
export function inForce<
  Line extends { readonly vatRegime: VatRegime | null },
  Quote extends Taxed & { readonly lines: readonly Line[] },
>(quote: Quote, regimes: readonly VatRegime[]): Quote {
  const { state } = quote
  if (state !== 'draft') return quote
  const lines = quote.lines.map((line) => {
    const vatRegime = regimeInForce({ state, vatRegime: line.vatRegime }, regimes)
    return vatRegime === line.vatRegime ? line : { ...line, vatRegime }
  })
  return { ...quote, vatRegime: regimeInForce(quote, regimes), lines }
}

/**
 * The VAT that a line has of its own regime, in the place of its quote's; null: it has its quote's. A quote that charges none does so for all
 * that it sells, by where it goes or who buys: no rate of a line's makes that untrue. What comes to the same rate is the same.
 * @param quoteVat of its quote
 */
export function ownVat(quoteVat: Vat, regime: VatRegime | null): Vat | null {
  const isQuotes =
    regime === null || Number(quoteVat.rate) === 0 || Number(regime.rate) === Number(quoteVat.rate)
  return isQuotes ? null : vatOfRegime(regime)
}

type Held = Partial<Pick<Totals, 'vat'>> | null

/** {@link ownVat} as it is told beside totals: what is a part of them was made so, whatever the settings say by now. */
export function ownVatHeld(quoteVat: Vat, totals: Held, regime: VatRegime | null): Vat | null {
  const isPart = (totals?.vat ?? []).some(
    ({ rate, name, mention }) =>
      regime !== null && rate === regime.rate && name === regime.name && mention === regime.mention,
  )
  return isPart ? vatOfRegime(regime!) : ownVat(quoteVat, regime)
}

/**
 * The VAT of a quote as it is told beside its totals: that which they were made with, until a person takes today's.
 * @param now what it goes by now
 * @param regime as it was when the totals were made; null: they went by the address
 */
export function vatHeld(now: Vat, totals: Held, regime: VatRegime | null): Vat {
  // Lines with VAT of their own say nothing of the quote's.
  const [held, ...others] = (totals?.vat ?? []).filter(({ name }) => name === undefined)
  if (!held || others.length > 0 || held.rate === now.rate) return now
  return regime ? { ...vatOfRegime(regime), rate: held.rate } : { rate: held.rate, reason: now.reason }
}

/** The VAT of a regime. */
export const vatOfRegime = ({ rate, name, mention }: VatRegime): Vat => ({
  ...{ rate, reason: 'regime', name, mention },
})

/**
 * What of its regime keeps a quote from being sent or ordered: its total would not be right.
 * @param vatNumber of its company; empty: it has none
 */
export const regimeFault = (quote: Taxed, regimes: readonly VatRegime[], vatNumber: string): Fault | null =>
  faultOf(quote, regimes, vatNumber, { path: '/vatRegimeId', gone: 'vat_regime_gone' })

/** The same of the regime of a line. @param path of the line */
export const lineRegimeFault = (
  line: Taxed,
  regimes: readonly VatRegime[],
  vatNumber: string,
  path: string,
): Fault | null =>
  faultOf(line, regimes, vatNumber, { path: `${path}/vatRegimeId`, gone: 'line_vat_regime_gone' })

function faultOf(
  taxed: Taxed,
  regimes: readonly VatRegime[],
  vatNumber: string,
  { path, gone }: { readonly path: string; readonly gone: Fault['code'] },
): Fault | null {
  const regime = regimeInForce(taxed, regimes)
  if (regime === null) return null
  const params = { regime: regime.name }
  if (taxed.state === 'draft' && !regimeById(regimes, regime.id)) return { path, code: gone, params }
  return regime.needsVatNumber && vatNumber === '' ? { path, code: 'vat_number_required', params } : null
}
