/** What the report tells of a quote's totals, of lines as they are held. */
import { expect, test } from 'vitest'
import type { KeptLine } from '../../domain/quote/facts.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Customer } from '../customers.ts'
import { Invalid } from '../refusal.ts'
import { MovedReport, type MovedReportServices } from './moved-report.ts'

const GONE = [{ path: '/produit', code: 'product_unknown' as const }]
const nothingFits = {
  offers: {
    checkFor() {
      throw new Invalid(GONE)
    },
  },
} as unknown as MovedReportServices

const line = (status: 'firm' | 'estimated', problem: KeptLine['problem'] = null) =>
  ({
    ...{ area: 'print', name: 'Flyers', line: { produit: 1 }, delai: null, leadTimeLabel: 'J+4' },
    ...{ role: 'included', sale: null, discount: null, problem },
    price: {
      ...{ label: 'J+4', days: 4, delai: null, status, priceCents: 45_123, costCents: 45_123 },
      ...(status === 'estimated' ? { low: 44_000, high: 46_200 } : { low: null, high: null }),
      ...{ observedAt: null },
    },
  }) as unknown as KeptLine

async function told(...lines: KeptLine[]) {
  const quote = {
    state: 'draft',
    lines,
    discount: null,
    totals: { prix_ht: 45_123, remise_grand_compte_ht: 0, prix_total_ht: 45_123 },
  }
  const report = new MovedReport(nothingFits, '')
  const [found] = await report.of([[quote as unknown as QuoteRecord, {} as Customer]])
  const { beforeCents, beforeUncertainty, afterCents } = found!
  return { beforeCents, beforeUncertainty, afterCents }
}

test('the total of a line that lost its choice is as uncertain as it was told', async () => {
  const was = { beforeCents: 45_123, beforeUncertainty: 2200, afterCents: null }
  expect(await told(line('estimated'))).toEqual(was)
  expect(await told(line('estimated', GONE)), 'marked as lost').toEqual(was)
  expect(await told(line('firm', GONE))).toEqual({ ...was, beforeUncertainty: null })
})
