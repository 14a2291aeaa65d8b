/** The report of all open quotes whose prices moved: what is told, to whom, page by page. */
import { describe, expect, test } from 'vitest'
import { faultsOf, json, world, type World } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { CARDS, FLYERS, QUOTE, create, dearer, move, print } from '../../testing/quotes.ts'
import { shop, type Loose } from '../../testing/shop.ts'
import { signedIn } from '../../testing/signed-in.ts'

const report = async ({ desk }: World, query = '') => json(await desk.get(`/api/quotes/moved${query}`))

describe('the report of open quotes', () => {
  test('names what moved of drafts and of what was sent, old and new, the newest first, with totals', async () => {
    const made = await world()
    const draft = await create(made, { ...QUOTE, lines: [print(FLYERS), print(CARDS)] })
    const sent = await create(made)
    await move(made, sent.id, 'sent')
    const refused = await create(made)
    await move(made, refused.id, 'refused')
    await create(made, { ...QUOTE, lines: [print(FLYERS)] })
    expect(await report(made)).toMatchObject({ looked: 3, total: 0, moved: 0, quotes: [] })

    await dearer(made)
    const found = await report(made)
    expect(found).toMatchObject({ looked: 3, more: false, total: 2, moved: 2, aged: 0, invalid: 0 })
    expect(found.quotes.map(({ id, state }: Loose) => [id, state])).toEqual([
      [sent.id, 'sent'],
      [draft.id, 'draft'],
    ])
    expect(found.quotes[1]).toMatchObject({
      ...{ number: 'Brouillon 1', reference: 'REF', version: 1, recipient: 'Ada Martin' },
      lines: [
        {
          ...{ at: 1, kind: 'moved', name: 'Cartes de visite', canAbsorb: true, underCost: true },
          before: { priceCents: 2150 },
          after: { priceCents: 3000 },
          pricedAt: draft.lines[1].pricedAt,
        },
      ],
      ...{ beforeCents: 1447 + 2150, afterCents: 1447 + 3000 },
    })
    expect([found.beforeCents, found.afterCents]).toEqual([2150 + 3597, 3000 + 4447])

    await made.desk.post(`/api/quotes/${draft.id}/reprice`, { how: 'absorb' })
    expect((await report(made)).quotes.map(({ id }: Loose) => id)).toEqual([sent.id])
  })

  test('tells a line from others of its name, and what the customer pays for it: after its own discount', async () => {
    const made = await world()
    const cards = { ...print(CARDS), discount: '10' }
    const more = print({ ...CARDS, quantites_multiples: [250] })
    await create(made, { ...QUOTE, lines: [print(FLYERS), more, cards] })
    await dearer(made)
    const [quote] = (await report(made)).quotes
    expect(quote.lines).toMatchObject([
      {
        ...{ at: 2, before: { priceCents: 2150, netCents: 1935 } },
        after: { priceCents: 3000, netCents: 2700 },
      },
    ])
    const alike = { area: 'print', name: 'Cartes de visite', quantity: null, leadTimeLabel: 'J+2' }
    expect(quote.alike).toEqual([
      { ...alike, at: 1, line: more.line },
      { ...alike, at: 2, line: CARDS },
    ])
  })

  test('a line that only the discount of the whole brings under today’s cost is told as such', async () => {
    const made = await world()
    await made.service.changeSettings({
      markUps: { general: { percent: '50', rounding: 'cent' }, items: [] },
    })
    const plain = await create(made)
    const { id } = await create(made, { ...QUOTE, discount: { percent: '10' } })
    await dearer(made)
    expect((await report(made)).quotes).toMatchObject([
      { id, lines: [{ before: { priceCents: 3225 }, after: { costCents: 3000 }, underCost: true }] },
      {
        id: plain.id,
        lines: [{ before: { priceCents: 3225 }, after: { costCents: 3000 }, underCost: false }],
      },
    ])
    const absorbed = json(await made.desk.post(`/api/quotes/${id}/reprice`, { how: 'absorb' }))
    expect(absorbed.lines[0].amounts).toMatchObject({ netCents: 2902, underCost: true })
  })

  test('names lines that no longer fit, and says no total of such a quote', async () => {
    const made = await world()
    await create(made)
    const bundle = shop()
    bundle.produits = bundle.produits.filter(({ id }: Loose) => id !== 10)
    bundle.tarifs.print = bundle.tarifs.print.filter(({ produit }: Loose) => produit !== 10)
    await made.service.catalogue.importBundle(bundle)
    const found = await report(made)
    expect(found).toMatchObject({ total: 1, moved: 0, invalid: 1, totalled: 0, afterCents: 0 })
    expect(found.quotes[0]).toMatchObject({
      lines: [{ kind: 'invalid', after: null, message: expect.stringMatching(/\S/) as string }],
      ...{ beforeCents: 2150, afterCents: null },
    })
  })

  test('tells no cost to who may not see them', async () => {
    const made = await world()
    await create(made)
    await dearer(made)
    await add(made.service, 'Olga', 'administrateur')
    await add(made.service, 'Vera', 'vendeur')
    const vera = await signedIn(made, 'Vera')
    const [quote] = json(await vera.get('/api/quotes/moved')).quotes
    expect(quote.lines[0]).toMatchObject({
      ...{ underCost: null, canAbsorb: true },
      before: { costCents: null, priceCents: 2150 },
      after: { costCents: null, priceCents: 3000 },
    })
  })

  test('is cut in pages', async () => {
    const made = await world()
    for (let i = 0; i < 3; i++) await create(made)
    await dearer(made)
    const page = await report(made, '?limit=1&offset=1')
    expect(page.total).toBe(3)
    expect(page.quotes.map(({ id }: Loose) => id)).toEqual([2])
    expect(faultsOf(await made.desk.get('/api/quotes/moved?limit=0'))).toEqual([' value_invalid'])
  })

  test('without a partner there is nobody to ask', async () => {
    const made = await world()
    expect(faultsOf(await made.desk.post('/api/quotes/moved/look', {}))).toEqual([' no_upstream'])
    const stopped = await made.desk.send({ method: 'DELETE', url: '/api/quotes/moved/look' })
    expect(json(stopped).looking).toMatchObject({ state: 'idle', endedAt: null })
  })
})
