import { books as bookTimes, bound, digital } from '../lead-times.ts'
import { coverFinish, largeProof, orientation, pages, proof, stock } from '../presets.ts'
import { choice, tooFast, type OptionRow, type PrintRow } from '../rows.ts'

const brochureRuns = '25 50 75 100 150 200 250 300 400 500 750 1000 1500 2000 2500 3000 4000 5000 7500 10000'

const innerPapers: OptionRow = choice(
  'Papier intérieur',
  'Couché mat 135 g',
  'Couché brillant 135 g',
  ['Couché mat 115 g', '-4%'],
  ['Couché mat 170 g', '11%'],
  ['Offset 90 g', '-6%'],
  ['Recyclé 100 g', '3%'],
)

const coverPapers: OptionRow = choice(
  'Papier de couverture',
  'Couché mat 250 g',
  ['Couché mat 300 g', '3%'],
  ['Couché mat 350 g', '6%'],
  ['Identique à l’intérieur', '-8%'],
  ['Recyclé 250 g', '5%'],
)

const innerPrinting: OptionRow = choice('Impression intérieure', 'Quadri', ['Noir', '-22%'], ['Noir et 1 ton direct', '-9%'])

const bookPapers: OptionRow = choice(
  'Papier intérieur',
  'Bouffant ivoire 80 g',
  ['Bouffant blanc 80 g', '0%'],
  ['Offset 90 g', '2%'],
  ['Couché mat 115 g', '14%'],
  ['Couché mat 135 g', '22%'],
  ['Recyclé 80 g', '4%'],
)

const glue = tooFast(8, 'À partir de {quantite} exemplaires, le collage et le massicot ne tiennent pas en {delai}.', 3000)
const stitch = tooFast(5, 'À partir de {quantite} exemplaires, le piquage ne tient pas en {delai}.', 5000)

/** Brochures, magazines and books. */
export const books: readonly PrintRow[] = [
  {
    id: 501,
    nom: 'Brochures agrafées A5 (14,8 × 21 cm)',
    quantites: brochureRuns,
    grille: '25:6290 50:7490 100:9290 250:13500 500:18900 1000:27900 2500:49900 5000:81900 10000:142900',
    leadTimes: bound,
    visuals: { max: 4, extra: '1500' },
    options: [
      pages('Nombre de pages', [8, 12, 16, 20, 24, 28, 32, 36, 40, 48], 900, 3.4),
      innerPapers,
      coverPapers,
      innerPrinting,
      coverFinish('0 4/u', '900 7/u').choices.length > 0
        ? choice('Finition de couverture', 'Sans finition', ['Pelliculage mat', '900 3.5/u'], ['Pelliculage brillant', '900 3.5/u'], ['Pelliculage soft touch', '1600 6/u'])
        : orientation,
      orientation,
      choice('Agrafes', '2 agrafes à plat', ['2 agrafes à boucle', '900 1/u']),
      largeProof,
    ],
    limits: [stitch],
  },
]
export const _unused = [bookPapers, glue, digital, bookTimes, proof, stock]
