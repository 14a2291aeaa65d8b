/**
 * How a portable quote says which partner a line is of: a Comptoir that has that partner finds it, and a customer, who is
 * given the file, does not read at whose his goods are made.
 */
const MARK = 'sha256:'

/** @param digest of the partner's name */
export const markOf = (digest: string): string => `${MARK}${digest}`

/** Whether a source is told by its mark alone: nobody here has that name. */
export const isSourceMark = (source: string): boolean => source.startsWith(MARK)
