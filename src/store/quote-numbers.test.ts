/** How quotes are numbered, on each engine; two engines are two services over one store. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BY_KEY } from '../domain/people.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { DEVICE_FILE } from './folder.ts'
import type { QuoteRecord } from './quotes.ts'
import { backupTo } from './sqlite/backup.ts'
import { restoreFrom } from './sqlite/restore.ts'
import { Store, type StorePlace } from './store.ts'

const AT = '2026-03-02T09:00:00.000Z'
const DEVICE = { year: 2026, device: 'K7' }

async function opened(at: StorePlace): Promise<Store> {
  const store = await Store.open(at)
  onTestFinished(() => store.close())
  return store
}

const ENGINES: [string, () => Promise<() => Promise<Store>>][] = [
  [
    'SQLite',
    () => {
      const folder = temporaryFolder()
      return Promise.resolve(() => opened({ folder, url: null }))
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgresDatabase()
      return () => opened({ folder: temporaryFolder(), url })
    },
  ],
]

const draft = (customerId: number): QuoteRecord => ({
  ...{ id: 0, number: null, revision: 1, customerId, customer: '', state: 'draft', reference: '', note: '' },
  ...{ collected: false, buyer: null },
  address: {
    ...{
      nom: 'A',
      prenom: '',
      societe: '',
      adresse1: '',
      adresse2: '',
      code_postal: '',
      ville: '',
      pays: '',
    },
    ...{ telephone: '', email: '' },
  } as QuoteRecord['address'],
  ...{
    validUntil: '2026-04-01',
    filesOn: null,
    catalogueVersion: 1,
    lines: [],
    totals: null,
    indicative: false,
    reconfirm: false,
  },
  ...{ createdAt: AT, updatedAt: AT, version: 1, key: null, madeBy: null, sentBy: null, acceptedBy: null },
  ...{ internalNote: '', files: [], notesVersion: 0 },
  ...{
    companyId: null,
    company: null,
    contactId: null,
    contact: null,
    discount: null,
    vatRegime: null,
    vatNumber: '',
  },
})

const note = (quote: number) => ({ at: AT, by: BY_KEY, action: 'quote_made' as const, facts: { quote } })

async function drafts({ customers, quotes }: Store, count: number): Promise<QuoteRecord[]> {
  const customer = { name: 'A', canOrder: true, discount: '0', products: null, families: null }
  const { id } = await customers.keep(() => ({ ...customer, id: null }), AT)
  const ids: number[] = []
  for (let i = 0; i < count; i++) ids.push(await quotes.insert(draft(id), note))
  return Promise.all(ids.map(async (each) => (await quotes.byId(each))!))
}

const send = ({ quotes }: Store, quote: QuoteRecord, numbering = DEVICE) =>
  quotes.move({ quote: { ...quote, state: 'sent' }, numbering, notes: () => [] })

describe.each(ENGINES)('on %s', (_name, make) => {
  test('each of many sent at once by two services has its own, and none is left out', async () => {
    const open = await make()
    const [here, there] = [await open(), await open()]
    const all = await drafts(here, 40)
    await Promise.all(all.map((quote, i) => send(i % 2 === 0 ? here : there, quote)))
    const numbers = await Promise.all(all.map(async ({ id }) => (await there.quotes.byId(id))!.number))
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 40 }, (_, i) => `D2026-K7-${String(i + 1).padStart(4, '0')}`),
    )
  })

  test('of two that send the same one, one does, and it takes one number', async () => {
    const open = await make()
    const [here, there] = [await open(), await open()]
    const [quote, next] = await drafts(here, 2)
    const sent = await Promise.all([send(here, quote!), send(there, quote!), send(here, quote!)])
    expect(sent.toSorted()).toEqual([false, false, true])
    await send(there, next!)
    expect((await here.quotes.byId(next!.id))!.number).toBe('D2026-K7-0002')
  })

  test('a change that fails gives its number back; each year and device counts from 1', async () => {
    const store = await (await make())()
    const all = await drafts(store, 4)
    const failing = store.quotes.move({
      quote: { ...all[0]!, state: 'sent' },
      numbering: DEVICE,
      notes: () => {
        throw new Error('no')
      },
    })
    await expect(failing).rejects.toThrow('no')
    expect((await store.quotes.byId(all[0]!.id))!).toMatchObject({ number: null, state: 'draft' })
    await send(store, all[1]!)
    await send(store, all[2]!, { year: 2027, device: 'K7' })
    await send(store, all[3]!, { year: 2026, device: 'M2' })
    const numbers = await Promise.all(all.map(async ({ id }) => (await store.quotes.byId(id))!.number))
    expect(numbers).toEqual([null, 'D2026-K7-0001', 'D2027-K7-0001', 'D2026-M2-0001'])
  })

  test('one that leaves the desk again keeps its number', async () => {
    const store = await (await make())()
    const [quote] = await drafts(store, 1)
    await send(store, quote!)
    const sent = (await store.quotes.byId(quote!.id))!
    await send(store, { ...sent, revision: 2 }, { year: 2030, device: 'M2' })
    expect(await store.quotes.byId(quote!.id)).toMatchObject({ number: 'D2026-K7-0001', revision: 2 })
  })

  test('the device has a code from the first time on, which is changed until it has numbered', async () => {
    const open = await make()
    const store = await open()
    const code = await store.device.code()
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}$/)
    expect([await store.device.code(), await (await open()).device.code()]).toEqual([code, code])
    expect([await store.device.isChangeable(), await store.device.change('K7')]).toEqual([true, true])
    expect(await (await open()).device.code()).toBe('K7')
    const [quote] = await drafts(store, 1)
    await send(store, quote!)
    expect([await store.device.isChangeable(), await store.device.change('M2')]).toEqual([false, false])
    expect(await store.device.code()).toBe('K7')
  })
})

test('services of a shared store that begin at once have one code', async () => {
  const url = await postgresDatabase()
  const stores = await Promise.all([1, 2, 3].map(() => opened({ folder: temporaryFolder(), url })))
  const codes = await Promise.all(stores.map(({ device }) => device.code()))
  expect(new Set(codes).size).toBe(1)
})

test('a backup that is restored goes on under another code, here and elsewhere', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
  const store = await Store.open({ folder, url: null })
  const [quote] = await drafts(store, 1)
  const code = await store.device.code()
  await send(store, quote!, { year: 2026, device: code })
  const backup = join(temporaryFolder(), 'backup.db')
  await backupTo(store.sqlite.db, backup, '')
  await store.close()
  for (const place of [folder, elsewhere]) {
    await restoreFrom(place, backup)
    const restored = await opened({ folder: place, url: null })
    const other = await restored.device.code()
    expect(other).not.toBe(code)
    expect(readFileSync(join(place, DEVICE_FILE), 'utf8').trim()).toBe(other)
  }
})

test('a file of the code that says none is written anew', async () => {
  const folder = temporaryFolder()
  const store = await opened({ folder, url: null })
  writeFileSync(join(folder, DEVICE_FILE), 'no code\0')
  expect(await store.device.code()).toMatch(/^[A-Z2-9]{4}$/)
})
