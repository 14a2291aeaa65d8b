/** Print prices by the square metre, each worked out on paper (bundle.md, "How a print price is found"). */
import { describe } from 'vitest'
import { checks } from './prices.ts'
import { serving } from './session.ts'

serving()
const check = checks('print')

/**
 * Product 103. A piece: from 2 at 1200, from 10 at 1000, from 50 at 850.5 a square metre. At least 0.5 m². Each further
 * visual 250. 10312: 90 a piece and m². 10313: 150 + 90 a piece. Eyelets (46): 100 + 1.5 an eyelet and piece; 47 is free.
 * J+5: as is. J+2: × 1.5 + 999.
 */
describe('unitaire with a surface', () => {
  const line = (
    largeur: string,
    hauteur: string,
    quantites_multiples: number[],
    variantes: number[] = [],
    valeurs: Record<string, string> = {},
  ) => ({
    produit: 103,
    quantites_multiples,
    variantes,
    valeurs: { '44': largeur, '45': hauteur, ...valeurs },
  })
  check([
    {
      line: line('1000', '2000', [1]),
      sum: '2 m², below the first point its price: 1200×1×2; J+2 3600+999',
      cents: { 'J+2': 4599, 'J+5': 2400 },
    },
    {
      line: line('500', '500', [1]),
      sum: '0.25 m² counts as 0.5: 600; J+2 900+999',
      cents: { 'J+2': 1899, 'J+5': 600 },
    },
    { line: line('0', '1000', [1]), sum: '0 m² counts as 0.5: 600', cents: { 'J+2': 1899, 'J+5': 600 } },
    {
      line: line('1000', '500', [2]),
      sum: '0.5 m² exactly: 1200×2×0.5; J+2 1800+999',
      cents: { 'J+2': 2799, 'J+5': 1200 },
    },
    {
      line: line('1234.5', '678.9', [10]),
      sum: '0.83810205 m² × 1000×10 = 8381.0205; J+2 12571.53+999 = 13570.53',
      cents: { 'J+2': 13571, 'J+5': 8381 },
    },
    {
      line: line('2000', '1500', [9]),
      sum: '3 m², last below 10: 1200×9×3 = 32400; J+2 48600+999',
      cents: { 'J+2': 49599, 'J+5': 32400 },
    },
    {
      line: line('2000', '1500', [10]),
      sum: '1000×10×3 = 30000; J+2 45000+999',
      cents: { 'J+2': 45999, 'J+5': 30000 },
    },
    {
      line: line('2000', '1500', [50]),
      sum: '850.5×50×3 = 127575; J+2 191362.5+999 = 192361.5, up',
      cents: { 'J+2': 192362, 'J+5': 127575 },
    },
    {
      line: line('2000', '1500', [3, 4]),
      sum: 'the sum 7: 1200×7×3 + 250 = 25450; J+2 38175+999',
      cents: { 'J+2': 39174, 'J+5': 25450 },
    },
    {
      line: line('2000', '1500', [6, 4]),
      sum: 'the sum 10 takes the price from 10: 1000×10×3 + 250 = 30250; J+2 45375+999',
      cents: { 'J+2': 46374, 'J+5': 30250 },
    },
    {
      line: line('2000', '1500', [4], [10312]),
      sum: 'par_m2: 14400 + 90×4×3 = 15480; J+2 23220+999',
      cents: { 'J+2': 24219, 'J+5': 15480 },
    },
    {
      line: line('2000', '1500', [4], [10313]),
      sum: 'not par_m2: 14400 + 150 + 90×4 = 14910; J+2 22365+999',
      cents: { 'J+2': 23364, 'J+5': 14910 },
    },
    {
      line: line('100', '100', [2], [10312]),
      sum: 'par_m2 takes the minimum too: 1200 + 90×2×0.5 = 1290; J+2 1935+999',
      cents: { 'J+2': 2934, 'J+5': 1290 },
    },
    {
      line: line('1000', '1000', [5], [], { '46': '8' }),
      sum: '6000 + 100 + 1.5×8×5 = 6160; J+2 9240+999',
      cents: { 'J+2': 10239, 'J+5': 6160 },
    },
    {
      line: line('1000', '1000', [5], [], { '46': '0' }),
      sum: 'a value of 0 still is one: 6000 + 100; J+2 9150+999',
      cents: { 'J+2': 10149, 'J+5': 6100 },
    },
    {
      line: line('1000', '1000', [5]),
      sum: 'no eyelets: 6000; J+2 9000+999',
      cents: { 'J+2': 9999, 'J+5': 6000 },
    },
    {
      line: line('1000', '1000', [5], [10311], { '47': '3.25' }),
      sum: 'a value and a variant without an entry cost nothing: 6000',
      cents: { 'J+2': 9999, 'J+5': 6000 },
    },
    {
      line: line('800', '1250.5', [2, 3, 5], [10312], { '46': '4' }),
      sum: '1.0004 m²: 10004 + 2×250 + 90×10×1.0004 + 100+1.5×4×10 = 11564.36; J+2 17346.54+999 = 18345.54',
      cents: { 'J+2': 18346, 'J+5': 11564 },
    },
  ])
})
