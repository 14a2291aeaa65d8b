import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Program } from './program.ts'
import type { Server } from './program.ts'

/**
 * What a tool author does with the document: a generator makes a client of it, the client is compiled strictly, and it
 * prices, simulates and orders at the running program. One generator makes types alone, the other checks every answer
 * against the document as it comes.
 */

const root = resolve(import.meta.dirname, '../..')
const demo = join(root, 'resources/demo-bundle.json')

const ADDRESS = `{ nom: 'Martin', adresse1: '12 rue des Lilas', code_postal: '69003', ville: 'Lyon' }`
const PRINT = `{ produit: 203, variantes: [2030104], quantites_multiples: [500, 500] }`
const FILM = `{ produit: 1013, valeurs: { '101301': '120', '101302': '80.5' }, quantites_multiples: [2] }`

/** openapi-typescript and openapi-fetch. */
const TYPED_TOOL = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

const client = createClient<paths>({
  baseUrl: process.env['BASE']!,
  headers: { Authorization: \`Token \${process.env['TOKEN']}\` },
})
const line: components['schemas']['LignePrintInput'] = ${PRINT}
const prices = await client.POST('/0.2/print/prix/', { body: line })
if (prices.data === undefined) throw new Error(prices.error.errors.map(({ code }) => code).join())
const cents: number[] = Object.values(prices.data).map(({ PrixHT }) => Number(PrixHT))

const families = (await client.GET('/0.2/display/famille/', { params: { query: { limit: 1 } } })).data ?? []
const family: components['schemas']['Famille'] = families[0]!
const refused = await client.POST('/0.2/print/panier/validate/', { body: { adresse_livraison: {}, lignes: [line] } })
const faults: string[] = refused.error?.errors.map(({ path }) => path) ?? []

const order = await client.POST('/0.2/print/panier/validate/', {
  params: { header: { 'Idempotency-Key': 'typed' } },
  body: { devis: 'typed', adresse_livraison: ${ADDRESS}, lignes: [line] },
})
const number: string = order.data!.number
const kept = await client.GET('/0.2/print/commande/{id}/', { params: { path: { id: order.data!.id } } })
const total: number = kept.data!.amount_due
console.log(JSON.stringify({ cents, family: family.nom_complet, faults, number, total }))
`

/** @hey-api/openapi-ts, whose client holds requests and answers to the document by zod. */
const CHECKING_TOOL = `
import { client } from './checking/client.gen.js'
import { displayFamilles, displayPanierValidate, events, printPanier, printPrix, printProduits } from './checking/index.js'
import type { OrderEvent, Prix } from './checking/index.js'

client.setConfig({ baseUrl: process.env['BASE']!, auth: \`Token \${process.env['TOKEN']}\`, throwOnError: true })
const products = await printProduits({ throwOnError: true })
const prices = await printPrix({ body: ${PRINT}, throwOnError: true })
const cents: number[] = Object.values<Prix>(prices.data).map(({ PrixHT }) => Number(PrixHT))
const cart = await printPanier({ body: { lignes: [${PRINT}, ${FILM}] }, throwOnError: true })
const valeurs: Record<string, string> | undefined = cart.data.lignes[1]?.valeurs

const families = await displayFamilles({ throwOnError: true })
const family = families.data.find(({ nom_complet }) => nom_complet === 'X-banner')!
const order = await displayPanierValidate({
  body: {
    adresse_livraison: ${ADDRESS},
    lignes: [{
      famille: family.id, format: family.formats[0]!.id, support: family.supports[0]!.id,
      impression: family.impressions[0]!.id, quantite: 4,
    }],
  },
  throwOnError: true,
})
let told: OrderEvent | undefined
const { stream } = await events({ headers: { 'Last-Event-ID': '0' }, sseMaxRetryAttempts: 1 })
for await (const event of stream) {
  if (!('area' in event) || event.id !== order.data.id) continue
  told = event
  break
}
const bounds = await printPrix({ body: { produit: 203, quantites_multiples: [0] }, throwOnError: true }).then(() => 'sent', () => 'refused')
console.log(JSON.stringify({ products: products.data.length, cents, valeurs, number: order.data.number, told, bounds }))
process.exit(0)
`

const program = new Program()
const folder = join(program.folder, 'tool')
let server: Server
let token: string

beforeAll(async () => {
  await program.done('import', demo)
  token = await program.token({ customer: 'Outil', canOrder: true })
  server = await program.serve()

  const document = (await server.ask('/openapi.json?lang=en')).text
  mkdirSync(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('openapi.json', document)
  write('schema.ts', astToString(await openapiTS(document)))
  await createClient({
    input: join(folder, 'openapi.json'),
    output: { path: join(folder, 'checking'), module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
  })
  write('typed.ts', TYPED_TOOL)
  write('checking.ts', CHECKING_TOOL)
  write('package.json', JSON.stringify({ type: 'module' }))
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        target: 'es2023',
        lib: ['es2023', 'dom', 'dom.iterable'],
        module: 'nodenext',
        skipLibCheck: true,
        types: ['node'],
        outDir: 'out',
        rootDir: '.',
      },
      files: ['typed.ts', 'checking.ts'],
    }),
  )
})
afterAll(() => program.end())

/** Runs a program to its end in the tool's folder; it must end well. */
function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, BASE: server.base, TOKEN: token },
    encoding: 'utf8',
    timeout: 300_000,
  })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

describe('a client generated from the document', () => {
  test('compiles strictly', () => {
    const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
    run(join(typescript, '../bin/tsc'), '-p', '.')
  })

  test('with its types: prices, faults and an order', () => {
    const told = JSON.parse(run('out/typed.js')) as { cents: number[] }
    expect(told).toMatchObject({
      family: expect.stringMatching(/\S/) as string,
      faults: ['nom', 'adresse1', 'code_postal', 'ville'].map((field) => `/adresse_livraison/${field}`),
      number: expect.stringMatching(/^C\d{6}$/) as string,
      total: expect.any(Number) as number,
    })
    expect(told.cents.length).toBeGreaterThan(1)
    for (const cents of told.cents) expect(cents).toBeGreaterThan(0)
  })

  test('that checks what it gets: the whole catalogue, prices, free values, an order and its event', () => {
    const told = JSON.parse(run('out/checking.js')) as { cents: number[] }
    expect(told).toMatchObject({
      products: 109,
      valeurs: { '101301': '120', '101302': '80.5' },
      number: expect.stringMatching(/^C\d{6}$/) as string,
      told: { area: 'display', status: 'enregistree' },
      bounds: 'refused',
    })
    expect(told.cents.length).toBeGreaterThan(1)
    for (const cents of told.cents) expect(cents).toBeGreaterThan(0)
  })
})
