/** A shared store set back to last night's dump (docs/server.md, "Backup"): what was sent since is not sent again. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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

async function query(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: comptoir.env['COMPTOIR_STORE']! })
  await client.connect()
  await client.query(sql)
  await client.end()
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
  const sent = await order('SENT')
  await isSent(sent)
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
  await comptoir.stop()

  comptoir.env['COMPTOIR_STORE'] = dump
  await query("UPDATE counters SET last = last + 1000 WHERE name IN ('orders', 'quotes')")
  expect(JSON.parse(await comptoir.done(['doctor', '--json']))).toMatchObject({ ok: true })
  await comptoir.serve()
  await isSent(waiting)
  const next = await order('NEXT')
  await isSent(next)
  expect(next).toBe(waiting + 1001)
  for (const devis of ['SENT', 'WAITING', 'LOST', 'NEXT'])
    expect([devis, await atPartner(devis)]).toEqual([devis, 1])
  const list = await comptoir.partner<{ id: number }[]>('GET', 'print/commande/')
  expect(list.body.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([sent, waiting, next])
})
