/** Codes that may be told outside: the program's own, the system's, SQLite's and PostgreSQL's. No other word is one. */
import { getSystemErrorMap } from 'node:util'
import { MESSAGE_CODES } from '../../domain/messages.ts'
import { STORE_ERROR_CODES } from '../../domain/store-messages.ts'

const SYSTEM: ReadonlyMap<string, string> = new Map(getSystemErrorMap().values())
const OWN: ReadonlySet<string> = new Set<string>([...MESSAGE_CODES, ...STORE_ERROR_CODES])
/** Of Node, its client of HTTP, the framework, SQLite, and the program that sends e-mail. */
const THEIRS =
  /^(ERR|UND_ERR|FST_ERR|SQLITE)(_[A-Z0-9]+)+$|^E(AUTH|TLS|SOCKET|CONNECTION|PROTOCOL|MESSAGE|ENVELOPE|DNS|STREAM)$/
/** A state of SQL, which always has digits. */
const SQLSTATE = /^(?=.*\d.*\d)[0-9A-Z]{5}$/

export function toldCode(code: unknown, isOfDatabase = false): string | undefined {
  if (typeof code !== 'string') return undefined
  const isKnown =
    SYSTEM.has(code) || OWN.has(code) || THEIRS.test(code) || (isOfDatabase && SQLSTATE.test(code))
  return isKnown ? code : undefined
}

/** What the system says of its code, in its own words. */
export const systemWords = (code: string): string | undefined => SYSTEM.get(code)
