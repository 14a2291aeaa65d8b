/** A shared store set back to last night's dump (docs/server.md, "Backup"): what was sent since is not sent again. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type PostgresServer } from '../../src/testing/postgres-server.ts'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultLine } from '../partner/configurations.ts'
import { ADDRESS, Comptoir, until, type Json } from './comptoir.ts'

const SHAPE = { seed: 11, products: 4, families: 3 }

let postgres: PostgresServer
let partner: RunningPartner
let comptoir: Comptoir

beforeAll(async () => {
  postgres = await startPostgres()
  partner = await startPartner(SHAPE)
  comptoir = new Comptoir({ COMPTOIR_STORE: await postgres.create() })
})

afterAll(async () => {
  await comptoir.end()
  await partner.stop()
  await postgres.stop()
})

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: comptoir.env['COMPTOIR_STORE']! })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}

/** What a tool is told first that comes back to its events. */
async function toldAfter(lastEventId: string): Promise<string> {
  const headers = { authorization: `Token ${comptoir.token}`, 'Last-Event-ID': lastEventId }
  const abort = new AbortController()
  const { body } = await fetch(`${comptoir.url}/0.2/events/`, { headers, signal: abort.signal })
  let text = ''
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    text += part
    if (/^event:/m.test(text) && text.endsWith('\n\n')) break
  }
  abort.abort()
  return text
}

/**
 * Another database with what the store's holds now: by PostgreSQL's own tools where they are named, else as a copy.
 * @returns its address
 */
async function dumped(): Promise<string> {
  const from = comptoir.env['COMPTOIR_STORE']!
  const bin = process.env['COMPTOIR_TEST_POSTGRES'] ?? ''
  if (!existsSync(join(bin, 'pg_dump'))) return postgres.create(new URL(from).pathname.slice(1))
  const file = join(comptoir.folder, 'comptoir.dump')
  const to = await postgres.create()
  for (const [tool, ...args] of [
    ['pg_dump', '-Fc', '-f', file, from],
    ['pg_restore', '--exit-on-error', '--no-owner', '-d', to, file],
  ]) {
    const { status, stderr } = spawnSync(join(bin, tool!), args, { encoding: 'utf8' })
    expect({ tool, status, stderr }).toEqual({ tool, status: 0, stderr: '' })
  }
  return to
}

const statusOf = async (id: number) =>
  (await comptoir.partner<{ status: string }>('GET', `print/commande/${id}/`)).body.status
const isSent = (id: number) =>
  until(
    `order ${id} is sent`,
    () => statusOf(id),
    (status) => status !== 'a_transmettre',
  )
const atPartner = async (devis: string) =>
  (await partner.orders()).filter(({ order }) => order.reference_client.startsWith(`${devis}-`)).length

it('is served as before: orders that were sent after the dump are found and not sent again, numbers go on', async () => {
  await comptoir.setUpstream(partner)
  await comptoir.done(['sync'])
  await comptoir.makeToken()
  await comptoir.serve()
  await comptoir.hush()
  let line: Json = {}
  for (const product of buildCatalogue(SHAPE).products.values()) {
    line = { ...defaultLine(product) }
    if ((await comptoir.partner('POST', 'print/panier/', { lignes: [line] })).status === 200) break
  }
  const order = async (devis: string) => {
    const body = { devis, adresse_livraison: ADDRESS, lignes: [line] }
    const answer = await comptoir.partner<{ id: number }>('POST', 'print/panier/validate/', body)
    expect(answer, answer.text).toMatchObject({ status: 201 })
    return answer.body.id
  }
  const quote = async () => {
    const lines = [{ area: 'print', line, delai: null }]
    const { id } = (await comptoir.desk<{ id: number }>('POST', 'quotes', { lines, address: ADDRESS })).body
    const made = await comptoir.desk<{ number: string }>('PUT', `quotes/${id}/state`, { state: 'sent' })
    expect(made, made.text).toMatchObject({ status: 200 })
    return made.body.number
  }
  const sent = await order('SENT')
  await isSent(sent)
  const first = await quote()
  await partner.offline(120_000)
  const waiting = await order('WAITING')
  await comptoir.stop()
  const dump = await dumped()

  // The day after the dump: what waited is sent, and more comes.
  await partner.offline(0)
  await comptoir.serve()
  await isSent(waiting)
  const lost = await order('LOST')
  await isSent(lost)
  const numbers = [first, await quote()]
  const [heard] = await query<{ id: string }>('SELECT max(id)::text AS id FROM events')
  await comptoir.stop()

  comptoir.env['COMPTOIR_STORE'] = dump
  await query(readFileSync(new URL('../../deploy/after-restore.sql', import.meta.url), 'utf8'))
  expect(JSON.parse(await comptoir.done(['doctor', '--json']))).toMatchObject({ ok: true })
  await comptoir.serve()
  await isSent(waiting)
  const next = await order('NEXT')
  await isSent(next)
  expect(next).toBe(waiting + 1001)
  for (let i = 0; i < 3; i++) numbers.push(await quote())
  expect(new Set(numbers).size).toBe(5)
  expect(numbers.slice(2).map((number) => number.slice(-4))).toEqual(['0001', '0002', '0003'])
  expect(await toldAfter(heard!.id)).toContain('event: missed')
  for (const devis of ['SENT', 'WAITING', 'LOST', 'NEXT'])
    expect([devis, await atPartner(devis)]).toEqual([devis, 1])
  const list = await comptoir.partner<{ id: number }[]>('GET', 'print/commande/')
  expect(list.body.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([sent, waiting, next])
})
