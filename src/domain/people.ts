/** People of a shared server, and who does something there. */
import type { Role } from './shared/rights.ts'

/** Who changes something: a person who has signed in, a program with the key (one's own machine, too), a command. */
export type Actor =
  | { readonly by: 'person'; readonly person: number }
  | { readonly by: 'key' | 'command'; readonly person: null }

export const BY_KEY: Actor = { by: 'key', person: null }
export const BY_COMMAND: Actor = { by: 'command', person: null }
export const byPerson = (person: number): Actor => ({ by: 'person', person })

/** A person as others see him. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** ISO */
  readonly createdAt: string
  /** ISO; null while he may sign in */
  readonly disabledAt: string | null
  /** ISO; null where he never has */
  readonly lastSignInAt: string | null
}

const LONGEST_NAME = 100

/** A name as it is kept. */
export const composedName = (name: string): string => name.normalize('NFC').trim()

/** What a name is found and told from others by: case and width of letters do not count, accents do. */
export const nameKey = (name: string): string => composedName(name).normalize('NFKC').toLowerCase()

/** Whether a person, a customer or a saved configuration can be called so: 1 to 100 characters on one line that all can be seen. */
export function isPersonName(name: string): boolean {
  const text = composedName(name)
  return text !== '' && [...text].length <= LONGEST_NAME && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
}
