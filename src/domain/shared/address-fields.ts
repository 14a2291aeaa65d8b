/** The fields of a delivery address, and which of them an order needs: one list for the service and the screens. */

/** In the order of partner-api.md 2.4. All are strings. */
export const ADDRESS_FIELDS = [
  'prenom',
  'nom',
  'societe',
  'adresse1',
  'adresse2',
  'code_postal',
  'ville',
  'pays',
  'email',
  'telephone',
  'instructions',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

/** What an order cannot do without, beside who receives it. */
const NEEDED: readonly AddressField[] = ['adresse1', 'code_postal', 'ville']

/** Whether an order always needs the field; of `nom` and `societe` it needs one. */
export const isNeeded = (field: AddressField): boolean => NEEDED.includes(field)

/** What an order's address lacks: `nom` where it names neither a person nor a company. @param given which fields it has */
export function missingFields(given: (field: AddressField) => boolean): AddressField[] {
  const recipient: AddressField[] = given('nom') || given('societe') ? [] : ['nom']
  return [...recipient, ...NEEDED.filter((field) => !given(field))]
}
