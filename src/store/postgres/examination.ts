/** What is wrong with a database's store, for who examines it. Its own integrity is PostgreSQL's business. */
import { MIGRATIONS } from '../sqlite/migrations.ts'
import type { Examination } from '../sqlite/examination.ts'
import { errorCode } from '../errors.ts'
import { all, first } from '../work.ts'
import type { PostgresEngine } from './engine.ts'
import { SERVICES } from './listener.ts'

/** Looks whether a store can be written, by writing nothing to it. */
export async function examinationOf(engine: PostgresEngine): Promise<Examination> {
  const row = await engine.read(() => first<{ version: number }>('SELECT version FROM comptoir_schema'))
  const version = row?.version ?? 0
  const schema = { version, isCurrent: version === MIGRATIONS.length }
  try {
    await engine.write(() => first('SELECT 1'))
    return { wrong: null, schema }
  } catch (error) {
    return { wrong: { code: 'store_unwritable', file: engine.place, cause: errorCode(error) }, schema }
  }
}

/** A service that has the store, as the database sees it. */
export interface ServiceSeen {
  /** whence it is connected; null: on the database's own machine */
  readonly address: string | null
  /** since when, ISO */
  readonly since: string
}

/** Every service that has the store, whichever its folder, in the order in which they came. */
export const servicesOf = (engine: PostgresEngine): Promise<ServiceSeen[]> =>
  engine.read(() => all<ServiceSeen>(SERVICES))
