/** Programs that run while a newer one changes the store's schema beside them. */
import { StoreError } from '../errors.ts'
import { MIGRATIONS } from '../sqlite/migrations.ts'
import { withoutPassword } from './address.ts'

/** Under which it is counted how many steps of the schema a program must know that goes on with the store. */
export const NEEDED_COUNTER = 'needed'

/** @throws StoreError `newer` where a newer program has changed the store so that this one cannot go on */
export function refuseOutdated(needed: number | undefined, url: string): void {
  if (needed === undefined || needed <= MIGRATIONS.length) return
  const file = withoutPassword(url)
  throw new StoreError('newer', { file, schema: needed, known: MIGRATIONS.length })
}
