/** `backup`, `restore`, and a store that is damaged (docs/backup.md). */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OF_FILES, ON_POSTGRES } from '../stores.ts'
import { bundle, paris } from './bundle.ts'
import { cards, expectRefused, priced } from './commands.ts'
import { Program } from './program.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

describe('backup and restore', () => {
  test('a backup brings back catalogue, customers, tokens and orders; what came after it is gone', async ({
    skip,
  }) => {
    skip(ON_POSTGRES, OF_FILES)
    const program = new Program()
    try {
      await program.import(bundle)
      const token = await program.token({ customer: 'A', canOrder: true, discount: '10' })
      let server = await program.serve()
      const send = async (devis: string) => {
        const answer = await server.ask('/0.2/print/panier/validate/', {
          token,
          headers: { 'Idempotency-Key': devis },
          json: { devis, lignes: [cards], adresse_livraison: paris },
        })
        expect(answer.status, answer.text).toBe(201)
        return answer.text
      }
      const kept = await send('gardée')
      const file = join(program.folder, 'sauvegarde')
      await program.done('backup', file)
      await send('perdue')
      await program.import(priced(4444))
      const late = await program.token({ customer: 'B' })
      await server.stop()

      await program.done('restore', file)
      server = await program.serve()
      const orders = (await server.ask('/0.2/print/commande/', { token })).json() as Any[]
      expect(orders.map((order) => order.reference_client)).toEqual(['gardée'])
      expect(await send('gardée')).toBe(kept)
      const prices = (await server.ask('/0.2/print/prix/', { token, json: cards })).json() as Any
      expect(prices['J+5'].PrixHT).toBe('2150')
      expect((await server.ask('/0.2/print/produit/', { token: late })).status).toBe(401)
      expect((await program.done('doctor', '--json')).json()).toMatchObject({ ok: true })
      await server.stop()

      // Onto a folder that has never been used.
      const other = join(program.folder, 'ailleurs')
      const restored = await program.runOn(other, 'restore', file)
      expect(restored.code, restored.stderr).toBe(0)
      const list = (await program.runOn(other, 'token', 'list', '--json')).json() as Any[]
      expect(list.map((each) => each.customer)).toEqual(['A'])
    } finally {
      await program.end()
    }
  }, 180_000)

  test('a file that is no backup is refused, and the store stays', async ({ skip }) => {
    skip(ON_POSTGRES, OF_FILES)
    const program = new Program()
    try {
      await program.import(bundle)
      await program.token({ customer: 'A' })
      const before = readFileSync(join(program.data, 'comptoir.db'))
      expectRefused(await program.run('restore', program.file('not a backup')))
      expectRefused(await program.run('restore', join(program.folder, 'missing')))
      expect(readFileSync(join(program.data, 'comptoir.db')).equals(before)).toBe(true)
    } finally {
      await program.end()
    }
  })
})

test('a corrupt store is refused by every command, and the file is untouched', async ({ skip }) => {
  skip(ON_POSTGRES, OF_FILES)
  const program = new Program()
  try {
    await program.import(bundle)
    await program.token({ customer: 'A' })
    const store = readdirSync(program.data).find((name) => name.endsWith('.db'))!
    const path = join(program.data, store)
    const sound = readFileSync(path)
    const damages: [string, Buffer][] = [
      ['text in its place', Buffer.from('this is not a store\n'.repeat(500))],
      ['a header of zeros', Buffer.concat([Buffer.alloc(100), sound.subarray(100)])],
    ]
    for (const [what, bytes] of damages) {
      writeFileSync(path, bytes)
      const runs = await Promise.all([
        program.run('serve', '--port', '0'),
        program.run('doctor'),
        program.run('token', 'list'),
        program.run('import', program.file(bundle)),
      ])
      for (const run of runs) expectRefused(run)
      expect(readFileSync(path).equals(bytes), what).toBe(true)
    }
    // Damage inside: the pages after the first are noise. doctor says so and changes nothing.
    const inside = Buffer.from(sound)
    for (let index = 4096; index < inside.length; index++) inside[index] = (index * 131) & 0xff
    writeFileSync(path, inside)
    const doctor = await program.run('doctor')
    expect(doctor.code).not.toBe(0)
    expect(readFileSync(path).equals(inside)).toBe(true)
  } finally {
    await program.end()
  }
}, 180_000)
