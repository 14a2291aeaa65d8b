/** The server beside the desktop window, over the real service and real sockets. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { world } from '../testing/app.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { buildApp } from './app.ts'
import { LocalServer } from './local-server.ts'

/** A port that another program has, until it lets go of it. */
async function taken() {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const free = () => new Promise<void>((closed) => void server.close(() => closed()))
  return { port, free }
}
async function freePort(): Promise<number> {
  const { port, free } = await taken()
  await free()
  return port
}

async function made() {
  const { service } = await world()
  const folder = service.store.folder
  const options = { folder, renderer: temporaryFolder(), log: service.log }
  const local = new LocalServer(options)
  onTestFinished(() => local.rest())
  await local.serve(service)
  const app = buildApp(service, { key: 'k', renderer: options.renderer, host: null, localServer: local })
  onTestFinished(() => app.close())
  const call = (method: 'GET' | 'PUT', payload?: object) =>
    app.inject({
      method,
      url: '/api/local-server',
      headers: { authorization: 'Bearer k' },
      ...(payload && { payload }),
    })
  return { service, folder, options, local, call }
}

test('it is off until it is turned on; then tools reach it, and server.json says where', async () => {
  const { folder, call } = await made()
  expect((await call('GET')).json()).toEqual({
    on: false,
    port: 4580,
    network: false,
    url: null,
    problem: null,
  })
  const port = await freePort()
  const on = (await call('PUT', { on: true, port, network: false })).json<{ url: string }>()
  expect(on).toMatchObject({ on: true, url: `http://127.0.0.1:${port}`, problem: null })
  expect((await fetch(`${on.url}/health`)).status).toBe(200)
  expect((await fetch(`${on.url}/api/status`)).status).toBe(401)
  expect((await fetch(`${on.url}/0.2/print/produit/`)).status).toBe(401)
  expect(JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'))).toMatchObject({
    url: on.url,
    pid: process.pid,
  })
  if (process.platform !== 'win32')
    expect(statSync(join(folder, 'comptoir.local-server.json')).mode & 0o777).toBe(0o600)
  expect((await call('PUT', { on: false, port, network: false })).json()).toMatchObject({
    on: false,
    url: null,
  })
  await expect(fetch(`${on.url}/health`)).rejects.toThrow()
  expect(existsSync(join(folder, 'server.json'))).toBe(false)
})

test('turning it off ends the streams of its own clients alone', async () => {
  const { service, local } = await made()
  const port = await freePort()
  await local.choose({ on: true, port, network: false })
  await local.choose({ on: false, port, network: false })
  expect(service.events.ended).toBe(false)
})

test('a port that is taken is said, keeps nothing from working, and is taken once it is free', async () => {
  const { service, options, local, call } = await made()
  const other = await taken()
  const told = (await call('PUT', { on: true, port: other.port, network: false })).json<{ problem: string }>()
  expect(told).toMatchObject({ on: true, url: null })
  expect(told.problem).toContain(`Le port ${other.port} est déjà pris`)
  await local.rest()
  // As the application starts the next time: it opens, and says so.
  const next = new LocalServer(options)
  onTestFinished(() => next.rest())
  await next.serve(service)
  expect(next.state).toMatchObject({ on: true, url: null, problem: { code: 'local_port_in_use' } })
  await other.free()
  expect(await next.choose({ on: true, port: other.port, network: false })).toMatchObject({ problem: null })
  expect((await fetch(`http://127.0.0.1:${other.port}/health`)).status).toBe(200)
})

test('changes come one after the other, however fast they are made', async () => {
  const { local } = await made()
  const ports = [await freePort(), await freePort(), await freePort()]
  await Promise.all(ports.map((port) => local.choose({ on: true, port, network: false })))
  expect(local.state.url).toBe(`http://127.0.0.1:${ports[2]}`)
  expect((await fetch(`${local.state.url}/health`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.1:${ports[0]}/health`)).rejects.toThrow()
})

test('what is no port is refused at its place; without a window there is no such thing', async () => {
  const { call } = await made()
  for (const port of [0, 65_536, 1.5, '4580', null]) {
    const answer = await call('PUT', { on: true, port, network: false })
    expect([
      answer.statusCode,
      answer.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path),
    ]).toEqual([400, ['/port']])
  }
  const { desk } = await world()
  expect((await desk.get('/api/local-server')).statusCode).toBe(404)
})
