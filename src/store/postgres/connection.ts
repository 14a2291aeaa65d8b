import pg from 'pg'
import { StoreError } from '../errors.ts'
import { isPostgres, withoutPassword } from './address.ts'
import { restored } from './text.ts'

/** Whole numbers beyond 32 bits (ids, cents, counts) and sums of them: all of ours are exact as JavaScript's. */
const { INT8, NUMERIC, TEXT } = pg.types.builtins
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [TEXT, restored],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? (pg.types.getTypeParser(oid, format) as never),
}

/** How long a connection is waited for; who wants to write waits for the next one. */
const CONNECT_MS = 5_000
/** How long a change waits for the one of another process. */
const LOCK_MS = 5_000
/** A process that stands still in the middle of a change loses it, so that the others go on. */
const IDLE_IN_CHANGE_MS = 3_000
/** Nothing that we read takes longer. */
const STATEMENT_MS = 60_000

/** Settings of each connection to the database at a URL. @throws StoreError `url_invalid` */
export function connectionTo(url: string): pg.ClientConfig {
  if (!isPostgres(url)) throw new StoreError('url_invalid', { url: withoutPassword(url) })
  return {
    connectionString: asLibpqReads(url),
    application_name: 'comptoir',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    lock_timeout: LOCK_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_CHANGE_MS,
    types,
  }
}

/** `sslmode` means what it does to PostgreSQL's own programs; the client would warn, and check what was not asked for. */
function asLibpqReads(url: string): string {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/**
 * What PostgreSQL's answers and the network's failures mean: codes of SQLSTATE and of the system. 25P03: it has ended a
 * connection that stood still in the middle of a change.
 */
const AWAY = /^(080|57P0|53300|25P03|E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND))/
const LOST =
  /^(Connection terminated|Client (was closed|has encountered)|timeout exp|Query read timeout|timeout exceeded)/

/** Whether an error is that the database cannot be reached now: it goes on by itself once it can be. */
export function isAway(error: unknown): boolean {
  const { code, message, syscall } = error as {
    readonly code?: unknown
    readonly message?: string
    readonly syscall?: string
  }
  // A socket that is named and not there is no file of a store's.
  return syscall === 'connect' || (typeof code === 'string' && AWAY.test(code)) || LOST.test(message ?? '')
}

/**
 * Whether a statement was prepared for tables that have other columns by now: a newer program has migrated the store beside
 * this one. A new connection prepares it anew.
 */
export function isStale(error: unknown): boolean {
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string }
  return code === '0A000' && message.startsWith('cached plan')
}

/** What PostgreSQL or the network said of a store, as a StoreError; other errors are defects and stay what they are. */
export function postgresFailure(error: unknown, url: string): unknown {
  if (error instanceof StoreError) return error
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string }
  const store = withoutPassword(url)
  if (isAway(error)) return new StoreError('away', { store, problem: message || code }, error)
  if (code === '55P03') return new StoreError('busy', { file: store }, error)
  if (/client password must be/.test(message)) return new StoreError('password_missing', { store }, error)
  if (/does not support SSL/.test(message)) return new StoreError('tls_missing', { store }, error)
  if (/^28/.test(code)) return new StoreError('access_denied', { store, problem: message }, error)
  if (code === '3D000') return new StoreError('database_missing', { store }, error)
  if (code === '53100') return new StoreError('full', { file: store }, error)
  if (code === '25006') return new StoreError('database_read_only', { store, problem: message }, error)
  // 3F000: of no schema it may use anything.
  if (code === '42501' || code === '3F000') return rightLacking(url, message, error)
  return error
}

/** What a database's user may not do, with what gives him the right. @param problem as PostgreSQL says it */
export function rightLacking(url: string, problem: string, cause?: unknown): StoreError {
  const user = named(decodeURIComponent(new URL(url).username) || 'USER')
  return new StoreError(
    'right_lacking',
    { store: withoutPassword(url), user, problem, remedy: remedyOf(problem, user) },
    cause,
  )
}

/** The statement that gives the right. In another language than English nobody reads what is missing: all of them. */
function remedyOf(problem: string, user: string): string {
  const [, database] = /^permission denied for database "?([^"]+)"?$/.exec(problem) ?? []
  if (database !== undefined) return `GRANT CONNECT ON DATABASE ${named(database)} TO ${user}`
  const [, table] = /^must be owner of (?:table|relation) "?([^"]+)"?$/.exec(problem) ?? []
  if (table !== undefined) return `ALTER TABLE ${named(table)} OWNER TO ${user}`
  const ofSchema = `GRANT USAGE, CREATE ON SCHEMA public TO ${user}`
  const ofTables = `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${user}`
  if (/for schema|no schema/.test(problem)) return ofSchema
  return /for (table|relation)/.test(problem) ? ofTables : `${ofSchema}; ${ofTables}`
}

/** A name as SQL writes it. */
const named = (name: string) =>
  /^[a-z_][a-z0-9_]*$|^USER$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
