import { expect, test } from 'vitest'
import { partnerOf, world } from '../testing/app.ts'
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
  await ask([250], price('J+4', 900), price('J+0', null))
  clock.advance(60_000)
  const at = clock.now().toISOString()
  await ask([100, 100], price('J+3', 700), price('J+6', 650))
  expect(await cards()).toMatchObject({
    fromCents: 650,
    fromQuantity: 200,
    fromObservedAt: at,
  })
  expect((await cards()).fastestDays).toBeLessThanOrEqual(3)
})

test('of one configuration the latest answer counts; one that is too old to be a price where there is no other, with when it was given', async () => {
  const { clock, ask, cards, service } = await shop()
  await ask([100], price('J+4', 500))
  clock.advance(60_000)
  const at = clock.now().toISOString()
  await ask([100], price('J+4', 800))
  expect((await cards()).fromCents).toBe(800)
  clock.advance((service.settings.current.observedMaxAgeDays + 1) * DAY_MS)
  expect(await cards()).toMatchObject({ fromCents: 800, fromObservedAt: at })
  await ask([250], price('J+4', 900))
  expect((await cards()).fromCents).toBe(900)
})

test('another partner’s prices are not told', async () => {
  const { ask, cards, service } = await shop()
  await ask([100], price('J+4', 1))
  expect((await cards()).fromCents).toBe(1)
  await service.partners.keep({ name: null, url: 'https://other.example', token: 'jeton' })
  expect((await cards()).fromCents).not.toBe(1)
})

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
