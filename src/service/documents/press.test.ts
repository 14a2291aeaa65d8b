import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentContent } from '../../domain/document/content.ts'
import { DEFAULT_LETTERHEAD } from '../../domain/document/letterhead.ts'
import { readPdf } from '../../testing/pdf.ts'
import { Press } from './press.ts'

const QUOTE = {
  ...({
    format: 'comptoir-quote',
    version: 1,
    number: 'D2026-K7-0001',
    revision: 1,
    state: 'sent',
  } as const),
  ...{
    indicative: false,
    company: null,
    contact: null,
    lines: [],
    discount: null,
    totals: null,
    uncertainty: null,
  },
  address: {
    ...{
      prenom: '',
      nom: '',
      societe: '',
      adresse1: '',
      adresse2: '',
      code_postal: '',
      ville: '',
      pays: '',
    },
    ...{ email: '', telephone: '', instructions: '' },
  },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', validUntil: '2026-01-31' },
  ...{
    filesOn: null,
    vat: { rate: '20', reason: 'country' } as const,
    catalogue: { version: 1, sources: [] },
  },
  ...{ device: 'K7', madeBy: null, sentBy: null, writtenAt: '2026-01-01T00:00:00Z' },
}
const BASIS = {
  ...({ letterhead: DEFAULT_LETTERHEAD, buyer: 'company', language: 'fr' } as const),
  numbers: { siret: '', vatNumber: '' },
}

const row = (name: string) => ({
  ...{ kind: 'line', name, role: '', details: [], quantity: '1', unit: '1,00', vat: '', total: '1,00' },
})

test('whatever a text is, it is set: no character, and no line of code, keeps a document from being printed', async () => {
  const press = await Press.start()
  const print = (note: string, reference: string) =>
    press.print({
      content: documentContent({ ...QUOTE, note, reference }, BASIS),
      logo: '',
      signature: null,
      files: [],
    })
  const any = fc.string({ unit: 'grapheme', maxLength: 80 })
  await fc.assert(
    fc.asyncProperty(any, any, async (note, reference) => {
      const { pages } = await readPdf(await print(note, reference))
      expect(pages.length).toBeGreaterThan(0)
    }),
    { numRuns: 40 },
  )
})

test('what is outside of the total is not announced at the foot of a page and told on the next', async () => {
  const press = await Press.start()
  const content = documentContent({ ...QUOTE, note: '', reference: '' }, BASIS)
  for (let count = 16; count < 40; count++) {
    const rows = Array.from({ length: count }, (_, i) => row(`Ligne ${i}`))
    const aside = { title: 'Options', small: 'Hors total.', rows: [row('Première option')] }
    const bytes = await press.print({
      content: { ...content, rows, aside } as typeof content,
      ...{ logo: '', signature: null, files: [] },
    })
    const { pages } = await readPdf(bytes)
    const at = (text: string) => pages.findIndex((page) => page.includes(text))
    expect([count, at('Hors total.'), at('Options')]).toEqual([
      count,
      at('Première option'),
      at('Première option'),
    ])
  }
})

const FIELDS = ['Date', 'Nom', 'Qualité', 'Signature'].map((label) => ({ label, value: '' }))
const AGREEMENT = { title: 'Bon pour accord', how: 'À signer.', fields: FIELDS, drawn: null, small: '' }
const TOTALS = [{ label: 'Total TTC', value: '24,00 €', grand: true, small: '' }]
const SAID = [
  { title: 'Remarque', text: 'À livrer avec soin.' },
  { title: 'Paiement', text: 'À 30 jours.' },
]
const LONG = [{ title: 'Paiement', text: `${'Long. '.repeat(400)}Fin.` }]
const ASIDE = { title: 'Options', small: 'Hors total.', rows: [row('Cartes'), row('Cartes en option')] }

test.each([
  ['what is said last before it', 'À 30 jours.', { blocks: SAID, aside: ASIDE }],
  ['the end of what is said at length', 'Fin.', { blocks: LONG }],
  ['the total, where nothing is said', 'Total TTC', {}],
  ['what is offered beside that, where nothing is said', 'Cartes en option', { aside: ASIDE }],
])('what is to be signed stands on no page without %s', async (_, before, parts) => {
  const press = await Press.start()
  const content = documentContent({ ...QUOTE, note: '', reference: '' }, BASIS)
  const ends = new Set<boolean>()
  for (let count = 2; count < 30; count++) {
    const rows = Array.from({ length: count }, (_, i) => row(`Ligne ${i}`))
    const told = { rows, totals: TOTALS, blocks: [], aside: null, agreement: AGREEMENT, ...parts }
    const bytes = await press.print({
      content: { ...content, ...told } as unknown as typeof content,
      ...{ logo: '', signature: null, files: [] },
    })
    const { pages } = await readPdf(bytes)
    const at = pages.findIndex((page) => page.includes('Bon pour accord'))
    expect(pages[at], `${count} lines`).toContain(before)
    ends.add(pages[at]!.includes('Ligne 0'))
  }
  // Some end on the page that they begin on, and some on another.
  expect(ends).toEqual(new Set([true, false]))
})
