/** Documents of quotes, at the application's door. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { openFile } from '../../testing/portable.ts'
import { readPdf } from '../../testing/pdf.ts'
import { CARDS, create, FLYERS, move, print } from '../../testing/quotes.ts'
import { makeCompany } from '../../testing/companies.ts'
import type { Loose } from '../../testing/shop.ts'

const ISSUER = {
  ...{ name: 'Imprimerie des Quais', legalForm: 'SAS', capital: '40 000 €', siret: '123 456 789 00012' },
  ...{ register: 'RCS Brest', vatNumber: 'FR12123456789', address1: '3 quai de la Douane', address2: '' },
  ...{ postalCode: '29200', town: 'Brest', country: 'France', phone: '02 98 11 22 33' },
  ...{ email: 'devis@quais.example', website: '', bank: '' },
}
const LOGO = `data:image/png;base64,${readFileSync('resources/icon.png').toString('base64')}`
const LINES = [
  { area: 'heading', text: 'Papeterie' },
  { ...print({ ...CARDS, variantes: [402] }), discount: '10' },
  { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' },
  { area: 'free', text: 'Création\ndeux propositions', quantity: 1.5, unitCents: 6001, costCents: 1777 },
  { ...print(FLYERS), role: 'option' },
]

const letterhead = ({ desk }: World, payload: Loose) =>
  desk.send({ method: 'PUT', url: '/api/letterhead', payload })
const pdfOf = async ({ desk }: World, { id }: Loose, query = '') =>
  (await desk.get(`/api/quotes/${id}/document${query}`)).rawPayload
const textOf = async (made: World, quote: Loose, query = '') =>
  (await readPdf(await pdfOf(made, quote, query))).pages
    .join('\n')
    .replaceAll('\u202f', ' ')
    .replaceAll('\u00a0', ' ')

async function sent(made: World, more: Loose = {}): Promise<Loose> {
  const quote = await create(made, {
    reference: 'Foire 2026',
    note: 'Merci',
    address: ADDRESS,
    lines: LINES,
    ...more,
  })
  return json(await move(made, quote['id'], 'sent'))
}

test('the document of a quote says who sells, for whom, what, and the totals of the quote', async () => {
  const made = await world()
  expect((await letterhead(made, { issuer: ISSUER, logo: LOGO })).statusCode).toBe(200)
  const quote = await sent(made)
  const answer = await made.desk.get(`/api/quotes/${quote['id']}/document`)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${quote['number']}.pdf"`,
  })
  const text = await textOf(made, quote)
  const cents = (amount: number) =>
    new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' })
      .format(amount / 100)
      .replaceAll(/[\u202f\u00a0]/g, ' ')
  const { totals } = quote
  for (const told of [
    ...['SAS au capital de 40 000 €', 'SIRET 123 456 789 00012', 'RCS Brest', 'TVA FR12123456789'],
    ...[
      `Devis ${quote['number']}`,
      'Foire 2026',
      ADDRESS.ville,
      'Papeterie',
      'Création',
      'deux propositions',
    ],
    ...['Remise 10 %', 'Option', 'Variante de', 'Bon pour accord', '40 €', 'Page 1 sur'],
    ...[cents(totals.prix_total_ht), cents(totals.prix_tva), cents(totals.prix_final_ttc)],
  ])
    expect(text).toContain(told)
  for (const line of quote['lines'])
    if (line.amounts) expect(text).toContain(cents(line.amounts.listCents - line.amounts.discountCents))
})

test('it is a tagged PDF/A-3 that holds the signed file of the quote, and the same each time', async () => {
  const made = await world()
  await letterhead(made, { issuer: ISSUER, logo: LOGO })
  const quote = await sent(made)
  const bytes = await pdfOf(made, quote)
  const { title, files, tags, metadata } = await readPdf(bytes)
  expect(title).toBe(`Devis ${quote['number']}`)
  expect([...tags]).toEqual(expect.arrayContaining(['H1', 'Table', 'TR', 'TH', 'TD']))
  expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
  const file = files.get(`${quote['number']}.comptoir`)!
  const opened = await openFile(made, file)
  expect(json(opened)).toMatchObject({ verdict: 'intact', quote: { number: quote['number'] } })
  made.clock.advance(86_400_000)
  // What was printed a moment ago is answered again: it is printed anew.
  await made.service.documents.stop()
  expect(Buffer.compare(await pdfOf(made, quote), bytes)).toBe(0)
  await move(made, quote['id'], 'accepted')
  expect(Buffer.compare(await pdfOf(made, quote, '?revision=1'), bytes)).toBe(0)
  const agreed = await pdfOf(made, quote)
  made.clock.advance(86_400_000)
  await made.service.documents.stop()
  expect(Buffer.compare(await pdfOf(made, quote), agreed)).toBe(0)
})

test('a field that nobody knows is passed over, whatever is in it', async () => {
  const made = await world()
  for (const foo of [1, null, 'text']) {
    const answer = await letterhead(made, { issuer: { ...ISSUER, foo } })
    expect([answer.statusCode, json(answer).issuer]).toEqual([200, ISSUER])
  }
})

test('a small file of a vast picture is refused before it is unpacked', async () => {
  const made = await world()
  const url = (bytes: Buffer, kind = 'png') => `data:image/${kind};base64,${bytes.toString('base64')}`
  const vast = Buffer.from(readFileSync('resources/icon.png'))
  vast.writeUInt32BE(39_000, 16)
  vast.writeUInt32BE(39_000, 20)
  const frame = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b08985898580101', 'hex')
  const jpeg = Buffer.concat([frame, Buffer.from('1100ffd9', 'hex')])
  for (const logo of [url(vast), url(jpeg, 'jpeg')]) {
    expect(faultsOf(await letterhead(made, { logo }))).toEqual(['/logo logo_too_many_pixels'])
    const specimen = await made.desk.post('/api/letterhead/specimen', { logo })
    expect(faultsOf(specimen)).toEqual(['/logo logo_too_many_pixels'])
  }
  expect((await letterhead(made, { logo: LOGO })).statusCode).toBe(200)
})

test('what was sent keeps the letterhead that it was sent with; a draft has today’s', async () => {
  const made = await world()
  await letterhead(made, { issuer: ISSUER })
  const quote = await sent(made)
  const before = await pdfOf(made, quote)
  await letterhead(made, { issuer: { ...ISSUER, name: 'Autre maison' } })
  expect(Buffer.compare(await pdfOf(made, quote), before)).toBe(0)
  const draft = await create(made, { lines: LINES })
  const text = await textOf(made, draft)
  expect(text).toContain('Autre maison')
  expect(text).toContain('Projet : ce document n’est pas une offre.')
})

test('what was accepted has the document, the file and the e-mail of what was taken; as it was sent it can be had still', async () => {
  const made = await world()
  await letterhead(made, { issuer: ISSUER })
  const quote = await sent(made)
  const before = await textOf(made, quote)
  const option = quote['lines'].find((line: Loose) => line['role'] === 'option')
  const accepted = json(
    await move(made, quote['id'], 'accepted', { taken: [option.id], version: quote['version'] }),
  )
  const total = (of: Loose) =>
    new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' })
      .format(of['totals'].prix_final_ttc / 100)
      .replaceAll(/[\u202f\u00a0]/g, ' ')
  expect(total(accepted)).not.toBe(total(quote))
  const after = await textOf(made, quote)
  expect(after).toContain('Devis accepté le')
  expect(after).toContain(total(accepted))
  expect(after).not.toContain(total(quote))
  const { files } = await readPdf(await pdfOf(made, quote))
  const open = async (payload: Uint8Array | string) => json(await openFile(made, Buffer.from(payload)))
  const [inPdf, alone] = [
    await open(files.get(`${quote['number']}.comptoir`)!),
    await open((await made.desk.get(`/api/quotes/${quote['id']}/file`)).rawPayload),
  ]
  expect(inPdf['quote']).toMatchObject({ state: 'accepted', totals: accepted['totals'] })
  expect(inPdf['quote'].lines).toEqual(alone['quote'].lines)
  const { text } = json(await made.desk.get(`/api/quotes/${quote['id']}/mail`))
  expect(text.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(
    `que vous avez accepté, d’un montant de ${total(accepted)}`,
  )
  expect(text).not.toContain('Pour l’accepter')
  expect(await textOf(made, quote, '?revision=1')).toBe(before)
})

test('an alternative to one of two lines of a name says to which', async () => {
  const made = await world()
  const more = { ...print({ ...CARDS, quantites_multiples: [500] }) }
  const lines = [
    print(CARDS),
    more,
    { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' },
  ]
  expect(await textOf(made, await sent(made, { lines }))).toMatch(/Variante de « [^»]+, 500 ex\. »/)
  expect(await textOf(made, await sent(made, { lines: lines.slice(1) }))).toMatch(/Variante de « [^,»]+ »/)
})

test('what is outside of the total says whether the discounts of the total go for it; a tax that was rounded by orders says so', async () => {
  const made = await world()
  const option = { ...print(FLYERS), role: 'option' }
  const text = async (more: Loose) =>
    textOf(made, await sent(made, { lines: [print(CARDS), option], ...more }))
  expect(await text({})).not.toContain('Prix avant')
  expect(await text({ discount: { percent: '12.5' } })).toContain(
    'Prix avant « Remise 12,5 % », qui s’applique aussi aux choix retenus.',
  )
  expect(await text({ discount: { cents: 500 } })).toMatch(
    /Prix avant la remise du total ; le montant de cette remise reste le même/,
  )
  expect(await text({ lines: [print(CARDS)], discount: { cents: 500 } })).not.toContain('Prix avant')

  // Tenths of a cent of tax that are rounded twice.
  const free = (unitCents: number) => ({ area: 'free', text: 'Pose', quantity: 1, unitCents })
  const priced = { ...print(CARDS), sale: { by: 'fixed', cents: 1003 } }
  const twice = await sent(made, { lines: [priced, free(1003)] })
  expect(twice['totals']).toMatchObject({ prix_total_ht: 2006, prix_tva: 402 })
  expect(await textOf(made, twice)).toContain('arrondie par commande')
  expect(await textOf(made, await sent(made, { lines: [priced] }))).not.toContain('arrondie')
})

test('each revision has its document', async () => {
  const made = await world()
  const quote = await sent(made)
  const first = await pdfOf(made, quote)
  const { desk } = made
  const revised = json(
    await desk.send({ method: 'POST', url: `/api/quotes/${quote['id']}/revise`, payload: {} }),
  )
  const { version } = revised
  await desk.send({
    method: 'PUT',
    url: `/api/quotes/${quote['id']}`,
    payload: { version, reference: 'Autre foire', address: ADDRESS, lines: LINES.slice(0, 2) },
  })
  await move(made, quote['id'], 'sent')
  expect(await textOf(made, quote)).toContain('révision 2')
  expect(await textOf(made, quote)).toContain('Autre foire')
  expect(Buffer.compare(await pdfOf(made, quote, '?revision=1'), first)).toBe(0)
  expect((await desk.get(`/api/quotes/${quote['id']}/document?revision=3`)).statusCode).toBe(404)
})

test('its language, its layout and the blocks of who buys are chosen', async () => {
  const made = await world()
  await letterhead(made, { issuer: ISSUER })
  const quote = await sent(made)
  const [detailed, summary] = [await textOf(made, quote), await textOf(made, quote, '?layout=summary')]
  const [choice] = (quote['lines'][1].summary as string[]).map((text) => text.replace('\u00a0', ' '))
  expect(detailed).toContain(choice)
  expect(summary).not.toContain(choice)
  const english = await textOf(made, quote, '?language=en&buyer=consumer')
  // A consumer signs for himself.
  expect(english).not.toMatch(/Capacity|stamp/)
  expect(await textOf(made, quote, '?language=en')).toContain('Signature and stamp')
  for (const told of ['Quote D', 'Total incl. VAT', 'Right of withdrawal', 'Withdrawal form', 'Mediation'])
    expect(english).toContain(told)
  expect(english).not.toContain('L441-10')
  expect(detailed).not.toContain('rétractation')
  expect(faultsOf(await made.desk.get(`/api/quotes/${quote['id']}/document?layout=x`))).toEqual([
    ' value_invalid',
  ])
})

test('a document is in the language and with the blocks of its customer: of a draft by his record as it is, of what was sent as it was then', async () => {
  const made = await world()
  await letterhead(made, { issuer: ISSUER })
  const company = await makeCompany(made, { name: 'Ada', language: 'en', buyer: 'consumer' })
  expect(company).toMatchObject({ language: 'en', buyer: 'consumer' })
  const draft = await create(made, { companyId: company.id, address: ADDRESS, lines: LINES })
  expect(await textOf(made, draft)).toContain('Withdrawal form')
  const quote = json(await move(made, draft['id'], 'sent'))
  const change = (payload: Loose) =>
    made.desk.send({ method: 'PUT', url: `/api/companies/${company.id}`, payload })
  expect(json(await change({ name: 'Ada', version: company.version }))).toMatchObject({
    language: 'en',
    buyer: 'consumer',
  })
  const changed = json(
    await change({ name: 'Ada', version: company.version + 1, language: 'fr', buyer: 'company' }),
  )
  expect(changed).toMatchObject({ language: 'fr', buyer: 'company' })
  const later = await create(made, { companyId: company.id, address: ADDRESS, lines: LINES })
  expect(await textOf(made, later)).toContain('Total TTC')
  expect(await textOf(made, later)).not.toContain('rétractation')
  const asSent = await textOf(made, quote)
  expect(asSent).toContain('Withdrawal form')
  expect(await textOf(made, quote, '?language=fr&buyer=company')).not.toContain('rétractation')
  expect(
    faultsOf(await change({ name: 'Ada', version: company.version + 2, language: 'de', buyer: 1 })),
  ).toEqual(['/language field_type', '/buyer field_type'])
})

test('a customer is named by SIRET and VAT number: as they were when it was sent, of a draft as they are', async () => {
  const made = await world()
  const numbers = { siret: '732 829 320 00074', vatNumber: 'FR44 732829320' }
  const company = await makeCompany(made, { name: 'Ada', ...numbers })
  const draft = await create(made, { companyId: company.id, address: ADDRESS, lines: LINES })
  const quote = json(await move(made, draft['id'], 'sent'))
  const payload = { name: 'Ada', version: company.version, siret: '', vatNumber: 'FR83404833048' }
  expect(
    (await made.desk.send({ method: 'PUT', url: `/api/companies/${company.id}`, payload })).statusCode,
  ).toBe(200)
  const asSent = await textOf(made, quote)
  expect(asSent).toContain('SIRET 732 829 320 00074')
  expect(asSent).toContain('TVA FR44732829320')
  const later = await create(made, { companyId: company.id, address: ADDRESS, lines: LINES })
  const asIs = await textOf(made, later)
  expect(asIs).toContain('TVA FR83404833048')
  expect(asIs).not.toContain('SIRET')
  const nobody = await create(made, { address: ADDRESS, lines: LINES })
  expect(await textOf(made, nobody)).not.toContain('TVA FR')
})

test('a letterhead that cannot be is refused at its places, and nothing of it is kept', async () => {
  const made = await world()
  const bad = { issuer: { ...ISSUER, siret: '12' }, colour: 'red', logo: 'data:image/png;base64,AAAA' }
  expect(faultsOf(await letterhead(made, bad))).toEqual([
    '/issuer/siret siren_invalid',
    '/colour colour_invalid',
    '/logo logo_invalid',
  ])
  const begun = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]).toString('base64')}`
  const cut = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]).toString('base64')}`
  for (const logo of [begun, cut])
    expect(faultsOf(await letterhead(made, { logo }))).toEqual(['/logo logo_invalid'])
  expect(faultsOf(await letterhead(made, { issuer: { ...ISSUER, name: 'a\u0000b' } }))).toEqual([
    '/issuer/name text_control',
  ])
  expect(json(await made.desk.get('/api/letterhead'))).toMatchObject({ issuer: { name: '' }, logo: '' })
})

test('two who change the letterhead: the second is told what the first changed', async () => {
  const made = await world()
  const { issuer } = json(await made.desk.get('/api/letterhead'))
  await letterhead(made, { issuer: ISSUER, before: { issuer } })
  const late = await letterhead(made, { issuer: { ...issuer, name: 'Late' }, before: { issuer } })
  expect(late.statusCode).toBe(409)
  expect(json(late)['present']).toEqual({ issuer: ISSUER })
  expect((await letterhead(made, { termsVersion: '2026-01', before: { termsVersion: '' } })).statusCode).toBe(
    200,
  )
})

test('hostile texts are printed as they are read: nothing is run, nothing stands over the edge', async () => {
  const made = await world()
  const hostile = '#panic("x") $x$ *b* _i_ @a <b>&amp; \\ ] } \u202egnp.exe\u202c 漢字 😀 مرحبا'
  const quote = await create(made, {
    note: `${hostile}\n${'x'.repeat(3000)}`,
    address: ADDRESS,
    lines: [{ area: 'free', text: hostile, quantity: 1, unitCents: 100 }],
  })
  const text = await textOf(made, quote)
  expect(text).toContain('#panic("x") $x$ *b* _i_ @a <b>&amp; \\ ] } gnp.exe □□')
  expect(text.replace(/\s|\u200b/g, '')).toContain('x'.repeat(3000))
})

test('a letterhead is looked at on a made-up quote before it is kept, in the language and for whom it is asked for', async () => {
  const made = await world()
  const specimen = (payload: Loose, query = '') =>
    made.desk.send({ method: 'POST', url: `/api/letterhead/specimen${query}`, payload })
  const answer = await specimen({ issuer: ISSUER, logo: LOGO }, '?language=en&layout=summary&buyer=consumer')
  expect(answer.headers['content-disposition']).toBe('inline; filename="specimen.pdf"')
  const text = (await readPdf(answer.rawPayload)).pages.join('\n')
  for (const told of ['Imprimerie des Quais', 'SPECIMEN', 'Option', 'Withdrawal form', '€392.39'])
    expect(text).toContain(told)
  expect(text).not.toContain('coated matt 350 g')
  expect(json(await made.desk.get('/api/letterhead'))).toMatchObject({ issuer: { name: '' } })
  expect(faultsOf(await specimen({ colour: 'red' }))).toEqual(['/colour colour_invalid'])
  expect(faultsOf(await specimen({ logo: `data:image/png;base64,${'A'.repeat(400_000)}` }))[0]).toContain(
    '/logo',
  )
})

test('one logo takes the place of another, each as large as one may be', async () => {
  const made = await world()
  const icon = readFileSync('resources/icon.png')
  const logo = (fill: number) => {
    const bytes = Buffer.concat([icon, Buffer.alloc(256 * 1024 - icon.length, fill)])
    return `data:image/png;base64,${bytes.toString('base64')}`
  }
  expect((await letterhead(made, { logo: logo(1) })).statusCode).toBe(200)
  const after = await letterhead(made, { logo: logo(2), before: { logo: logo(1) } })
  expect(after.statusCode).toBe(200)
  expect(json(after)['logo']).toBe(logo(2))
})
