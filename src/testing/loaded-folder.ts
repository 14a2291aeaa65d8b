/** For tests of the command line: a bundle as a file, and a data folder with the shop. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Service } from '../service/service.ts'
import { temporaryFolder } from './folder.ts'
import { SHOP } from './shop.ts'
import { logger } from '../cli/service.ts'

/** What is refused, in one clear line. */
export const oneLine = /^comptoir: [^\n]+\n$/

export function bundleFile(bundle: unknown = SHOP): string {
  const file = join(temporaryFolder(), 'bundle.json')
  writeFileSync(file, typeof bundle === 'string' ? bundle : JSON.stringify(bundle))
  return file
}

/** A data folder with the shop loaded, without a process. @param change what is done besides */
export async function loaded(change?: (service: Service) => unknown): Promise<string> {
  const folder = temporaryFolder()
  const service = await Service.open({ folder, log: logger('silent') })
  await service.catalogue.importBundle(SHOP)
  await change?.(service)
  await service.close()
  return folder
}
