/** Stores that earlier programs wrote, opened by today's: all that they answered is answered still. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brokenReferences, schemaVersion } from '../../store/sqlite/database.ts'
import { answersOf, schemaOf } from '../../store/fixtures/stored.ts'
import { MIGRATIONS } from '../../store/sqlite/migrations.ts'
import { schemaDifferences } from '../../store/sqlite/schema.ts'
import { asAskedNow, openStored, withoutWords } from '../../testing/stored.ts'

const STORES = ['shop-of-bundle', 'shop-of-partner']

describe.each(STORES)('%s', (name) => {
  test('is brought to today’s schema whole, and kept beside as it was', async () => {
    const { service } = await openStored(name)
    const { folder, sqlite } = service.store
    const { db } = sqlite
    expect(schemaVersion(db)).toBe(MIGRATIONS.length)
    expect(schemaDifferences(db)).toEqual([])
    expect(brokenReferences(db)).toBe(0)
    const copies = readdirSync(folder).filter((file) => file.endsWith('.bak'))
    expect(copies).toHaveLength(schemaOf(name) === MIGRATIONS.length ? 0 : 1)
  })

  test('answers what it answered: quotes, orders, transmissions, prices, customers and their rights', async () => {
    const { ask } = await openStored(name)
    const { questions } = answersOf(name)
    expect(questions.length).toBeGreaterThan(40)
    for (const question of questions.map(asAskedNow)) {
      const response = await ask(question)
      const asked = `${question.token === null ? 'desk' : 'tool'} ${question.url}`
      // What a later program says besides is its own affair.
      expect({ asked, status: response.statusCode, answer: withoutWords(response.json()) }).toMatchObject({
        asked,
        status: question.status,
        answer: withoutWords(question.answer),
      })
    }
  })
})

test('the partner’s token opens, and its account is the one that orders went to', async () => {
  const { service } = await openStored('shop-of-partner')
  const [{ link } = { link: null }] = service.partners.all()
  const latest = (await service.store.outbox.ofOrder(15))[0]!
  expect(link?.client).toMatchObject({ url: latest.upstream, account: latest.account })
})
