/** A partner that means harm: it costs us its prices, and nothing else. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultLine } from '../partner/configurations.ts'
import { attackKinds } from '../partner/faults.ts'
import { Comptoir, until, type Json } from './comptoir.ts'

const TOKEN = 'jeton-tres-secret-7f3a91'
const SHAPE = { seed: 51, products: 6, families: 2 }
const catalogue = buildCatalogue(SHAPE)
const [product] = [...catalogue.products.values()]
const MOST_MEMORY_KB = 700 * 1024

let partner: RunningPartner
let comptoir: Comptoir
/** everything that was printed or answered */
let shown = ''

beforeAll(async () => {
  partner = await startPartner({ ...SHAPE, token: TOKEN })
  comptoir = new Comptoir({ COMPTOIR_LOG_LEVEL: 'trace' })
  await comptoir.setUpstream(partner)
  await comptoir.done(['sync'])
  await comptoir.makeToken()
  await comptoir.serve()
  await comptoir.hush()
})
afterAll(async () => {
  await comptoir.end()
  await partner.stop()
})
beforeEach(() => partner.clearFaults())

async function sync(): Promise<Json> {
  const state = () => comptoir.desk('GET', 'sync')
  await until('the sync ends', state, ({ body }) => body['state'] !== 'running')
  expect((await comptoir.desk('POST', 'sync', {})).status).toBe(202)
  const { body, text } = await until('the sync ends', state, (seen) => seen.body['state'] !== 'running')
  shown += text
  return body
}

/** The most memory that the service has taken so far, in kB; null where the system does not say. */
async function peak(): Promise<number | null> {
  const status = await readFile(`/proc/${comptoir.pid}/status`, 'utf8').catch(() => '')
  const found = /VmHWM:\s+(\d+) kB/.exec(status)
  return found ? Number(found[1]) : null
}

describe.each(attackKinds)('%s', (kind) => {
  it('of a price, a cart, an order: the answer is one of ours, and never 500', async () => {
    const line = defaultLine(product!)
    const address = { nom: 'Martin', adresse1: '1 rue', code_postal: '69001', ville: 'Lyon', pays: 'France' }
    const cart = { devis: 'R', adresse_livraison: address, lignes: [line] }
    await partner.faults({ path: '^/0.2/', kind, times: 1_000 })
    for (const [path, body] of [
      ['print/prix/', line],
      ['print/panier/', cart],
      ['print/panier/validate/', cart],
    ] as const) {
      const answer = await comptoir.partner('POST', path, body)
      expect([200, 201, 400], `${path}: ${answer.text}`).toContain(answer.status)
      shown += answer.text
    }
    const { status, text } = await comptoir.desk('POST', 'prices', { area: 'print', line })
    expect([200, 400]).toContain(status)
    shown += text
  })

  it('of its catalogue: the old one stays, and why is said in French', async () => {
    const before = (await comptoir.partner('GET', 'print/produit/')).text
    await partner.faults({ path: 'produit/$', kind, times: 1_000 })
    const { state, error } = await sync()
    expect(state).toBe('failed')
    expect(error).toMatch(/partenaire/)
    expect((await comptoir.partner('GET', 'print/produit/')).text).toBe(before)
    const { code, stdout, stderr } = await comptoir.run(['sync'])
    expect(code).not.toBe(0)
    shown += stdout + stderr
  })
})

it('no attack took the memory of the machine, nor the token out of the box', async () => {
  shown += (await comptoir.desk('GET', 'outbox')).text + (await comptoir.desk('GET', 'upstream')).text
  const most = await peak()
  if (most !== null) expect(most).toBeLessThan(MOST_MEMORY_KB)
  for (const text of [shown, comptoir.log]) {
    expect(text).not.toContain(TOKEN)
    expect(text).not.toContain(TOKEN.slice(0, 12))
  }
  expect(shown).toContain('[hidden]')
})

it('a product that cannot be used is refused by name, and the rest is taken', async () => {
  const [first, second] = [...catalogue.products.values()].map(({ page }) => page)
  await partner.catalogue(
    { op: 'rename', id: second!.id, nom: 'Autre nom' },
    { op: 'quantities', id: first!.id, quantites: { range: false, available: [1e300] } },
  )
  const { state, refused, refusedCount } = await sync()
  expect(state).toBe('idle')
  expect(refusedCount).toBe(1)
  expect(refused).toEqual([
    {
      ...{ area: 'print', id: first!.id, name: first!.nom },
      message: 'valeur illisible à /quantites/available/0 (1e+300)',
    },
  ])
  const names = (
    await comptoir.partner<{ id: number; nom: string; quantites: unknown }[]>('GET', 'print/produit/')
  ).body
  expect(names.find(({ id }) => id === second!.id)?.nom).toBe('Autre nom')
  expect(names.find(({ id }) => id === first!.id)?.quantites, 'as it was').toEqual(first!.quantites)
  expect((await comptoir.run(['sync'])).stdout).toContain(`not taken: print ${first!.id}`)
})

it('a product with 200,000 quantities is one among others', async () => {
  const [first] = [...catalogue.products.values()].map(({ page }) => page)
  const available = Array.from({ length: 200_000 }, (_, i) => i + 1)
  await partner.catalogue({ op: 'quantities', id: first!.id, quantites: { range: false, available } })
  expect(await sync()).toMatchObject({ state: 'idle', refusedCount: 0 })
  const page = await comptoir.partner<{ quantites: { available: number[] } }>(
    'GET',
    `print/produit/${first!.id}/`,
  )
  expect(page.body.quantites.available).toHaveLength(200_000)
})

describe('a partner is tried where it is set', () => {
  it('by command line and by doctor', async () => {
    const other = new Comptoir()
    try {
      const set = async (url: string, token: string) => {
        const { code, stdout, stderr } = await other.run(['upstream', 'set', '--url', url, '--json'], token)
        expect(code, stderr).toBe(0)
        return (JSON.parse(stdout) as { check: Json }).check
      }
      expect(await set(partner.url, 'un-autre-jeton')).toMatchObject({
        ok: false,
        code: 'partner_unauthorized',
      })
      const wrong = await other.run(['doctor'])
      expect(wrong.code).not.toBe(0)
      expect(wrong.stderr).toContain('401')
      expect(await set('https://nowhere.invalid', TOKEN)).toMatchObject({ ok: false })
      expect((await other.run(['doctor'])).code).not.toBe(0)
      expect(await set(partner.url, TOKEN)).toMatchObject({ ok: true, code: 'partner_ok' })
      await other.done(['sync'])
      const sound = await other.run(['doctor'])
      expect(sound.code, sound.stderr).toBe(0)
    } finally {
      await other.end()
    }
  })

  it('by the settings, which keep it and say what came back; a token that is no header is refused', async () => {
    const [{ name }] = (await comptoir.desk<[Json]>('GET', 'partners')).body
    const path = `partners/${encodeURIComponent(String(name))}`
    const put = (token: string) => comptoir.desk<{ check: Json }>('PUT', path, { url: partner.url, token })
    const wrong = await put('un-autre-jeton')
    expect(wrong.body).toMatchObject({
      ...{ url: partner.url, hasToken: true },
      check: { ok: false, code: 'partner_unauthorized' },
    })
    expect(wrong.body.check['message']).toMatch(/^Le partenaire n’accepte pas le jeton \(401\)/)
    const refused = await put(`${TOKEN}\nX-Other: 1`)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('upstream_token_invalid')
    expect(refused.text).not.toContain(TOKEN)
    expect((await put(TOKEN)).body.check).toMatchObject({
      ok: true,
      message: 'Connexion réussie : 6 produits.',
    })
    expect((await comptoir.desk<{ check: Json }>('POST', `${path}/check`)).body.check).toMatchObject({
      ok: true,
    })
  })
})

it.each([
  ['COMPTOIR_RETRY_MS', '1e400'],
  ['COMPTOIR_UPSTREAM_TIMEOUT_MS', '4294967296'],
  ['COMPTOIR_UPSTREAM_RATE', '0'],
])('%s=%s refuses the start in one line', async (variable, value) => {
  const other = new Comptoir({ [variable]: value })
  try {
    const { code, stderr } = await other.run(['serve', '--port', '0'])
    expect(code).not.toBe(0)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(variable)
  } finally {
    await other.end()
  }
})
