import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentContent } from '../../domain/document/content.ts'
import { DEFAULT_LETTERHEAD } from '../../domain/document/letterhead.ts'
import { readPdf } from '../../testing/pdf.ts'
import { Press } from './press.ts'
import { printable, UNPRINTABLE } from './printable.ts'

/** Latin letters, digits and signs. */
const isLatin = (codePoint: number) => codePoint >= 0x20 && codePoint < 0x180

test('what comes out is of the fonts, without what turns the direction of text', () => {
  const any = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(any, (text) => {
      const out = printable(text, isLatin)
      for (const char of out)
        expect(isLatin(char.codePointAt(0)!) || [UNPRINTABLE, '\n', '\u200b'].includes(char)).toBe(true)
      // What is printable is printed as it is, but for places where a line may end.
      const latin = [...text.normalize('NFC')]
        .filter((char) => /[\u0020-\u007e\u00c0-\u017f]/.test(char))
        .join('')
      expect(printable(latin, isLatin).replaceAll('\u200b', '')).toBe(latin)
    }),
  )
  expect(printable('\u202egnp.exe\u202c\u0000\u00ad', isLatin)).toBe('gnp.exe')
  expect(printable('a\r\nb\rc\u2028d\te', isLatin)).toBe('a\nb\nc\nd e')
})

test('a long word gets places where a line may end', () => {
  const out = printable('x'.repeat(100), isLatin)
  expect(out.replaceAll('\u200b', '')).toBe('x'.repeat(100))
  expect(Math.max(...out.split('\u200b').map(({ length }) => length))).toBeLessThan(30)
  expect(printable(`${'word '.repeat(20)}D2026-K7-0012`, isLatin)).not.toContain('\u200b')
})

test('whatever a text is, it is set: no character, and no line of code, keeps a document from being printed', async () => {
  const press = await Press.start()
  const quote = {
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
  const numbers = { siret: '', vatNumber: '' }
  const basis = { letterhead: DEFAULT_LETTERHEAD, buyer: 'company', language: 'fr', numbers } as const
  const print = (note: string, reference: string) =>
    press.print({
      content: documentContent({ ...quote, note, reference }, basis),
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
