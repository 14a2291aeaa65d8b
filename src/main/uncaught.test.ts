/** An error that nobody caught, by a stand-in of the process that tells of it. */
import { EventEmitter } from 'node:events'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ending } from './life-cycle.ts'
import { outliveUncaught } from './uncaught.ts'

const told = vi.hoisted(() => ({ steps: [] as unknown[] }))
vi.mock('electron', () => ({
  app: {
    relaunch: (options: object) => void told.steps.push(options),
    exit: (code: number) => void told.steps.push(`exit ${code}`),
  },
  dialog: { showErrorBox: (title: string) => void told.steps.push(title) },
}))

const { argv } = process
beforeEach(() => {
  told.steps.length = 0
  process.argv = ['comptoir', '--data=/srv/data']
  vi.useFakeTimers()
  vi.stubEnv('APPIMAGE', undefined)
})
afterEach(() => {
  process.argv = argv
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** An application whose service closes at once; told how often it quits, and what it logs. */
function running(isQuitting = false) {
  const source = new EventEmitter()
  const logged: { level: number; msg: string }[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[0]) })
  const quitWith = vi.fn((ending: Ending) => ending(true))
  outliveUncaught({
    ...{ source: source as unknown as NodeJS.Process, log, quitWith },
    ...{ locale: () => 'fr', isQuitting: () => isQuitting, address: () => 'app://comptoir/#/devis/3' },
  })
  return { source, logged, quitWith }
}

test('is logged, and the application begins anew where it was, once', () => {
  const { source, logged, quitWith } = running()
  vi.advanceTimersByTime(60_000)
  source.emit('uncaughtException', new Error('broken'))
  source.emit('uncaughtException', new Error('and again, as it closes'))
  expect(told.steps).toEqual([{ args: ['--data=/srv/data', '--page=#/devis/3'] }, 'exit 0'])
  expect(quitWith).toHaveBeenCalledTimes(1)
  expect(logged.map(({ level }) => level)).toEqual([60, 60])
})

test('right after the start it is said, and nothing begins anew: it would fail for ever', () => {
  running().source.emit('uncaughtException', new Error('broken'))
  expect(told.steps).toEqual(['Comptoir s’est arrêté sur une erreur', 'exit 1'])
})

test('while a person quits, it is logged alone', () => {
  const { source, logged } = running(true)
  source.emit('uncaughtException', new Error('broken'))
  expect(told.steps).toEqual([])
  expect(logged).toHaveLength(1)
})

test('a task that nobody waited for is logged, and everything goes on', () => {
  const { source, logged } = running()
  source.emit('unhandledRejection', new Error('unheard'))
  expect(told.steps).toEqual([])
  expect(logged).toMatchObject([{ level: 50, err: { message: 'unheard' } }])
})
