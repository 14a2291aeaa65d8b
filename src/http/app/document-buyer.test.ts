/** What of a document goes by whom it is for: how who has no record buys, and terms of sale in his language. */
import { expect, test } from 'vitest'
import { json, world, type World } from '../../testing/app.ts'
import { makeCompany } from '../../testing/companies.ts'
import { readPdf } from '../../testing/pdf.ts'
import { CARDS, create, move, print } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

const WALK_IN = { collected: true, address: { nom: 'Durand' }, lines: [print(CARDS)] }

async function textOf({ desk }: World, { id }: Loose, query = ''): Promise<string> {
  const { rawPayload } = await desk.get(`/api/quotes/${id}/document${query}`)
  return (await readPdf(rawPayload)).pages.join('\n').replaceAll(/[\u202f\u00a0]/g, ' ')
}
const save = async ({ desk }: World, quote: Loose, more: Loose) =>
  json(
    await desk.send({
      ...{ method: 'PUT', url: `/api/quotes/${quote['id']}` },
      payload: { version: quote['version'], ...WALK_IN, ...more },
    }),
  ) as Loose
/** What the law wants between companies, and for a consumer. */
const BETWEEN = '40 €'
const MEDIATION = 'Médiation'

test('what is said of a draft is of its document, and of what is sent of it', async () => {
  const made = await world()
  const quote = await create(made, WALK_IN)
  expect(quote['buyer']).toBeNull()
  expect(await textOf(made, quote)).toContain(BETWEEN)
  const said = await save(made, quote, { buyer: 'consumer' })
  // Who does not speak of it leaves it.
  const again = await save(made, said, { reference: 'Faire-part' })
  expect(again['buyer']).toBe('consumer')
  const draft = await textOf(made, again)
  expect(draft).toContain(MEDIATION)
  expect(draft).not.toContain(BETWEEN)
  const sent = json(await move(made, quote['id'], 'sent')) as Loose
  expect(sent['buyer']).toBe('consumer')
  for (const query of ['', '?revision=1']) {
    const text = await textOf(made, sent, query)
    expect(text, query).toContain(MEDIATION)
    expect(text, query).not.toContain(BETWEEN)
  }
  const copy = json(await made.desk.post(`/api/quotes/${quote['id']}/duplicate`, {})) as Loose
  expect(copy['buyer']).toBe('consumer')
})

test('of who has a record that says it', async () => {
  const made = await world()
  const { id } = await makeCompany(made, { name: 'Atelier Bleu', buyer: 'company' })
  const quote = await create(made, { ...WALK_IN, buyer: 'consumer', companyId: id })
  expect(await textOf(made, quote)).toContain(BETWEEN)
  expect((await save(made, quote, { buyer: 'nobody' }))['errors']).toMatchObject([{ path: '/buyer' }])
})

test('terms of sale that are there in French alone go with a document in English, which says so', async () => {
  const made = await world()
  const terms = async (fr: string, en: string) => {
    const { texts } = json(await made.desk.get('/api/letterhead')) as { texts: Record<'fr' | 'en', Loose> }
    const payload = {
      termsVersion: '2026-01',
      texts: { fr: { ...texts.fr, terms: fr }, en: { ...texts.en, terms: en } },
    }
    const answer = await made.desk.send({ method: 'PUT', url: '/api/letterhead', payload })
    expect(answer.statusCode).toBe(200)
    return json(await made.desk.get('/api/status'))['frenchTerms'] as boolean
  }
  const quote = await create(made, WALK_IN)
  const english = async () => (await textOf(made, quote, '?language=en')).replaceAll(/\s+/g, ' ')
  expect(await terms('', '')).toBe(false)
  expect(await english()).not.toContain('Terms of sale')
  expect(await terms('Article 1. Toute commande est ferme.', '')).toBe(true)
  const told = await english()
  for (const words of [
    'Our terms of sale, version 2026-01, are enclosed in French, the language in which they are drawn up,',
    'Terms of sale (version 2026-01), in French',
    'Toute commande est ferme',
  ])
    expect(told).toContain(words)
  expect(await terms('Article 1. Toute commande est ferme.', 'Article 1. Every order is firm.')).toBe(false)
  const own = await english()
  expect(own).toContain('Every order is firm')
  expect(own).not.toMatch(/in French|ferme/)
})
