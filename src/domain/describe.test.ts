import { expect, test } from 'vitest'
import { snapshotOf } from '../testing/catalogue.ts'
import { SEES_ALL } from './catalogue.ts'
import { describeDisplay, describePrint } from './describe.ts'
import { leadTimeDays, leadTimeLabel } from './lead-times.ts'
import { worded } from './messages.ts'
import type { SummaryPart } from './summary.ts'

const snapshot = snapshotOf()
const inFrench = (parts: readonly SummaryPart[]) => parts.map((part) => worded(part, 'fr'))

test.each([
  [{ variantes: [], valeurs: {}, quantites_multiples: [100] }, []],
  // in the order of the product's options, whatever that of the line
  [
    { variantes: [411, 402], valeurs: { 42: '2.5' }, quantites_multiples: [100] },
    ['Papier\u00a0: Recyclé 300 g', 'Pelliculage\u00a0: Mat', 'Perforations\u00a0: 2,5'],
  ],
  [{ variantes: [], valeurs: {}, quantites_multiples: [100, 250] }, []],
  // what has left the catalogue is passed over
  [{ variantes: [999], valeurs: { 99: '1' }, quantites_multiples: [100] }, []],
])('a print line in words: %j', (line, words) => {
  expect(inFrench(describePrint(snapshot.product(10, SEES_ALL)!, line))).toEqual(words)
})

test('a display line in words', () => {
  const line = {
    ...{
      label: '',
      famille: 7,
      format: 12,
      support: 22,
      impression: 31,
      finition: 51,
      decoupe: 61,
      quantite: 1,
    },
    ...{ variantes: [702], verification: true },
  }
  const family = snapshot.family(7, SEES_ALL)!
  expect(inFrench(describeDisplay(family, line))).toEqual([
    ...[
      '60 × 180',
      'Alvéolaire',
      'Recto',
      'Vernis',
      'Droite',
      'Pied\u00a0: Métal',
      'Vérification du fichier',
    ],
  ])
  const bare = {
    ...line,
    impression: null,
    finition: null,
    decoupe: null,
    variantes: [],
    verification: false,
  }
  expect(inFrench(describeDisplay(family, bare))).toEqual(['60 × 180', 'Alvéolaire'])
})

test('is said in the reader’s language, with the names of the catalogue', () => {
  const line = { variantes: [411], valeurs: { 42: '2.5' }, quantites_multiples: [100] }
  const parts: SummaryPart[] = [
    ...describePrint(snapshot.product(10, SEES_ALL)!, line),
    { code: 'file_check', params: {} },
    { code: 'told_before', params: { text: '3 visuels' } },
  ]
  expect(parts.map((part) => worded(part, 'en'))).toEqual([
    ...['Pelliculage: Mat', 'Perforations: 2.5', 'File check', '3 visuels'],
  ])
})

test.each([
  ['J+0', 0],
  ['J+2', 2],
  ['J+9999', 9999],
])('%s is %i working days', (label, days) => {
  expect(leadTimeDays(label)).toBe(days)
  expect(leadTimeLabel(days)).toBe(label)
})

test.each(['J+', 'J+-1', 'J+1.5', 'J2', 'j+2', 'J+2 ', ' J+2', 'J+10000', 'J+2\n', ''])(
  '"%s" is no label',
  (label) => {
    expect(leadTimeDays(label)).toBeNull()
  },
)
