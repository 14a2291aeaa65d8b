/** A service that begins anew over another store. */
import { errorCode, StoreError } from '../../store/errors.ts'
import type { Service } from '../service.ts'
import type { Replaced, Replacement } from './replacement.ts'
import { beginOver } from './trial.ts'

/**
 * Ends a service, replaces its store, and begins another: over the store from before where it could not be replaced.
 * @param begin as the first service was begun
 * @throws what `begin` throws
 */
export async function renew(
  service: Service,
  { what, run }: Replacement,
  begin: (replaced: Replaced) => Promise<Service>,
): Promise<Service> {
  await service.close()
  let problem: Replaced['problem'] = null
  try {
    await run(beginOver)
  } catch (error) {
    service.log.error(
      { err: error },
      'the store could not be replaced; the service goes on with the one from before',
    )
    problem =
      error instanceof StoreError
        ? { code: error.code, params: error.params }
        : { code: errorCode(error) || String(error), params: {} }
  }
  return begin({ what, problem })
}
