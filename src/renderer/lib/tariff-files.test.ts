import { expect, test } from 'vitest'
import { isBook, mayHoldTariffs } from './tariff-files'

test.each([
  ['tarifs.xlsx', true, true],
  ['TARIFS.XLSM', true, true],
  ['prix.csv', true, true],
  ['prix.2026.txt', true, true],
  ['catalogue.json', false, true],
  ['catalogue', false, true],
  ['photo.png', false, false],
  ['tarifs.xlsx.exe', false, false],
  ['.', false, false],
])('%s: a workbook %s, tariffs %s', (name, book, tariffs) => {
  expect([isBook(name), mayHoldTariffs(name)]).toEqual([book, tariffs])
})
