import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentContent } from '../../domain/document/content.ts'
import { DEFAULT_LETTERHEAD } from '../../domain/document/letterhead.ts'
import { readPdf } from '../../testing/pdf.ts'
import { Press } from './press.ts'

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
