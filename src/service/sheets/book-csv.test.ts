/** Tariffs as one CSV file and back. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Bundle } from '../../domain/bundle.ts'
import { sheetsOfCsv } from '../../domain/tariff-book/csv.ts'
import { readTariffSheets } from '../../domain/tariff-book/read.ts'
import { tariffSheets } from '../../domain/tariff-book/write.ts'
import { SHOP } from '../../testing/shop.ts'
import { csvOfSheets } from './book-csv.ts'

const demo = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../resources/demo-bundle.json'), 'utf8'),
) as Bundle
const shop = structuredClone(SHOP) as unknown as Bundle
const csv = (bundle: Bundle, locale: 'fr' | 'en') => csvOfSheets(tariffSheets(bundle, locale), locale)
function again(bundle: Bundle, text: string) {
  const sheets = sheetsOfCsv(Buffer.from(text))
  if (typeof sheets === 'string') throw new Error(sheets)
  return readTariffSheets(bundle, sheets, 'fr')
}
const bundleOf = (read: ReturnType<typeof again>) => ('bundle' in read ? read.bundle : read.faults)

test.each([
  ['the shop', shop],
  ['the demo', demo],
])('of %s: unedited it changes nothing, in both languages, and as spreadsheets pad it', (_, bundle) => {
  for (const locale of ['fr', 'en'] as const) {
    const text = csv(bundle, locale).toString()
    const padded = text.replaceAll('\r\n', locale === 'fr' ? ';;;\r\n' : ',,,\r\n')
    for (const given of [text, padded, text.replace('\ufeff', '\ufeff\r\n')])
      expect(JSON.stringify(bundleOf(again(bundle, given)))).toBe(JSON.stringify(bundle))
  }
})

test('what a spreadsheet would reckon with is marked, and read without its mark', () => {
  const bundle = structuredClone(shop)
  const tariff = bundle.tarifs!.print![0]! as { exclusions?: unknown }
  tariff.exclusions = [{ delai: bundle.delais[0]!.id, message: '=1+1; "quoted"' }]
  const text = csv(bundle, 'fr').toString()
  expect(text).toContain(`"'=1+1; ""quoted"""`)
  expect(JSON.stringify(bundleOf(again(bundle, text)))).toBe(JSON.stringify(bundle))
})

test('wrong cells are named by column and line of the file; what stands above the first product is told', () => {
  const lines = csv(shop, 'fr').toString().split('\r\n')
  const at = lines.findLastIndex((line, i) => /^Quantité;/.test(line) && /^\d/.test(lines[i + 1]!)) + 1
  lines[at] = lines[at]!.replace(/^\d+/, 'cent')
  expect(again(shop, lines.join('\r\n'))).toMatchObject({
    faults: [
      { path: `A${at + 1}`, code: 'cell_invalid', message: '«\u00a0cent\u00a0» n’est pas une quantité' },
    ],
  })
  const noted = again(shop, csv(shop, 'fr').toString().replace('\ufeff', '\ufeffNos tarifs;\r\n'))
  expect(noted).toMatchObject({ ignored: [{ path: 'A1' }] })
  expect(again(shop, 'a;b\r\n1;2')).toMatchObject({ faults: [{ path: 'A1' }] })
  expect(sheetsOfCsv(Buffer.from(''))).toBe('unreadable')
  expect(sheetsOfCsv(Buffer.from('a'.padEnd(20_000, ';')))).toBe('large')
})
