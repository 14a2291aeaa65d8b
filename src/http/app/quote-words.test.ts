/** A quote is read in the reader's language, whichever it was made in; what was stored in words stays as it is. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, json, world, type World } from '../../testing/app.ts'
import { shop, type Loose } from '../../testing/shop.ts'

const CARDS = { produit: 10, variantes: [402], valeurs: { 42: '2' }, quantites_multiples: [100] }
const BANNER = { produit: 20, valeurs: { 44: '1000', 45: '500.5' }, quantites_multiples: [1] }
const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1, verification: true }
const print = (line: Loose, delai: number | null = 2) => ({ area: 'print', line, delai })
const LINES = [
  print(CARDS),
  print(BANNER),
  print({ ...CARDS, quantites_multiples: [101, -1] }),
  print(CARDS, 99),
  print({ produit: 50, quantites_multiples: [1] }),
  { area: 'display', line: TOTEM, delai: 1 },
]
const QUOTE = { reference: 'REF', address: ADDRESS, lines: LINES }

const LANGUAGES = ['fr', 'en'] as const
type Language = (typeof LANGUAGES)[number]
const speaking = (language: Language) => ({ 'accept-language': language })

/** What the answers about a quote say, in one language. */
async function said({ desk }: World, id: number, language: Language) {
  const get = async (url: string) => json(await desk.get(url, speaking(language)))
  const { lines, obstacles } = await get(`/api/quotes/${id}`)
  const compared = await get(`/api/quotes/${id}/prices`)
  const [listed] = await get('/api/quotes')
  const ordered = await desk.post(`/api/quotes/${id}/order`, {}, speaking(language))
  return {
    lines: lines.map((line: Loose) => [line.summary, line.price.message, line.problem]),
    obstacles: obstacles.map(({ message }: Loose) => message),
    compared: compared.lines.map((line: Loose) => line?.message ?? null),
    listed: listed.invalid,
    refused: json(ordered).errors.map(({ message }: Loose) => message),
  }
}

const WITHDRAWN = {
  fr: 'La variante « Recyclé 300 g » n’est plus au catalogue pour ce produit.',
  en: 'Variant “Recyclé 300 g” is no longer in the catalogue for this product.',
}
const WRONG = {
  fr: 'La quantité 101 n’est pas proposée ; les plus proches : 100, 250. La quantité doit être un entier de 1 à 1 000 000 000.',
  en: 'Quantity 101 is not offered; the nearest: 100, 250. The quantity must be a whole number from 1 to 1,000,000,000.',
}
const NO_TARIFF = {
  fr: 'Sur devis : aucun tarif pour ce produit.',
  en: 'On request: no tariff for this product.',
}

const EXPECTED = (language: Language) => {
  const colon = language === 'fr' ? '\u00a0: ' : ': '
  const cards = [`Papier${colon}Recyclé 300 g`, `Perforations${colon}2`]
  const side = language === 'fr' ? '500,5' : '500.5'
  const check = language === 'fr' ? 'Vérification du fichier' : 'File check'
  const unknown = {
    fr: 'Le délai 99 n’est pas proposé pour « Cartes de visite » : choisissez parmi 1 (J+1), 2 (J+2), 3 (J+5).',
    en: 'Lead time 99 is not offered for “Cartes de visite”: choose among 1 (J+1), 2 (J+2), 3 (J+5).',
  }[language]
  return { cards, banner: [`Largeur (mm)${colon}1000`, `Hauteur (mm)${colon}${side}`], check, unknown }
}

describe.each(LANGUAGES)('a quote that was made in the language %s', (made) => {
  test.each(LANGUAGES)('is read in the language %s, every word', async (read) => {
    const shopOf = await world()
    const answer = await shopOf.desk.post('/api/quotes', QUOTE, speaking(made))
    const { id } = json(answer)
    const words = await said(shopOf, id, read)
    const { cards, banner, check, unknown } = EXPECTED(read)
    expect(words.lines.map(([summary]: Loose) => summary)).toEqual([
      ...[cards, banner, [], [], [], ['50 × 150', 'Carton 5 mm', 'Recto', check]],
    ])
    expect(words.lines[2][2]).toBe(WRONG[read])
    expect(words.lines[3][2]).toBe(unknown)
    expect(words.lines[4][1]).toBe(NO_TARIFF[read])
    expect(words.obstacles).toContain(WRONG[read])
    expect(words.obstacles).toContain(NO_TARIFF[read])
    expect(words.listed).toBe(WRONG[read])
    expect(words.refused).toEqual(words.obstacles)
    // Whoever made it saw the same in his own language.
    const inHis = await said(shopOf, id, made)
    expect(inHis.lines).toEqual(
      json(answer).lines.map((line: Loose) => [line.summary, line.price.message, line.problem]),
    )
  })

  test.each(LANGUAGES)('names what was withdrawn since in the language %s', async (read) => {
    const shopOf = await world()
    const quote = { ...QUOTE, lines: [print(CARDS)] }
    const { id } = json(await shopOf.desk.post('/api/quotes', quote, speaking(made)))
    const bundle = shop()
    bundle.produits[0].options[0].variantes.pop()
    delete bundle.tarifs.print[0].variantes[402]
    await shopOf.service.catalogue.importBundle(bundle)
    shopOf.service.events.emit('catalogue', { version: 0 })
    await shopOf.service.quoteChecks.ended()
    expect(await said(shopOf, id, read)).toMatchObject({
      lines: [[EXPECTED(read).cards, '', WITHDRAWN[read]]],
      obstacles: [WITHDRAWN[read]],
      listed: WITHDRAWN[read],
      refused: [WITHDRAWN[read]],
    })
  })
})

test('a support that the catalogue has no more is said to be gone, by its name', async () => {
  const shopOf = await world()
  const quote = { ...QUOTE, lines: [{ area: 'display', line: TOTEM, delai: 1 }] }
  const { id } = json(await shopOf.desk.post('/api/quotes', quote))
  const bundle = shop()
  bundle.familles[0].supports = bundle.familles[0].supports.filter((each: Loose) => each.id !== 21)
  delete bundle.tarifs.display[0].supports[21]
  await shopOf.service.catalogue.importBundle(bundle)
  shopOf.service.events.emit('catalogue', { version: 0 })
  await shopOf.service.quoteChecks.ended()
  const problem = async (language: Language) =>
    json(await shopOf.desk.get(`/api/quotes/${id}`, speaking(language))).lines[0].problem
  expect(await problem('fr')).toBe('Le support « Carton 5 mm » n’est plus au catalogue pour cette famille.')
  expect(await problem('en')).toBe('Support “Carton 5 mm” is no longer in the catalogue for this family.')
})

test('what others changed is shown in the reader’s language, too', async () => {
  const { desk } = await world()
  const { id } = json(await desk.post('/api/quotes', QUOTE, speaking('fr')))
  const payload = { ...QUOTE, version: 0 }
  const refused = await desk.send({
    ...{ method: 'PUT', url: `/api/quotes/${id}`, payload, headers: speaking('en') },
  })
  expect(json(refused).present).toEqual(json(await desk.get(`/api/quotes/${id}`, speaking('en'))))
  expect(json(refused).present.lines[2].problem).toBe(WRONG.en)
})

test('a row of the price matrix that is not offered says why in the reader’s language', async () => {
  const { desk } = await world()
  const asked = { area: 'print', line: CARDS, quantities: [[101]] }
  const rows = async (language: Language) =>
    json(await desk.post('/api/price-matrix', asked, speaking(language))).rows
  expect((await rows('fr'))[0].message).toContain('n’est pas proposée')
  expect((await rows('en'))[0].message).toContain('is not offered')
})

test('a quote that was stored in words reads as it did, and is understood anew with the catalogue', async () => {
  const shopOf = await world()
  const { desk, service } = shopOf
  const { id } = json(await desk.post('/api/quotes', QUOTE, speaking('fr')))
  const row = service.store.sqlite.db
    .prepare('SELECT lines FROM quotes WHERE id = ?')
    .pluck()
    .get(id) as string
  const before = JSON.parse(row).map(
    ({ parts: _parts, price: { reason: _reason, ...price }, ...line }: Loose) => ({
      ...line,
      summary: ['Papier\u00a0: Recyclé 300 g', '2 visuels\u00a0: 1 + 1'],
      price: { ...price, message: 'Sur devis.' },
      problem: 'La variante « Recyclé 300 g » a disparu.',
    }),
  )
  service.store.sqlite.db.prepare('UPDATE quotes SET lines = ? WHERE id = ?').run(JSON.stringify(before), id)
  for (const language of LANGUAGES) {
    const words = await said(shopOf, id, language)
    for (const line of words.lines)
      expect(line).toEqual([before[0].summary, 'Sur devis.', 'La variante « Recyclé 300 g » a disparu.'])
    expect(words.listed).toBe('La variante « Recyclé 300 g » a disparu.')
    expect(new Set(words.obstacles)).toEqual(new Set(['La variante « Recyclé 300 g » a disparu.']))
  }
  await service.quoteChecks.run()
  expect((await said(shopOf, id, 'en')).lines[2][2]).toBe(WRONG.en)
  expect((await said(shopOf, id, 'en')).lines[0]).toEqual([before[0].summary, 'Sur devis.', null])
})

test('what a line was found to be is the service’s to say, not the client’s', async () => {
  const { desk } = await world()
  const line = { ...print({ produit: 99 }), name: 5, parts: 'none', problem: null, price: null }
  const answer = await desk.post('/api/quotes', { ...QUOTE, lines: [line] })
  expect(answer.statusCode).toBe(201)
  expect(json(answer).lines[0]).toMatchObject({ name: '', parts: [], summary: [] })
})
