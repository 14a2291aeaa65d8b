import { expect, test } from 'vitest'
import { offeredOf } from './catalogue.ts'
import { partnerOf, world } from '../testing/app.ts'
import { SHOP } from '../testing/shop.ts'
import type { AnsweredPrice } from '../upstream/read.ts'

const PARTNER = 'https://partner.example'
const CARDS = { produit: 10, variantes: [401, 411] }
const DAY_MS = 86_400_000

const price = (label: string, cents: number | null): AnsweredPrice => ({
  label,
  days: Number(label.slice(2)),
  cents,
  message: '',
})

async function shop() {
  const { service, clock } = await world({ bundle: null })
  const { priceBook } = await partnerOf(service, PARTNER)
  const ask = (quantities: number[], ...prices: AnsweredPrice[]) =>
    priceBook.record(
      service.offers.check('print', { ...CARDS, quantites_multiples: quantities }),
      null,
      prices,
    )
  const cards = async () => (await service.desk.catalogue()).find(({ id }) => id === 10)!
  return { service, clock, ask, cards }
}

test('the list tells the lowest price that the partner gave, for how many and when, and its fastest lead time', async () => {
  const { clock, ask, cards } = await shop()
  await ask([250], price('J+2', 900), price('J+1', null))
  clock.advance(60_000)
  const at = clock.now().toISOString()
  await ask([100, 100], price('J+2', 700), price('J+5', 650))
  expect(await cards()).toMatchObject({
    fromCents: 650,
    fromQuantity: 200,
    fromObservedAt: at,
  })
  expect((await cards()).fastestDays).toBeLessThanOrEqual(3)
})

test('of one configuration the latest answer counts; one that is too old to be a price where there is no other, with when it was given', async () => {
  const { clock, ask, cards, service } = await shop()
  await ask([100], price('J+2', 500))
  clock.advance(60_000)
  const at = clock.now().toISOString()
  await ask([100], price('J+2', 800))
  expect((await cards()).fromCents).toBe(800)
  clock.advance((service.settings.current.observedMaxAgeDays + 1) * DAY_MS)
  expect(await cards()).toMatchObject({ fromCents: 800, fromObservedAt: at })
  await ask([250], price('J+2', 900))
  expect((await cards()).fromCents).toBe(900)
})

test('another partner’s prices are not told', async () => {
  const { ask, cards, service } = await shop()
  await ask([100], price('J+2', 1))
  expect((await cards()).fromCents).toBe(1)
  await service.partners.keep({ name: null, url: 'https://other.example', token: 'jeton' })
  expect((await cards()).fromCents).not.toBe(1)
})

test('what the partner has taken out since has no price there: a choice, a quantity, a lead time', async () => {
  const { service, ask, cards } = await shop()
  await ask([100], price('J+1', 300), price('J+2', 500))
  await ask([250], price('J+1', null), price('J+2', 400), price('J+5', 200))
  expect(await cards()).toMatchObject({ fromCents: 200, fromQuantity: 250 })
  const { id } = service.partners.all()[0]!
  const { leadTimes, produits, familles } = offeredOf(SHOP)
  const offers = async (change: object) => {
    const changed = produits.map((produit) => (produit.id === 10 ? { ...produit, ...change } : produit))
    const offered = { leadTimes, produits: changed, familles, printTariffs: [], displayTariffs: [] }
    await service.catalogue.load(offered, id)
    return (await cards()).fromCents
  }
  expect(await offers({ delais: [2, 1] })).toBe(300)
  expect(await offers({ delais: [2] })).toBe(400)
  expect(await offers({ delais: [2], quantites: { range: false, available: [100] } })).toBe(500)
  expect(await offers({ options: [] })).toBeNull()
  expect(await offers({})).toBe(200)
})

test.each([
  ['whose days are known', 1],
  ['whose days nobody has said yet', null],
])(
  'away, a partner offers no lead time that it has taken out since: among those %s',
  async (_which, known) => {
    const { service, ask } = await shop()
    const partner = service.partners.all()[0]!
    const { produits, familles } = offeredOf(SHOP)
    const offers = (delais: number[]) =>
      service.catalogue.load(
        {
          leadTimes: [1, 2, 3].map((id) => ({ id, days: known && [1, 2, 5][id - 1]! })),
          produits: produits.map((produit) => (produit.id === 10 ? { ...produit, delais } : produit)),
          ...{ familles, printTariffs: [], displayTariffs: [] },
        },
        partner.id,
      )
    await offers([3, 2, 1])
    await ask([100], price('J+1', 300), price('J+2', 200), price('J+5', 100))
    await offers([2, 1])
    await ask([250], price('J+1', 900), price('J+2', 800))
    const line = service.offers.check('print', { ...CARDS, quantites_multiples: [100] })
    const labels = (await partner.prices.remembered([line], true))[0]!.map(({ leadTime }) => leadTime.label)
    expect(labels).toEqual(['J+1', 'J+2'])
  },
)

test('a product of any number of quantities is listed', async () => {
  const { service } = await world()
  const available = Array.from({ length: 200_000 }, (_, i) => i + 7)
  await service.catalogue.importBundle({
    format: 'comptoir-bundle/1',
    delais: [{ id: 1, jours: 2 }],
    produits: [{ id: 1, nom: 'Cartes', delais: [1], quantites: { range: false, available }, options: [] }],
  })
  expect(await service.desk.catalogue()).toMatchObject([
    { quantityMin: 7, quantityMax: 200_006, quantityCount: 200_000 },
  ])
})

test('what an own product begins at is no more than any of its choices costs, for the fewest that have a price', async () => {
  const { service } = await world()
  const paper = {
    id: 5,
    nom: 'Papier',
    type: 'variante',
    variantes: [51, 52].map((id) => ({ id, nom: `P${id}` })),
  }
  await service.catalogue.importBundle({
    format: 'comptoir-bundle/1',
    delais: [{ id: 1, jours: 2 }],
    produits: [
      {
        ...{ id: 1, nom: 'Cartes', delais: [1], nombre_visuels_min: 2, nombre_visuels_max: 2 },
        ...{ quantites: { range: false, available: [50, 100] }, options: [paper] },
      },
    ],
    tarifs: {
      print: [
        {
          ...{ produit: 1, delai_principal: 1, lecture: 'exacte', grille: [{ quantite: 100, prix: '1000' }] },
          variantes: { 51: { fixe: '500' } },
        },
      ],
    },
  })
  expect(await service.desk.catalogue()).toMatchObject([
    { quantityMin: 50, fromCents: 2000, fromQuantity: 200 },
  ])
})
