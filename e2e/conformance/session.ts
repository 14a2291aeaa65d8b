/** One program over the bundle, its service, and the customers that the tests of a file call it as. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { expectFaults } from './errors.ts'
import type { Answer, Ask } from './http.ts'
import { Program, type Server } from './program.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Any = any

export const program = new Program()
export let server: Server
/** of a customer who may order */
export let token: string

/** Starts it for the tests of the file. */
export function serving({ discount = '0' } = {}): void {
  beforeAll(async () => {
    await program.import(bundle)
    token = await program.token({ customer: 'Partenaire', canOrder: true, discount })
    await program.token({ customer: 'Voisin', canOrder: true })
    await program.token({ customer: 'Lecteur', products: '101,102', families: '201' })
    server = await program.serve()
  })
  afterAll(() => program.end())
}

/** What an answer of success says. @param path below `/0.2/` */
export async function get(path: string, as = token): Promise<Any> {
  const answer = await server.ask(`/0.2/${path}`, { token: as })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

export const post = (path: string, json: unknown, options: Ask = {}): Promise<Answer> =>
  server.ask(`/0.2/${path}`, { token, json, ...options })

export async function posted(path: string, json: unknown, status = 200): Promise<Any> {
  const answer = await post(path, json)
  expect(answer.status, answer.text).toBe(status)
  return answer.json()
}

export const POSTS = [
  'print/prix/',
  'print/panier/',
  'print/panier/validate/',
  'display/prix/',
  'display/panier/',
  'display/panier/validate/',
]

export const cards = { produit: 101, quantites_multiples: [100] }
export const rollUp = { famille: 201, format: 11, support: 21, impression: 31, quantite: 1 }
/** A display line with all that it may have. */
export const whole = {
  label: 'Salon',
  ...rollUp,
  finition: 41,
  decoupe: 51,
  variantes: [612, 621],
  verification: true,
}

export type Row = [name: string, path: string, json: unknown, faults: [path: string, code: string][]]

/** A test for each request that is refused: with a code, at these places. */
export const refused = (code: string, rows: Row[]) =>
  test.each(rows.map(([name, path, json, faults]) => ({ name, path, json, faults })))(
    `${code}: $name`,
    async ({ path, json, faults }) => void expectFaults(await post(path, json), 400, faults),
  )

export const keys = (value: object) => Object.keys(value).sort()
