/** Carts (partner-api.md 2.5, 2.6, 2.10): the request schemas, and the totals of bundle.md, "Carts". */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { AdresseLivraison, AdresseLivraisonInput } from './address.ts'
import { percentOf } from './decimal.ts'
import { LigneDisplay, LigneDisplayInput } from './display/line.ts'
import { LignePrint, LignePrintInput } from './print/line.ts'
import { Absentable } from './schema.ts'
import { rateOfTax, VatAmount, vatRate, type VatTable } from './vat.ts'

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
export function totalsAt(lineCents: readonly number[], discount: string, rate: string): Totals {
  const prix_ht = lineCents.reduce((sum, cents) => sum + cents, 0)
  const remise_grand_compte_ht = percentOf(prix_ht, discount)
  const prix_total_ht = prix_ht - remise_grand_compte_ht
  const prix_tva = percentOf(prix_total_ht, rate)
  return {
    prix_ht,
    remise_grand_compte_ht,
    prix_total_ht,
    prix_tva,
    prix_final_ttc: prix_total_ht + prix_tva,
    vat: [{ rate, base: prix_total_ht, tax: prix_tva }],
  }
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
    vat: cart.vat.reduce(addVat, sum.vat),
  }))
}

function addVat(sums: readonly VatAmount[], { rate, base, tax }: VatAmount): VatAmount[] {
  const others = sums.filter((sum) => sum.rate !== rate)
  const same = sums.find((sum) => sum.rate === rate)
  return [...others, same ? { rate, base: same.base + base, tax: same.tax + tax } : { rate, base, tax }]
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
