/** What is wrong with a database's store, for who examines it. Its own integrity is PostgreSQL's business. */
import { MIGRATIONS } from '../sqlite/migrations.ts'
import type { Examination } from '../sqlite/examination.ts'
import { errorCode } from '../errors.ts'
import { first } from '../work.ts'
import type { PostgresEngine } from './engine.ts'

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
