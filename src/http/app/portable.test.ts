/** Quotes as signed files, at the application's door. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backup } from '../../service/maintenance.ts'
import { DEVICE_KEY_FILE } from '../../store/folder.ts'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { makeCompany } from '../../testing/companies.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { add } from '../../testing/people.ts'
import { forged, openFile, payloadOf, signedFile } from '../../testing/portable.ts'
import { CARDS, create, dearer, FLYERS, move, print } from '../../testing/quotes.ts'
import { shop, type Loose } from '../../testing/shop.ts'
import { severalSources } from '../../testing/sources.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { PORTABLE_TYPE } from './portable.ts'

const MARK_UPS = { general: { percent: '37', rounding: 'cent' }, items: [] }
const LINES = [
  { area: 'heading', text: 'Papeterie' },
  { ...print(CARDS), sale: { by: 'markup', percent: '61.8' }, discount: '10' },
  { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' },
  { area: 'free', text: 'Création\ndeux propositions', quantity: 1.5, unitCents: 6001, costCents: 1777 },
  { ...print(FLYERS), role: 'option' },
]

async function sent(made: World, more: Loose = {}, state = 'sent'): Promise<Loose> {
  await made.desk.send({ method: 'PUT', url: '/api/settings', payload: { markUps: MARK_UPS } })
  const texts = { reference: 'REF', note: 'Merci' }
  const quote = await create(made, { ...texts, address: ADDRESS, lines: LINES, ...more })
  return json(await move(made, quote['id'], state))
}

const fileOf = async ({ desk }: World, { id }: Loose) => (await desk.get(`/api/quotes/${id}/file`)).body

const send = (made: World, file: string | Buffer, path = '', language = 'en') =>
  openFile(made, file, path, language)
const opened = async (made: World, file: string, language?: string) =>
  json(await send(made, file, '', language))

test('a quote that was sent is a file to keep, which the device that made it opens as its own', async () => {
  const made = await world()
  const quote = await sent(made)
  const answer = await made.desk.get(`/api/quotes/${quote['id']}/file`)
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining(PORTABLE_TYPE) as string,
    'content-disposition': `attachment; filename="${quote['number']}.comptoir"`,
  })
  const told = await opened(made, answer.body)
  expect(told).toMatchObject({
    ...{ verdict: 'intact', here: quote['id'] },
    signer: { standing: 'own', other: null },
    quote: {
      number: quote['number'],
      state: 'sent',
      reference: 'REF',
      note: 'Merci',
      totals: quote['totals'],
    },
  })
  expect(told['quote'].lines.map((line: Loose) => line['price']?.netCents ?? line['subtotalCents'])).toEqual(
    quote['lines'].map((line: Loose) => line['amounts']?.netCents ?? line['subtotalCents']),
  )
  expect(told['lines'][1]).toMatchObject({ fit: 'fits', price: { priceCents: 2946 } })
})

test('nothing of what it costs, of what is in house or of a partner’s address is in a file', async () => {
  const made = await world()
  const quote = await sent(made)
  await made.service.store.engine.write(function* () {
    yield {
      kind: 'put',
      text: `UPDATE quotes SET internal_note = 'entre nous', files = '["/srv/secret.pdf"]'`,
      values: [],
    }
  })
  const payload = payloadOf(await fileOf(made, quote))
  const text = JSON.stringify(payload)
  const keys = new Set<string>()
  JSON.stringify(payload, (key: string, value: unknown) => (keys.add(key), value))
  for (const key of keys)
    expect(key).not.toMatch(/cost|margin|profit|mark|sale|intern|token|url|secret|under/i)
  const costs = quote['lines'].flatMap((line: Loose) => [line['price'].costCents, line['amounts']?.costCents])
  expect(costs).toContain(2150)
  for (const cost of [...costs, quote['amounts'].costCents, quote['amounts'].profitCents, 1777])
    if (cost !== null) expect(text).not.toMatch(new RegExp(`[^\\d]${cost}[^\\d]`))
  for (const line of quote['lines'])
    if (line['amounts']) expect(text).not.toMatch(new RegExp(`[^\\d]${line['amounts'].profitCents}[^\\d]`))
  expect(text).not.toMatch(/61\.8|entre nous|secret\.pdf|"37"/)
  // The catalogue's price of a line that is sold at another would tell the cost beside the mark-up.
  expect(text).not.toMatch(/[^\d]2946[^\d]/)
})

test('a draft and a quote that was refused have none', async () => {
  const made = await world()
  const draft = await create(made)
  const refused = await sent(made, {}, 'refused')
  for (const { id } of [draft, refused]) {
    const answer = await made.desk.get(`/api/quotes/${id}/file`)
    expect([answer.statusCode, json(answer).errors[0].code]).toEqual([409, 'quote_not_portable'])
  }
  const ordered = await sent(made)
  await made.desk.post(`/api/quotes/${ordered['id']}/order`, {})
  expect(payloadOf(await fileOf(made, ordered))).toMatchObject({ state: 'ordered' })
})

test('another Comptoir says by whom it is, from when it knows him, and what it costs there', async () => {
  const [made, there] = [await world(), await world()]
  const file = await fileOf(made, await sent(made))
  await dearer(there)
  const first = await opened(there, file)
  expect(first).toMatchObject({ verdict: 'intact', here: null, signer: { standing: 'new', other: null } })
  expect(first['lines'][1].price.priceCents).toBe(3000)
  const { publicKey, fingerprint } = first['signer']
  expect(await opened(there, file)).toMatchObject({
    signer: { standing: 'seen', firstSeen: there.clock.now().toISOString(), fingerprint },
  })
  const name = (payload: Loose) => there.desk.send({ method: 'PUT', url: '/api/quotes/devices', payload })
  expect((await name({ publicKey, name: ' Portable de Léa ' })).statusCode).toBe(200)
  expect((await opened(there, file))['signer']).toMatchObject({ standing: 'named', name: 'Portable de Léa' })
  expect((await name({ publicKey: 'x', name: 'y' })).statusCode).toBe(404)
  expect((await name({ publicKey, name: 'a\nb' })).statusCode).toBe(400)
  await add(there.service, 'Ada', 'administrateur')
  await add(there.service, 'Zoé', 'vendeur')
  const zoe = await signedIn(there, 'Zoé')
  const refused = await zoe.send({
    method: 'PUT',
    url: '/api/quotes/devices',
    payload: { publicKey, name: 'z' },
  })
  expect(refused.statusCode).toBe(403)
})

test('another key under a code that is known is said, until a person has named it', async () => {
  const [made, there] = [await world(), await world()]
  const file = await fileOf(made, await sent(made))
  const forgery = signedFile({ ...payloadOf(file), note: 'à moitié prix' })
  expect((await opened(made, forgery))['signer']).toMatchObject({ standing: 'new', other: { own: true } })
  const { signer } = await opened(there, file)
  there.clock.advance(1000)
  const told = await opened(there, forgery)
  expect(told).toMatchObject({ verdict: 'intact', quote: { note: 'à moitié prix' } })
  expect(told['message']).toContain('with another key: ask the sender')
  for (const again of [told, await opened(there, forgery)])
    expect(again['signer'].other).toEqual({ own: false, name: '', fingerprint: signer.fingerprint })
  expect((await opened(there, file))['signer']).toMatchObject({ standing: 'seen', other: null })
})

test('a changed file is shown and marked, is nobody’s acquaintance, and is taken over by who means it alone', async () => {
  const [made, there] = [await world(), await world()]
  const file = await fileOf(made, await sent(made))
  const other = forged(file, { ...payloadOf(file), note: '<img src=x onerror=alert(1)>' })
  const told = await opened(there, other, 'fr')
  expect(told).toMatchObject({
    ...{ verdict: 'altered', message: 'Ce fichier a été modifié après sa signature.' },
    ...{ signer: { standing: 'new' }, quote: { note: '<img src=x onerror=alert(1)>' } },
  })
  expect((await opened(there, file))['signer'].standing).toBe('new')
  const refused = await send(there, other, '/draft')
  expect([refused.statusCode, json(refused).errors[0].code]).toEqual([409, 'portable_altered'])
  expect(json(await send(there, other, '/draft?altered=1')).quote.internalNote).toContain('CHANGED')
  expect(await opened(there, 'x')).toMatchObject({ verdict: 'foreign', quote: null, lines: [], signer: null })
  expect((await send(there, 'x', '/draft')).statusCode).toBe(409)
  expect((await send(there, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).statusCode).toBe(413)
})

test('as a draft it has what fits, at the prices and under the names of here; what does not is told', async () => {
  const made = await world()
  const file = await fileOf(made, await sent(made, { discount: { percent: '5' } }))
  const bundle = shop()
  // The cards are called otherwise here: the ids may mean another product.
  const cards = bundle.produits.find(({ id }: Loose) => id === 10)
  cards.nom = 'Cartes postales'
  const there = await world({ bundle })
  const told = await opened(there, file)
  expect(told['lines'].map(({ fit }: Loose) => fit)).toEqual([null, 'other', 'other', null, 'fits'])
  expect(told['lines'][1].name).toContain('Cartes postales')
  const answer = await send(there, file, '/draft', 'fr')
  expect(answer.statusCode).toBe(201)
  const { quote, left } = json(answer)
  expect(left).toEqual([1, 2])
  expect(quote).toMatchObject({ state: 'draft', note: 'Merci', reference: 'REF', discount: null })
  expect(quote.internalNote).toMatch(
    /^Repris du devis D.*fichier intact.*\nProduits aux prix du jour.*\nCoût inconnu.* : .*\nLigne laissée de côté : /,
  )
  expect(quote.lines.map(({ area, role }: Loose) => [area, role])).toEqual([
    ...[
      ['heading', 'included'],
      ['free', 'included'],
      ['print', 'option'],
    ],
  ])
  expect(quote.lines[1]).toMatchObject({ costCents: null, amounts: { costCents: null, profitCents: null } })
  expect(quote.amounts).toMatchObject({ profitCents: null, unknownCosts: 1 })
  const without = json(await there.desk.get(`/api/quotes/${quote.id}`))
  expect(without.internalNote).toBe(quote.internalNote)
})

test('an alternative to a line that is left out is an option: it would stand for another', async () => {
  const made = await world()
  const payload = payloadOf(await fileOf(made, await sent(made)))
  const [heading, cards, other] = payload['lines']
  const gone = { ...cards, line: { ...cards.line, produit: 999 } }
  const file = signedFile({
    ...payload,
    lines: [heading, { ...cards, discount: null }, gone, { ...other, alternativeTo: 2 }],
  })
  const { quote, left } = json(await send(made, file, '/draft'))
  expect(left).toEqual([2])
  expect(quote.lines.map(({ role }: Loose) => role)).toEqual(['included', 'included', 'option'])
})

test('an alternative that stands for nothing any more is an option', async () => {
  const made = await world()
  const payload = payloadOf(await fileOf(made, await sent(made)))
  const [heading, cards, other] = payload['lines']
  const gone = { ...cards, line: { ...cards.line, produit: 999 } }
  const file = signedFile({ ...payload, lines: [cards, heading, gone, { ...other, alternativeTo: 2 }] })
  const { quote } = json(await send(made, file, '/draft'))
  expect(quote.lines.map(({ role, alternativeTo }: Loose) => [role, alternativeTo])).toEqual([
    ['included', null],
    ['included', null],
    ['option', null],
  ])
})

test('at the customer’s prices the draft comes to what the file says; at today’s it has no discount of others', async () => {
  const made = await world()
  const quote = await sent(made, { discount: { percent: '5' } })
  const file = await fileOf(made, quote)
  // Without the mark-ups of there.
  const there = await world()
  const at = async (prices: string) =>
    json(await send(there, file, `/draft?prices=${prices}`, 'fr'))['quote'] as Loose
  const customer = await at('customer')
  expect(customer['totals'].prix_total_ht).toBe(quote['totals'].prix_total_ht)
  expect(customer).toMatchObject({ discount: { percent: '5' } })
  expect(customer['lines'].map(({ role }: Loose) => role)).toEqual(
    quote['lines'].map(({ role }: Loose) => role),
  )
  expect(customer['internalNote']).toMatch(/Produits aux prix du fichier, fixés/)
  const today = await at('today')
  expect(today['discount']).toBeNull()
  expect(today['totals'].prix_total_ht).not.toBe(quote['totals'].prix_total_ht)
  for (const { area, sale, discount } of today['lines'])
    if (area === 'print') expect([sale, discount]).toEqual([null, null])
  expect(today['internalNote']).toMatch(/sans les remises du fichier/)
})

test('the discount of the customer’s account becomes the draft’s, so that it comes to what he was told', async () => {
  const made = await world()
  const { id: customerId } = await made.service.customers.ensure('Grand compte', { discount: '7.5' })
  const lines = [...LINES, print({ ...CARDS, quantites_multiples: [250] })]
  const quote = await sent(made, { customerId, lines, discount: { percent: '3' } })
  const { totals } = quote
  expect(totals.remise_grand_compte_ht).toBeGreaterThan(0)
  const file = await fileOf(made, quote)
  const there = await world()
  const taken = async (from: string | Buffer = file) =>
    json(await send(there, from, '/draft?prices=customer', 'fr'))
  const { quote: draft, told } = await taken()
  for (const field of ['prix_total_ht', 'prix_tva', 'prix_final_ttc'])
    expect(draft.totals[field]).toBe(totals[field])
  expect(draft.totals.remise_grand_compte_ht).toBe(0)
  const whole = quote['amounts'].wholeCents + totals.remise_grand_compte_ht
  expect(draft.discount).toEqual({ cents: whole })
  const [cents = '', euros] = [
    String(totals.remise_grand_compte_ht % 100),
    Math.floor(totals.remise_grand_compte_ht / 100),
  ]
  const words = `La remise du compte, ${euros},${cents.padStart(2, '0')}\u00a0€ HT, est dans la remise sur le devis.`
  expect(told).toEqual([words])
  expect(draft.internalNote).toContain(words)
  // Of what is left out its part of that discount is, too.
  const said = payloadOf(file)
  const other = said['lines'].map((line: Loose, i: number) => (i === 5 ? { ...line, name: 'Autre' } : line))
  const partly = await taken(signedFile({ ...said, lines: other }))
  const [left] = quote['lines'].slice(5)
  const net = totals.prix_ht - left.amounts.netCents
  expect(partly).toMatchObject({
    left: [5],
    told: [expect.any(String), expect.stringContaining('Total TTC')],
  })
  expect(partly.quote.totals.prix_total_ht).toBe(net - Math.round(net * 0.075))
  // The account of the desk there takes off more than his.
  const desk = await there.service.customers.desk()
  await there.service.customers.ensure(desk.name, { discount: '20' })
  const less = await taken()
  expect(less.quote).toMatchObject({ discount: null })
  expect(less.told).toEqual([
    expect.stringMatching(/^La remise du compte dans le fichier, .* n’a pu être reprise telle quelle\.$/),
    expect.stringMatching(/^Le compte d’ici a sa propre remise/),
    expect.stringContaining('Total TTC du fichier'),
  ])
})

test('the customer of the name in the file is the draft’s where there is exactly one', async () => {
  const made = await world()
  const company = await makeCompany(made)
  const [contact] = company.contacts
  const file = await fileOf(made, await sent(made, { companyId: company.id, contactId: contact!.id }))
  const there = await world()
  const taken = async () => json(await send(there, file, '/draft'))['quote'] as Loose
  expect(await taken()).toMatchObject({ companyId: null, contactId: null })
  await makeCompany(there, { name: 'Imprimerie Dupont & Filles' })
  const { id, contacts } = await makeCompany(there)
  expect(await taken()).toMatchObject({ companyId: id, contactId: contacts[0]!.id })
  await makeCompany(there, { name: 'IMPRIMERIE DUPONT ET FILS'.replace('ET ', '') })
  expect(await taken(), 'two of that name').toMatchObject({ companyId: null })
})

test('the key is made once, is its owner’s alone to read, in no backup, and is not replaced where it is damaged', async () => {
  const folder = temporaryFolder()
  const made = await world({ folder })
  const quote = await sent(made)
  const keys = await Promise.all(
    Array.from(
      { length: 5 },
      async () => (JSON.parse(await fileOf(made, quote)) as Loose)['publicKey'] as string,
    ),
  )
  expect(new Set(keys).size).toBe(1)
  const file = join(folder, DEVICE_KEY_FILE)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const copy = join(temporaryFolder(), 'copy.bak')
  await backup(folder, copy)
  const [secret] = /[\w+/=]{40,}/.exec(readFileSync(file, 'utf8'))!
  expect(readFileSync(copy, 'latin1')).not.toContain(secret)
  writeFileSync(file, 'no key')
  const answer = await made.desk.get(`/api/quotes/${quote['id']}/file`)
  expect(json(answer).detail).toContain('comptoir.device-key')
  expect(readFileSync(file, 'utf8')).toBe('no key')
})

test('services of one store sign as one, with a key that lies sealed in it', async () => {
  const store = await postgresDatabase()
  const environment = { COMPTOIR_SECRET_KEY: 'ab'.repeat(32) }
  const made = await world({ store, environment })
  const there = await world({ store, environment, bundle: null })
  const quote = await sent(made)
  const files = await Promise.all([fileOf(made, quote), fileOf(there, quote), fileOf(made, quote)])
  expect(new Set(files.map((file) => (JSON.parse(file) as Loose)['publicKey'] as string)).size).toBe(1)
  expect(String(made.service.store.settings.get('secret:device_key'))).toMatch(/^keyfile:/)
  const other = await world({ store, environment: { COMPTOIR_SECRET_KEY: 'cd'.repeat(32) }, bundle: null })
  const answer = await other.desk.get(`/api/quotes/${quote['id']}/file`)
  expect(json(answer).detail).toContain('COMPTOIR_SECRET_KEY')
})

test('a file is taken as what it is alone, and what is asked for with it is one of what there is', async () => {
  const made = await world()
  const file = await fileOf(made, await sent(made))
  const asJson = await made.desk.post('/api/quotes/opened', JSON.parse(file) as Loose)
  expect([asJson.statusCode, asJson.body]).toEqual([415, expect.stringContaining(PORTABLE_TYPE)])
  for (const query of ['prices=zz', 'altered=zz'])
    expect(faultsOf(await send(made, file, `/draft?${query}`))).toEqual([' value_invalid'])
})

test('a partner’s line is found where that partner has other ids, by its name', async () => {
  const made = await severalSources()
  const [, second] = made.partners
  const base = second!.base
  const quote = await sent(made, {
    lines: [print({ produit: base + 1, quantites_multiples: [100] }, base + 9)],
  })
  const file = await fileOf(made, quote)
  // A customer does not read at whose his goods are made; files of earlier programs say it.
  const payload = payloadOf(file)
  const line = payload['lines'][0]
  expect([line.source, ...payload['catalogue'].sources]).toEqual([
    expect.stringMatching(/^sha256:/),
    line.source,
  ])
  expect(line.base).toBe(base)
  const there = await severalSources([2000], 5, 2)
  const [only] = there.partners
  expect(only!.base).not.toBe(base)
  expect(await opened(there, file)).toMatchObject({
    lines: [{ fit: 'fits' }],
    quote: { lines: [{ source: 'Partenaire 2' }], catalogue: { sources: ['Partenaire 2'] } },
  })
  const earlier = signedFile({ ...payload, lines: [{ ...line, source: 'Partenaire 2' }] })
  expect((await opened(there, earlier))['lines']).toMatchObject([{ fit: 'fits' }])
  const { quote: draft } = json(await send(there, file, '/draft?prices=today'))
  expect(draft.lines).toMatchObject([
    { line: { produit: only!.base + 1 }, delai: only!.base + 9, source: { name: 'Partenaire 2' } },
  ])
  // Where the partner is none, the ids name nothing; or something else, which is nobody's business.
  expect((await opened(await severalSources([1000]), file))['lines']).toMatchObject([{ fit: 'unfit' }])
  const another = signedFile({ ...payload, lines: [{ ...line, name: 'Liasse', source: 'Ailleurs' }] })
  const [unknown] = (await opened(made, another))['lines'] as Loose[]
  expect(unknown).toMatchObject({ fit: 'unfit', name: null })
  expect(unknown!['message']).toContain('“Liasse” does not exist')
})
