/** Every route of the application as it is registered. */
import type { RouteOptions } from 'fastify'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { buildApp } from '../http/app.ts'
import { Service } from '../service/service.ts'
import { KEY, TestClock } from './app.ts'
import { temporaryFolder } from './folder.ts'

export async function routesOf(): Promise<RouteOptions[]> {
  const service = await Service.open({
    ...{ folder: temporaryFolder(), clock: new TestClock(), log: pino({ level: 'silent' }) },
  })
  onTestFinished(() => service.close())
  const found: RouteOptions[] = []
  const app = buildApp(service, {
    ...{ key: KEY, renderer: '/nonexistent', host: null },
    onRoute: (route) => found.push(route),
  })
  onTestFinished(() => app.close())
  await app.ready()
  return found
}
