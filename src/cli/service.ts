import pino, { type Logger } from 'pino'
import { LogDestination } from '../service/log.ts'
import { logOptions } from '../service/log-secrets.ts'
import { listeningAt } from '../service/server-file.ts'
import { Service } from '../service/service.ts'

/** The log on standard error: standard output is for results. */
export function logger(level: string): Logger {
  return pino(logOptions(level), new LogDestination(null))
}

/** Where a command's store is: a PostgreSQL database's address, else the file of the data folder. */
export interface StoreOptions {
  readonly data: string
  readonly store?: string | undefined
}

/** Opens the service for one command, beside the one that may run on the folder, and closes it whatever happens. */
export async function withService<T>(
  { data, store }: StoreOptions,
  work: (service: Service) => T | Promise<T>,
): Promise<T> {
  const place = { folder: data, url: store ?? null }
  const service = await Service.open({ ...place, log: logger('error'), environment: process.env })
  try {
    service.partners.servedAt(listeningAt(data))
    return await work(service)
  } finally {
    await service.close()
  }
}
