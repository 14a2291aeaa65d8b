import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { expectFaults } from './errors.ts'
import type { Answer } from './http.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

const program = new Program()
let server: Server

beforeAll(async () => {
  await program.import(bundle)
  await program.token({ customer: 'A', canOrder: true })
  await program.token({ customer: 'B', canOrder: true })
  server = await program.serve()
})
afterAll(() => program.end())

interface Order {
  id: number
  reference_client: string
}

const areas = [
  {
    area: 'print',
    ligne: { produit: 101, quantites_multiples: [100] },
    other: { produit: 101, quantites_multiples: [250] },
  },
  {
    area: 'display',
    ligne: { famille: 201, format: 11, support: 21, impression: 31, quantite: 1 },
    other: { famille: 201, format: 11, support: 21, impression: 31, quantite: 2 },
  },
] as const

const order = (area: string, ligne: object, devis: string, key?: string, customer = 'A'): Promise<Answer> =>
  server.ask(`/0.2/${area}/panier/validate/`, {
    token: program.tokens[customer],
    json: { devis, lignes: [ligne], adresse_livraison: paris },
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  })

const orders = async (area: string, devis: string, customer = 'A'): Promise<Order[]> => {
  const answer = await server.ask(`/0.2/${area}/commande/`, { token: program.tokens[customer] })
  expect(answer.status).toBe(200)
  return (answer.json() as Order[]).filter((each) => each.reference_client === devis)
}

for (const { area, ligne, other } of areas) {
  test(`${area}: the same key and body give the same 201 and one order`, async () => {
    const first = await order(area, ligne, 'same', `${area}-1`)
    expect(first.status, first.text).toBe(201)
    for (let again = 0; again < 3; again++) {
      const next = await order(area, ligne, 'same', `${area}-1`)
      expect(next.status).toBe(201)
      expect(next.text).toBe(first.text)
    }
    expect(await orders(area, 'same')).toHaveLength(1)
  })

  test(`${area}: concurrent duplicates are one order, and every answer is the same 201`, async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => order(area, ligne, 'race', `${area}-4`)),
    )
    expect([...new Set(answers.map((answer) => answer.status))]).toEqual([201])
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(await orders(area, 'race')).toHaveLength(1)
  })

  test(`${area}: concurrent requests with one key and two bodies: one order, the other body 409`, async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        order(area, index % 2 === 0 ? ligne : other, 'duel', `${area}-5`),
      ),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(new Set(statuses)).toEqual(new Set([201, 409]))
    expect(statuses.filter((status) => status === 201)).toHaveLength(8)
    expect(await orders(area, 'duel')).toHaveLength(1)
  })
}

test('keys and orders survive a kill', async () => {
  const before = await order('print', areas[0].ligne, 'kill', 'kill-1')
  expect(before.status).toBe(201)
  await server.kill()
  server = await program.serve()
  expect((await order('print', areas[0].ligne, 'kill', 'kill-1')).text).toBe(before.text)
  expectFaults(await order('print', areas[0].other, 'kill', 'kill-1'), 409, [['', 'idempotency_conflict']])
  expect(await orders('print', 'kill')).toHaveLength(1)
})

test('every order that was answered is there after a kill in the middle, and repeating the rest makes each one once', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `burst-${index}`)
  const running = server
  let answered = 0
  const first = await Promise.allSettled(
    names.map(async (name) => {
      const answer = await order('print', areas[0].ligne, name, name)
      // Killed by the tenth answer, with the others under way.
      if (++answered === 10) void running.kill()
      return answer
    }),
  )
  await running.kill()
  const acknowledged = new Map<string, string>()
  for (const [index, result] of first.entries())
    if (result.status === 'fulfilled') {
      expect(result.value.status).toBe(201)
      acknowledged.set(names[index]!, result.value.text)
    }
  expect(acknowledged.size).toBeGreaterThanOrEqual(10)
  server = await program.serve()
  for (const name of names) {
    const again = await order('print', areas[0].ligne, name, name)
    expect(again.status, again.text).toBe(201)
    const known = acknowledged.get(name)
    if (known !== undefined) expect(again.text).toBe(known)
    expect(await orders('print', name)).toHaveLength(1)
  }
  const doctor = await program.done('doctor', '--json')
  expect(doctor.json()).toMatchObject({ ok: true })
})
