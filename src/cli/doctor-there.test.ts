/** What `comptoir doctor` tells of the service that runs on a folder. */
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeServerFile } from '../service/server-file.ts'
import { VERSION } from '../service/version.ts'
import { lockFolder } from '../store/lock.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { loaded } from '../testing/loaded-folder.ts'
import type { Loose } from '../testing/shop.ts'

/** A folder that is in use, and a server in the place of its service. */
async function served(listener: RequestListener): Promise<{ data: string; url: string }> {
  const data = await loaded()
  const lock = lockFolder(data)
  const server = createServer(listener)
  onTestFinished(() => {
    server.close()
    lock.release()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeServerFile(data, url)
  return { data, url }
}

test('doctor tells of the store of a running service what that says of it', async () => {
  const { data } = await served((request, response) => {
    const degraded = { status: 'degraded', reason: `full, in ${request.headers['accept-language']}` }
    response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(degraded))
  })
  const { code, stdout } = await cli('doctor', '--data', data, '--json')
  expect(code).toBe(1)
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Loose[] }
  expect(ok).toBe(false)
  expect(checks[0]).toMatchObject({ name: 'store', ok: false, detail: 'full, in en' })
})

test('doctor tells of a service that runs and does not answer', async () => {
  const { data, url } = await served((request) => request.socket.destroy())
  const { code, stdout, stderr } = await cli('doctor', '--data', data)
  expect(code).toBe(1)
  const silent = `service: does not answer at ${url}; end process ${process.pid} and start it again`
  expect(stdout).toContain(`LOOK ${silent}`)
  expect(stderr).toContain(silent)
  expect(JSON.parse((await cli('doctor', '--data', data, '--json')).stdout)).toMatchObject({
    ok: false,
    service: { url, answers: false },
  })
})

test('doctor tells which version serves, and that it is to be restarted where another one is installed', async () => {
  const data = await loaded()
  const lock = lockFolder(data)
  onTestFinished(() => lock.release())
  const served = async (version: string) => {
    const told = {
      url: 'http://127.0.0.1:4580',
      pid: process.pid,
      version,
      startedAt: '2026-01-01T00:00:00Z',
    }
    writeFileSync(join(data, 'server.json'), JSON.stringify(told))
    return (await cli('doctor', '--data', data, '--lang', 'en')).stdout
  }
  expect(await served(VERSION)).toContain(`running at http://127.0.0.1:4580 (version ${VERSION}, `)
  expect(await served(VERSION)).not.toContain('restart')
  expect(await served('0.0.9')).toMatch(
    /\(version 0\.0\.9, .*; this program is version .*: restart the service/,
  )
})
