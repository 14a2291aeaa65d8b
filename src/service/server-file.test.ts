import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../store/errors.ts'
import { lockFolder } from '../store/lock.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { listeningAt, runningService, withHolder, writeServerFile } from './server-file.ts'

test.each([
  ['by the service that wrote where it is', process.pid, { url: 'http://127.0.0.1:4580', pid: process.pid }],
  [
    'by another than the one that was killed',
    spawnSync(process.execPath, ['-e', '']).pid,
    { url: '', pid: 0 },
  ],
])('a folder that is held %s is told to be in use by no other', (_whom, pid, named) => {
  const folder = temporaryFolder()
  const lock = lockFolder(folder)
  onTestFinished(() => lock.release())
  const written = { url: 'http://127.0.0.1:4580', pid, version: '1', startedAt: '2026-01-01T00:00:00Z' }
  writeFileSync(join(folder, 'server.json'), JSON.stringify(written))
  expect(withHolder(new StoreError('locked', { folder }))).toMatchObject({ code: 'locked', params: named })
  expect(runningService(folder)).toMatchObject({ running: true, server: named.pid === 0 ? null : named })
})

test.each([
  ['http://0.0.0.0:4580', 'http://127.0.0.1:4580'],
  ['http://[::]:4580', 'http://[::1]:4580'],
  ['http://127.0.0.1:4580', 'http://127.0.0.1:4580'],
])('who listens at %s is opened at %s', (listening, url) => {
  const folder = temporaryFolder()
  const lock = lockFolder(folder)
  onTestFinished(() => lock.release())
  writeServerFile(folder, 'http://[::]:1')
  writeServerFile(folder, listening)
  expect(runningService(folder).server?.url).toBe(url)
  // Which partners' addresses are this service's own hangs on all that it listens at.
  expect(listeningAt(folder)).toBe(listening)
})
