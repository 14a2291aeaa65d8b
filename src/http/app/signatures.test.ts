/** Quotes that are signed on the spot, and the documents that come of it, at the application's door. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ADDRESS, caller, faultsOf, json, world, type Caller, type World } from '../../testing/app.ts'
import { openFile } from '../../testing/portable.ts'
import { add } from '../../testing/people.ts'
import { readPdf } from '../../testing/pdf.ts'
import { CARDS, create, DAY, move, print, put } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { ADDRESS_FIELDS } from '../../domain/shared/address-fields.ts'

const STROKES = [
  [
    [0.1, 0.5, 0],
    [0.5, 0.2, 80],
    [0.8, 0.7, 160],
  ],
]
/** What it does not say. */
const OPEN = ADDRESS_FIELDS.filter((field) => !(ADDRESS as Loose)[field] || field === 'telephone')
const OPEN_ADDRESS = { ...ADDRESS, telephone: '' }

async function sent(made: World, more: Loose = {}): Promise<Loose> {
  const lines = [print(CARDS)]
  const quote = await create(made, {
    reference: 'Foire',
    note: 'Merci',
    address: OPEN_ADDRESS,
    lines,
    ...more,
  })
  return json(await move(made, quote['id'], 'sent'))
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const documentOf = async ({ desk }: World, { id }: Loose, query = '') =>
  (await desk.get(`/api/quotes/${id}/document${query}`)).rawPayload
const sign = async (made: World, quote: Loose, more: Loose = {}, who: Caller = made.desk, query = '') => {
  const { id, version } = quote
  const hash = more['hash'] ?? hashOf(await documentOf(made, quote, query))
  const given = {
    version,
    name: 'Ada Le Goff',
    capacity: 'Gérante',
    place: 'Brest',
    strokes: STROKES,
    ...more,
    hash,
  }
  return who.post(`/api/quotes/${id}/signature`, given)
}
const check = (who: Caller, payload: Buffer, language = 'fr') =>
  who.send({
    method: 'POST',
    url: '/api/documents/check',
    headers: { 'content-type': 'application/pdf', 'accept-language': language },
    payload,
  })
const textOf = async (bytes: Buffer) =>
  (await readPdf(bytes)).pages
    .join('\n')
    .replaceAll(/[\u202f\u00a0]/g, ' ')
    .replaceAll('\n', ' ')

test('who signs signs the exact document that he was shown: it is kept, printed, sealed, and accepts the quote', async () => {
  const made = await world()
  const quote = await sent(made)
  const answer = await made.desk.get(`/api/quotes/${quote['id']}/document`)
  const shown = answer.rawPayload
  const digest = Buffer.from(hashOf(shown), 'hex').toString('base64')
  expect(answer.headers['repr-digest']).toBe(`sha-256=:${digest}:`)
  expect(json(await made.desk.get(`/api/quotes/${quote['id']}/signature`))).toBeNull()
  made.clock.advance(DAY)
  const response = await sign(made, quote)
  expect(response.statusCode).toBe(201)
  expect(json(response)).toMatchObject({
    state: 'accepted',
    signed: { name: 'Ada Le Goff' },
    version: quote['version'] + 1,
  })

  const signed = await documentOf(made, quote)
  expect(json(await made.desk.get(`/api/quotes/${quote['id']}/signature`))).toEqual({
    ...{
      revision: 1,
      at: made.clock.now().toISOString(),
      name: 'Ada Le Goff',
      capacity: 'Gérante',
      place: 'Brest',
    },
    ...{
      strokes: STROKES,
      typed: false,
      by: null,
      open: OPEN,
      hash: hashOf(shown),
      signedHash: hashOf(signed),
    },
  })
  const { files, metadata, tags } = await readPdf(signed)
  expect([...files.keys()].toSorted()).toEqual([
    `${quote['number']}-presente.pdf`,
    `${quote['number']}.comptoir`,
  ])
  expect(files.get(`${quote['number']}-presente.pdf`)!.equals(shown)).toBe(true)
  expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
  expect([...tags]).toContain('Figure')
  const text = await textOf(signed)
  for (const told of [
    'Bon pour accord',
    'Signé à l’écran',
    'Ada Le Goff',
    'Gérante',
    'Brest, 3 mars 2026',
    'SHA-256',
  ])
    expect(text).toContain(told)
  const history = json(await made.desk.get(`/api/quotes/${quote['id']}/history`)) as Loose[]
  expect(history[0]!['message']).toContain('signé par Ada Le Goff')

  // However it is asked for afterwards, it is what was signed.
  for (const query of ['', '?language=en', '?layout=summary', '?revision=1'])
    expect((await documentOf(made, quote, query)).equals(signed)).toBe(true)
})

test('a name that is typed stands for the signature, and is marked as typed; in the language that was shown', async () => {
  const made = await world()
  const quote = await sent(made)
  const query = '?language=en&layout=summary&buyer=consumer'
  const more = { strokes: [], typed: true, language: 'en', layout: 'summary', buyer: 'consumer' }
  expect((await sign(made, quote, more, made.desk, query)).statusCode).toBe(201)
  const text = await textOf(await documentOf(made, quote))
  expect(text).toContain('typed name, in place of a signature')
  expect(text).toContain('Signed on screen')
})

test('another document than the one that was shown is not signed: changed, in another language, or made up', async () => {
  const made = await world()
  const quote = await sent(made)
  const french = hashOf(await documentOf(made, quote))
  expect(faultsOf(await sign(made, quote, { hash: french, language: 'en' }))).toEqual([' document_changed'])
  const refused = await sign(made, quote, { hash: 'a'.repeat(64) })
  expect(refused.statusCode).toBe(409)
  expect(json(refused)['detail']).toContain('n’est plus celui-ci')
  const noted = json(
    await put(made, `/api/quotes/${quote['id']}/delivery`, {
      version: quote['version'],
      address: OPEN_ADDRESS,
      note: 'Autre note',
    }),
  )
  // It was changed after it was shown: by its version, and where that is said anew, by its document.
  expect(faultsOf(await sign(made, quote, { hash: french }))).toEqual([' quote_changed'])
  expect(faultsOf(await sign(made, noted, { hash: french }))).toEqual([' document_changed'])
  expect(json(await made.desk.get(`/api/quotes/${quote['id']}`))).toMatchObject({
    state: 'sent',
    signed: null,
  })
})

test('what is signed stays: nothing of it changes but what it left open, and another signature is refused', async () => {
  const made = await world()
  const quote = await sent(made)
  expect((await sign(made, quote)).statusCode).toBe(201)
  const { id } = quote
  const signed = await documentOf(made, quote)
  const version = quote['version'] + 1
  const deliver = (address: Loose, note = 'Merci', at = version as number) =>
    put(made, `/api/quotes/${id}/delivery`, { version: at, address, note })
  for (const response of [
    await deliver({ ...OPEN_ADDRESS, ville: 'Quimper' }),
    await deliver({ ...OPEN_ADDRESS, adresse1: '' }),
    await deliver(OPEN_ADDRESS, 'Autre'),
    await sign(made, quote, { name: 'Zoé', hash: hashOf(signed) }),
  ]) {
    expect(faultsOf(response)).toEqual([' quote_signed'])
    expect(json(response)['detail']).toContain('Ada Le Goff')
  }
  // What is completed is put right, too.
  expect((await deliver({ ...OPEN_ADDRESS, telephone: '02' })).statusCode).toBe(200)
  expect((await deliver({ ...OPEN_ADDRESS, telephone: '0298112233' }, 'Merci', version + 1)).statusCode).toBe(
    200,
  )
  const now = json(await made.desk.get(`/api/quotes/${id}`))
  const update = { version: now['version'], reference: 'x', lines: [print(CARDS)] }
  expect(faultsOf(await put(made, `/api/quotes/${id}`, update))).toEqual([' quote_state'])
  expect(faultsOf(await made.desk.post(`/api/quotes/${id}/revise`, { version: now['version'] }))).toEqual([
    ' quote_state',
  ])
  expect((await documentOf(made, quote)).equals(signed)).toBe(true)

  // Refused afterwards and revised it is another document, that nobody has signed; what was signed stays beside.
  await move(made, id, 'refused', { reason: 'trop cher' })
  expect((await documentOf(made, quote)).equals(signed)).toBe(true)
  await made.desk.post(`/api/quotes/${id}/revise`, {})
  const again = json(await move(made, id, 'sent'))
  expect(again).toMatchObject({ revision: 2, signed: null })
  expect(json(await made.desk.get(`/api/quotes/${id}/signature`))).toBeNull()
  expect(json(await made.desk.get(`/api/quotes/${id}/signature?revision=1`))).toMatchObject({
    name: 'Ada Le Goff',
  })
  expect((await documentOf(made, quote, '?revision=1')).equals(signed)).toBe(true)
  expect((await sign(made, again, { name: 'Zoé' })).statusCode).toBe(201)
})

test('two that sign at once leave one signature; the same one again is answered as the first', async () => {
  const made = await world()
  const quote = await sent(made)
  const hash = hashOf(await documentOf(made, quote))
  const names = ['Ada', 'Zoé', 'Yann']
  const answers = await Promise.all(names.map((name) => sign(made, quote, { name, hash })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  const [winner] = names.filter((_name, i) => answers[i]!.statusCode === 201)
  expect(json(await made.desk.get(`/api/quotes/${quote['id']}/signature`))['name']).toBe(winner)
  const again = await sign(made, quote, { name: winner, hash })
  expect(again.statusCode).toBe(201)
  expect(json(again)).toMatchObject({
    state: 'accepted',
    signed: { name: winner },
    version: quote['version'] + 1,
  })
})

test('a draft, an expired quote and one that was refused are not signed, and no such document asks for it', async () => {
  const made = await world()
  const draft = await create(made, { reference: 'x', address: ADDRESS, lines: [print(CARDS)] })
  expect(await textOf(await documentOf(made, draft))).not.toContain('Bon pour accord')
  expect(faultsOf(await sign(made, draft))).toEqual([' quote_state'])
  const refused = await sent(made)
  const before = await documentOf(made, refused)
  expect(await textOf(before)).toContain('Bon pour accord')
  const after = json(await move(made, refused['id'], 'refused', { reason: '' }))
  const closed = await textOf(await documentOf(made, refused))
  expect(closed).not.toContain('Bon pour accord')
  expect(closed).toContain('il n’est plus une offre')
  expect(faultsOf(await sign(made, after))).toEqual([' quote_state'])
  const late = await sent(made)
  made.clock.advance(60 * DAY)
  expect(faultsOf(await sign(made, late))).toEqual([' signature_expired'])
})

test('the draft of a revision says of which quote it is one', async () => {
  const made = await world()
  const quote = await sent(made)
  await made.desk.post(`/api/quotes/${quote['id']}/revise`, {})
  const answer = await made.desk.get(`/api/quotes/${quote['id']}/document`)
  expect(answer.headers['content-disposition']).toContain(`Brouillon-${quote['number']}-r2.pdf`)
  const text = await textOf(answer.rawPayload)
  expect(text).toContain(`Projet de devis ${quote['number']}`)
  expect(text).toContain('révision 2')
  expect(text).toContain('ce document n’est pas une offre')
})

test('a PDF tells whether its seal holds, whose it is, and the quote in it; a changed byte is seen', async () => {
  const made = await world()
  const quote = await sent(made)
  const shown = await documentOf(made, quote)
  await sign(made, quote)
  const signed = await documentOf(made, quote)
  const told = json(await check(made.desk, signed))
  expect(told).toMatchObject({
    verdict: 'intact',
    signer: { standing: 'own' },
    quote: { id: quote['id'], number: quote['number'] },
    signature: { name: 'Ada Le Goff' },
  })
  expect(told['message']).toContain('intact : aucun octet')
  const opened = await openFile(made, told['attached'])
  expect(json(opened)).toMatchObject({ verdict: 'intact', quote: { number: quote['number'] } })

  // Elsewhere it is known by its key alone; a device that was seen once is known again.
  const other = await world()
  expect(json(await check(other.desk, signed))).toMatchObject({
    verdict: 'intact',
    quote: null,
    signer: { standing: 'new' },
  })
  expect(json(await check(other.desk, signed))).toMatchObject({ signer: { standing: 'seen' } })

  for (const at of [
    10,
    Math.floor(signed.length / 2),
    signed.indexOf('%comptoir-seal') + 3,
    signed.length - 3,
  ]) {
    const changed = Buffer.from(signed)
    changed[at] = changed[at]! ^ 1
    const { verdict } = json(await check(made.desk, changed))
    expect(['altered', 'broken'], `byte ${at}`).toContain(verdict)
  }
  const cut = json(await check(made.desk, signed.subarray(0, signed.length - 200), 'en'))
  expect(cut).toMatchObject({ verdict: 'broken', signer: null })
  expect(cut['message']).toContain('was signed in Comptoir, but its seal is missing')
  expect(json(await check(made.desk, Buffer.concat([signed, Buffer.from('%x\n')])))['verdict']).toBe('broken')
  expect(json(await check(made.desk, shown))).toMatchObject({
    verdict: 'unsealed',
    attached: told['attached'],
  })
})

test('what is no such PDF is told, and nothing that is sent does harm', async () => {
  const { desk, anyone } = await world()
  expect((await check(anyone, Buffer.from('%PDF-'))).statusCode).toBe(401)
  expect(json(await check(desk, Buffer.from('PK\u0003\u0004')))).toMatchObject({
    verdict: 'foreign',
    attached: null,
  })
  expect(json(await check(desk, Buffer.alloc(0)))).toMatchObject({ verdict: 'foreign' })
  const large = await check(desk, Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(21 * 1024 * 1024)]))
  expect(large.statusCode).toBe(413)
  const kinds = '/application#2Fvnd.comptoir.quote+json stream\n'.repeat(10_000)
  expect(json(await check(desk, Buffer.from(`%PDF-${kinds}`)))).toMatchObject({
    verdict: 'unsealed',
    attached: null,
  })
  expect((await desk.post('/api/documents/check', {})).statusCode).toBe(415)
})

test('a body that is no signature is refused by its places', async () => {
  const made = await world()
  const quote = await sent(made)
  const bad = { name: '', strokes: [[[2, 0]]], hash: 'x', capacity: 'x'.repeat(200) }
  const response = await sign(made, quote, bad)
  expect(response.statusCode).toBe(400)
  expect(faultsOf(response).toSorted()).toEqual([
    '/capacity value_invalid',
    '/hash hash_invalid',
    '/name field_required',
    '/strokes/0/0 stroke_invalid',
  ])
  for (const strokes of [null, 'x', [1], [[1]], [[['a', 'b']]]])
    expect((await sign(made, quote, { strokes })).statusCode).toBe(400)
  expect(
    (
      await made.desk.post('/api/quotes/99999/signature', {
        version: 1,
        name: 'A',
        strokes: STROKES,
        hash: 'a'.repeat(64),
      })
    ).statusCode,
  ).toBe(404)
})

test('who may sell may have it signed, and is named; a reader of nothing may not', async () => {
  const made = await world()
  await add(made.service, 'Ada', 'administrateur')
  await add(made.service, 'Vincent', 'vendeur')
  const quote = await sent(made)
  const hash = hashOf(await documentOf(made, quote))
  expect((await sign(made, quote, { hash }, caller(made.app, {}))).statusCode).toBe(401)
  const seller = await signedIn(made, 'Vincent')
  expect((await sign(made, quote, { hash }, seller)).statusCode).toBe(201)
  expect(json(await seller.get(`/api/quotes/${quote['id']}/signature`))['by']).toBe('Vincent')
  expect(json(await seller.get(`/api/quotes/${quote['id']}`))['acceptedBy']).toBe('Vincent')
})

test('the e-mail that goes with a quote is in its customer’s language, to the contact, and says how to answer', async () => {
  const made = await world()
  const contacts = [{ firstName: 'Ann', lastName: 'Lee', email: 'ann@lee.example' }]
  const company = json(
    await made.desk.post('/api/companies', {
      name: 'Lee & Co',
      email: 'info@lee.example',
      language: 'en',
      contacts,
    }),
  )
  const contactId = company['contacts'][0].id as number
  const quote = await sent(made, { companyId: company['id'], contactId })
  const told = json(await made.desk.get(`/api/quotes/${quote['id']}/mail`))
  expect(told).toMatchObject({ to: 'ann@lee.example', language: 'en' })
  expect(told['subject']).toBe(`Quote ${quote['number']} – Foire`)
  for (const words of [
    'Hello Ann Lee,',
    String(quote['number']),
    '€',
    'valid until 1 April 2026',
    'reply to this message',
  ])
    expect(told['text']).toContain(words)

  const french = await sent(made)
  const french1 = json(await made.desk.get(`/api/quotes/${french['id']}/mail`))
  expect(french1).toMatchObject({ to: ADDRESS.email, language: 'fr' })
  expect(french1['text']).toContain('jusqu’au 1er avril 2026')
  await sign(made, french)
  expect(json(await made.desk.get(`/api/quotes/${french['id']}/mail`))['text']).toContain(
    'que vous avez signé',
  )
  const draft = await create(made)
  expect(faultsOf(await made.desk.get(`/api/quotes/${draft['id']}/mail`))).toEqual([' quote_not_portable'])
})
