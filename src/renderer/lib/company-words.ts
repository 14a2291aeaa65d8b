import type { Company } from '../api/types'

/** A contact on one line: by name, with what he does. */
export const contactWords = ({
  firstName,
  lastName,
  role,
}: Pick<Company['contacts'][number], 'firstName' | 'lastName' | 'role'>): string => {
  const name = [firstName, lastName].filter((part) => part !== '').join(' ')
  return role === '' ? name : `${name} (${role})`
}
