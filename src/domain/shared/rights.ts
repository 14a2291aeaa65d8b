/** Who may do what on a shared server: one table for the service, which holds everyone to it, and for the screens. */

export const ROLES = ['vendeur', 'responsable', 'administrateur'] as const
export type Role = (typeof ROLES)[number]

export const RIGHTS = [
  /** the catalogue, sale prices, quotes, orders and where they stand; customers to read */
  'desk',
  /** what sources ask, and the mark-ups on it */
  'costs',
  /** what waits for a person: transmissions, a partner's other price, what the customer pays after it */
  'decide',
  /** customers, changed */
  'customers',
  /** partners to look at, and their syncs */
  'sync',
  'settings',
  'partners',
  'tokens',
  'people',
  'journal',
] as const
export type Right = (typeof RIGHTS)[number]
/** Of who is at the machine itself, or has the key. */
export const EVERY_RIGHT: ReadonlySet<Right> = new Set(RIGHTS)

const VENDEUR: readonly Right[] = ['desk']
const RESPONSABLE: readonly Right[] = [...VENDEUR, 'costs', 'decide', 'customers', 'sync']

export const ROLE_RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  vendeur: VENDEUR,
  responsable: RESPONSABLE,
  administrateur: RIGHTS,
}

export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text)
