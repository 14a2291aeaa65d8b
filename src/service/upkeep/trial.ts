/** Whether a service can begin over a store, before that takes another's place. */
import pino from 'pino'
import { Service } from '../service.ts'

/** Begins a service over the store of a folder, and ends it. @throws what keeps one from beginning */
export async function beginOver(folder: string): Promise<void> {
  const service = await Service.open({ folder, log: pino({ level: 'silent' }) })
  await service.close()
}
