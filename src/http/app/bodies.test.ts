/** What bodies of the application API say that nothing may be made of: refused where it stands, nothing is lost. */
import { describe, expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world } from '../../testing/app.ts'
import { CARDS, create, print, put, QUOTE } from '../../testing/quotes.ts'

describe('a key', () => {
  test.each([
    ['/api/quotes', QUOTE, 255],
    ['/api/companies', { name: 'Dupont' }, 100],
  ])('of %s says something, or is left out', async (url, body, most) => {
    const { desk } = await world()
    const made = async () => json(await desk.get(url)).length as number
    const send = (key: unknown) => desk.post(url, { ...body, key })
    for (const key of ['', ' ', '\u00a0\u200b', 'x'.repeat(most + 1)]) {
      const refused = await send(key)
      expect([refused.statusCode, faultsOf(refused)], `"${key}"`).toEqual([400, ['/key value_invalid']])
      expect(json(refused).errors[0].message).toBe(
        `Le paramètre key doit être un texte de 1 à ${most} caractères.`,
      )
    }
    // Kept, the two were the same one.
    for (const key of ['\ud800', '\ud801']) expect(faultsOf(await send(key))).toEqual(['/key text_control'])
    expect(await made()).toBe(0)
    for (const key of [null, undefined, 'x'.repeat(most)]) expect((await send(key)).statusCode).toBe(201)
    expect(await made()).toBe(3)
  })
})

describe('a text that is kept', () => {
  const free = { area: 'free', text: 'Pose', quantity: 1, unitCents: 100 }
  const ofQuote: [string, (text: string) => object, string, number][] = [
    ['reference', (reference) => ({ reference }), '/reference', 200],
    ['note', (note) => ({ note }), '/note', 20_000],
    ['address', (ville) => ({ address: { ...ADDRESS, ville } }), '/address/ville', 200],
    [
      'label',
      (label) => ({ lines: [print(CARDS), print({ ...CARDS, label })] }),
      '/lines/1/line/label',
      10_000,
    ],
    [
      'lead time',
      (text) => ({ lines: [{ ...print(CARDS), leadTimeLabel: text }] }),
      '/lines/0/leadTimeLabel',
      10_000,
    ],
    ['service', (text) => ({ lines: [{ ...free, text }] }), '/lines/0/text', 10_000],
    ['heading', (text) => ({ lines: [{ area: 'heading', text }] }), '/lines/0/text', 500],
  ]

  test.each(ofQuote)('of a quote, %s: whole characters, in bounds', async (_what, withText, path, most) => {
    const made = await world()
    const send = (text: string) => made.desk.post('/api/quotes', { ...QUOTE, ...withText(text) })
    for (const half of ['a\ud800', '\udc00b', '\udc00\ud800'])
      expect(faultsOf(await send(half))).toEqual([`${path} text_control`])
    expect(faultsOf(await send('x'.repeat(most + 1)))).toEqual([`${path} value_invalid`])
    expect((await send('\u{1f5a8}'.repeat(most))).statusCode).toBe(201)
    expect(json(await made.desk.get('/api/quotes'))).toHaveLength(1)
  })

  test.each([
    ['notes', { internalNote: 'TEXT', files: [], notesVersion: 0 }, '/internalNote', 20_000],
    ['notes', { internalNote: '', files: ['plan.pdf', 'TEXT'], notesVersion: 0 }, '/files/1', 500],
    ['state', { state: 'refused', reason: 'TEXT' }, '/reason', 500],
  ])('PUT …/%s %j: the same', async (of, body, path, most) => {
    const made = await world()
    const { id } = await create(made)
    const send = (text: string) => {
      const payload = JSON.stringify(body).replace('"TEXT"', JSON.stringify(text))
      return put(made, `/api/quotes/${id}/${of}`, JSON.parse(payload) as object)
    }
    expect(faultsOf(await send('a\ud800'))).toEqual([`${path} text_control`])
    expect(faultsOf(await send('x'.repeat(most + 1)))).toEqual([`${path} value_invalid`])
    expect((await send('x'.repeat(most))).statusCode).toBe(200)
  })

  test('an order of the partner API, too', async () => {
    const { partner, token } = await world()
    const client = partner(await token('A', { canOrder: true }))
    const order = { devis: 'D', lignes: [{ ...CARDS, delai: 2 }], adresse_livraison: ADDRESS }
    const halved = {
      devis: '\ud800',
      lignes: [{ ...order.lignes[0], label: 'a\udc00' }],
      adresse_livraison: { ...ADDRESS, ville: '\ud800' },
    }
    const refused = await client.post('/0.2/print/panier/validate/', halved)
    expect([refused.statusCode, faultsOf(refused).sort()]).toEqual([
      400,
      ['/adresse_livraison/ville value_invalid', '/devis value_invalid', '/lignes/0/label value_invalid'],
    ])
    expect(json(refused).errors[0].message).toContain('moitié d’un caractère')
    expect(
      (await client.post('/0.2/print/panier/validate/', { ...order, devis: '\u{1f5a8}' })).statusCode,
    ).toBe(201)
  })
})
