/** The rates and exemptions of VAT that the program delivers, by the names that the settings begin with. */
export const DELIVERED_VAT_NAMES = {
  intracommunautaire: 'Livraison intracommunautaire',
  exportation: 'Exportation',
  franchise: 'Franchise en base',
  livres: 'Taux réduit (livres)',
  normal: 'Taux normal (TVA française)',
} as const
export type DeliveredVat = keyof typeof DELIVERED_VAT_NAMES

/** Which of them a name is of; null: the shop's own, or one that it has renamed. */
export const deliveredVat = (name: string): DeliveredVat | null =>
  (Object.keys(DELIVERED_VAT_NAMES) as DeliveredVat[]).find((id) => DELIVERED_VAT_NAMES[id] === name) ?? null

/** The rate that is due where nothing exempts, also of what goes to a private customer in another state of the Union. */
export const STANDARD_VAT = {
  id: 'normal',
  name: DELIVERED_VAT_NAMES.normal,
  rate: '20',
  mention: 'TVA au taux normal, article 278 du CGI',
  needsVatNumber: false,
} as const

/** Whether a list has it, by whatever name. */
export const hasStandardVat = (regimes: readonly { readonly id: string; readonly rate: string }[]): boolean =>
  regimes.some(({ id, rate }) => id === STANDARD_VAT.id || Number(rate) === Number(STANDARD_VAT.rate))
