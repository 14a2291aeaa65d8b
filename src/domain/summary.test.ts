import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSummary, SUMMARY_MESSAGES, summaryText, type SummaryCode, type SummaryPart } from './summary.ts'

const part = fc.oneof(
  fc.record({ option: fc.string(), variant: fc.string() }).map((params): SummaryPart => ({
    code: 'chosen_variant',
    params,
  })),
  fc
    .record({
      code: fc.constantFrom(
        'told_before' as const,
        ...(Object.keys(SUMMARY_MESSAGES) as SummaryCode[]).filter((code) => code !== 'chosen_variant'),
      ),
      params: fc.dictionary(fc.constantFrom('name', 'option', 'value', 'text'), fc.string(), {
        noNullPrototype: true,
      }),
    })
    .map((other): SummaryPart => other),
)

test('a summary is read back as it was kept', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(readSummary(summaryText(parts))).toEqual(parts)
    }),
  )
})

test('parts that were written out whole are read, too', () => {
  const parts: SummaryPart[] = [
    { code: 'chosen_variant', params: { option: 'Papier', variant: 'Couché 350 g' } },
    { code: 'file_check', params: {} },
  ]
  expect(readSummary(JSON.stringify(parts))).toEqual(parts)
  expect(summaryText(parts)).toBe('[["Papier","Couché 350 g"],{"code":"file_check","params":{}}]')
})
