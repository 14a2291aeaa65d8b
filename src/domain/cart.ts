/** Carts (partner-api.md 2.5, 2.6, 2.10): the request schemas, and the totals of bundle.md, "Carts". */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { AdresseLivraison, AdresseLivraisonInput } from './address.ts'
import { percentOf } from './decimal.ts'
import { LigneDisplay, LigneDisplayInput } from './display/line.ts'
import { LignePrint, LignePrintInput } from './print/line.ts'
import { Absentable } from './schema.ts'
import { spread } from './spread.ts'
import { rateOfTax, VatAmount, vatRate, type Vat, type VatTable } from './vat.ts'

const head = {
  devis: Absentable(
    Type.String({ description: 'Customer quote reference; `reference_client` of the order.' }),
  ),
}

export const PanierPrintInput = Type.Object(
  {
    ...head,
    adresse_livraison: Absentable(AdresseLivraisonInput),
    lignes: Type.Array(LignePrintInput, { minItems: 1 }),
  },
  { title: 'PanierPrintInput' },
)

export const PanierDisplayInput = Type.Object(
  {
    ...head,
    delai: Absentable(Type.Integer({ description: 'Lead time of the whole cart.' })),
    adresse_livraison: Absentable(AdresseLivraisonInput),
    lignes: Type.Array(LigneDisplayInput, { minItems: 1 }),
  },
  { title: 'PanierDisplayInput' },
)

/** The same carts where they become orders: the address is required. */
export const CommandePrintInput = Type.Object(
  { ...PanierPrintInput.properties, adresse_livraison: AdresseLivraisonInput },
  { title: 'CommandePrintInput' },
)
export const CommandeDisplayInput = Type.Object(
  { ...PanierDisplayInput.properties, adresse_livraison: AdresseLivraisonInput },
  { title: 'CommandeDisplayInput' },
)

/** Totals of a cart, all in euro cents. */
export const CartTotals = Type.Object({
  prix_ht: Type.Integer(),
  remise_grand_compte_ht: Type.Integer(),
  prix_total_ht: Type.Integer(),
  prix_tva: Type.Integer(),
  prix_final_ttc: Type.Integer(),
})
export type CartTotals = Static<typeof CartTotals>

/** The same as the desk reads them: with the VAT of each rate. */
export const Totals = Type.Object({ ...CartTotals.properties, vat: Type.Array(VatAmount) })
export type Totals = Static<typeof Totals>

const LineHt = { prix_ht: Type.Integer({ description: 'Euro cents excluding tax.' }) }

export const LignePanierPrint = Type.Object(
  { ...LignePrint.properties, ...LineHt },
  { title: 'LignePanierPrint' },
)
export const LignePanierDisplay = Type.Object(
  { ...LigneDisplay.properties, ...LineHt },
  { title: 'LignePanierDisplay' },
)

export const PanierPrint = Type.Object(
  {
    devis: Type.String(),
    ...CartTotals.properties,
    lignes: Type.Array(LignePanierPrint),
    adresse_livraison: AdresseLivraison,
  },
  { title: 'PanierPrint' },
)
export type PanierPrint = Static<typeof PanierPrint>

export const PanierDisplay = Type.Object(
  {
    devis: Type.String(),
    delai: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The lead time asked for, else the main one that all lines share, else null.',
    }),
    ...CartTotals.properties,
    lignes: Type.Array(LignePanierDisplay),
    adresse_livraison: AdresseLivraison,
  },
  { title: 'PanierDisplay' },
)
export type PanierDisplay = Static<typeof PanierDisplay>

/**
 * Totals of a cart (bundle.md, "Carts").
 *
 * @param lineCents price of each line, in cents excluding tax.
 * @param discount the customer's discount, a percentage as a decimal string.
 */
export function cartTotals(
  lineCents: readonly number[],
  discount: string,
  vat: VatTable,
  address: { readonly pays: string; readonly code_postal: string },
): Totals {
  return totalsAt(lineCents, discount, vatRate(vat, address))
}

/** {@link cartTotals} at a rate that is known, a percentage as a decimal string. */
export const totalsAt = (lineCents: readonly number[], discount: string, rate: string): Totals =>
  totalsOf(
    lineCents.map((cents) => ({ cents, vat: null })),
    discount,
    rate,
  )

/** The price of a line, in cents excluding tax, with the VAT that it has of its own; null: that of the whole. */
export interface TaxedPrice {
  readonly cents: number
  readonly vat: Vat | null
}

/**
 * {@link totalsAt} of lines of which some have VAT of their own. The discount is one, rounded once, and each rate bears its
 * part of it by largest remainder: so the bases are the total to the cent, and each tax is that of its base, rounded once.
 */
export function totalsOf(lines: readonly TaxedPrice[], discount: string, rate: string): Totals {
  const parts = partsOf(lines, rate)
  const sums = parts.map(({ base }) => base)
  const prix_ht = sums.reduce((sum, cents) => sum + cents, 0)
  const remise_grand_compte_ht = percentOf(prix_ht, discount)
  const prix_total_ht = prix_ht - remise_grand_compte_ht
  const off = spread(remise_grand_compte_ht, sums, parts.map(partKey))
  const vat = parts.map((part, i) => {
    const base = part.base - off[i]!
    return { ...part, base, tax: percentOf(base, part.rate) }
  })
  const prix_tva = vat.reduce((sum, { tax }) => sum + tax, 0)
  const prix_final_ttc = prix_total_ht + prix_tva
  return { prix_ht, remise_grand_compte_ht, prix_total_ht, prix_tva, prix_final_ttc, vat }
}

/** What the lines of each VAT come to, untaxed; of no line that of the whole. */
function partsOf(lines: readonly TaxedPrice[], rate: string): VatAmount[] {
  const own = { rate, base: 0, tax: 0 }
  const parts = lines.map(({ cents, vat }): VatAmount => {
    if (vat === null) return { ...own, base: cents }
    const { name = '', mention = '' } = vat
    return { rate: vat.rate, name, mention, base: cents, tax: 0 }
  })
  return parts.length > 0 ? vatTogether(parts) : [own]
}

/** The amounts alone, as the partner API gives them. */
export function amountsOf(totals: CartTotals): CartTotals {
  const { prix_ht, remise_grand_compte_ht, prix_total_ht, prix_tva, prix_final_ttc } = totals
  return { prix_ht, remise_grand_compte_ht, prix_total_ht, prix_tva, prix_final_ttc }
}

/** Whether both come to the same, to the cent. */
export function sameAmounts(a: CartTotals | null, b: CartTotals | null): boolean {
  return JSON.stringify(a && amountsOf(a)) === JSON.stringify(b && amountsOf(b))
}

/** Of several carts together: each was rounded by itself. */
export function sumOfTotals(carts: readonly Totals[]): Totals {
  return carts.reduce((sum, cart) => ({
    prix_ht: sum.prix_ht + cart.prix_ht,
    remise_grand_compte_ht: sum.remise_grand_compte_ht + cart.remise_grand_compte_ht,
    prix_total_ht: sum.prix_total_ht + cart.prix_total_ht,
    prix_tva: sum.prix_tva + cart.prix_tva,
    prix_final_ttc: sum.prix_final_ttc + cart.prix_final_ttc,
    vat: vatTogether([...sum.vat, ...cart.vat]),
  }))
}

/**
 * What each VAT of totals comes to, where one rate alone does not tell it; null: it does.
 * @param rate of what has no VAT of its own
 */
export const vatBeside = (rate: string, vat: readonly VatAmount[]): readonly VatAmount[] | null =>
  vat.length === 1 && vat[0]!.name === undefined && vat[0]!.rate === rate ? null : vat

/** What tells the VAT of two parts apart: of one rate those that have it for another reason. */
const partKey = ({ rate, name, mention }: VatAmount): string => JSON.stringify([rate, name, mention])

/**
 * One part for all of the same VAT. The highest rate comes first, of one rate that of the whole: the order of the lines says
 * nothing of it.
 */
export function vatTogether(parts: readonly VatAmount[]): VatAmount[] {
  const sums = new Map<string, VatAmount>()
  for (const part of parts) {
    const key = partKey(part)
    const { base, tax } = sums.get(key) ?? { base: 0, tax: 0 }
    sums.set(key, { ...part, base: part.base + base, tax: part.tax + tax })
  }
  const keyed = [...sums].sort(
    ([one, { rate }], [other, { rate: next }]) =>
      Number(next) - Number(rate) || one.length - other.length || (one < other ? -1 : 1),
  )
  return keyed.map(([, part]) => part)
}

/**
 * Totals as they were kept; those from before their VAT was kept with them have the rate that makes it.
 * @param likely the rate of the same address today
 * @param carts of how many carts they may be the sum
 */
export function withVat(totals: CartTotals & Partial<Totals>, likely: string, carts = 1): Totals {
  const { prix_total_ht: base, prix_tva: tax, vat } = totals
  return { ...totals, vat: vat ?? [{ rate: rateOfTax({ base, tax }, likely, carts), base, tax }] }
}
