import { choice, tooFast, type Choice, type OptionRow } from './rows.ts'

/** Options that many products share, with the prices that differ from one to the next as arguments. */

const noTimeForProof = tooFast(2, "La validation d'un BAT ne tient pas dans le délai {delai}.")
const proofByPost = (under: number) =>
  tooFast(under, 'Le BAT papier est posté, puis attendu signé : impossible en {delai}.')

export const proof: OptionRow = choice(
  'BAT',
  'Sans BAT',
  ['BAT numérique (PDF)', '490', noTimeForProof],
  ['BAT papier', '2900', proofByPost(4)],
)

/** For large sheets, where a contract proof is a print of its own. */
export const largeProof: OptionRow = choice(
  'BAT',
  'Sans BAT',
  ['BAT numérique (PDF)', '690', noTimeForProof],
  ['BAT papier (épreuve couleur)', '4500', proofByPost(6)],
)

/** For what is folded or bound, where a blank dummy shows the weight and the spine. */
export const dummyProof: OptionRow = choice('BAT', ...largeProof.choices, [
  'BAT papier avec maquette en blanc',
  '7900',
  proofByPost(8),
])

/** Printed one side by default, or both where that is what people order. */
export function printing(verso: string): OptionRow {
  return choice('Impression', 'Recto quadri', ['Recto-verso quadri', verso])
}

export function printingBothSides(recto: string): OptionRow {
  return choice('Impression', 'Recto-verso quadri', ['Recto quadri', recto])
}

export function lamination(one: string, both: string, soft: string): OptionRow {
  const slow = tooFast(3, 'Le pelliculage soft touch demande un séchage : impossible en {delai}.')
  return choice(
    'Pelliculage',
    'Sans pelliculage',
    ['Pelliculage mat recto', one],
    ['Pelliculage mat recto-verso', both],
    ['Pelliculage brillant recto', one],
    ['Pelliculage brillant recto-verso', both],
    ['Pelliculage soft touch recto-verso', soft, slow],
  )
}

const varnishedCover: Choice = [
  'Pelliculage mat et vernis sélectif',
  '6900 14/u',
  tooFast(7, 'Le vernis sélectif se pose après séchage du pelliculage : impossible en {delai}.'),
]

/** Of a stapled cover: bare unless asked for. */
export function bareCover(film: string, soft: string): OptionRow {
  return choice(
    'Finition de couverture',
    'Sans finition',
    ['Pelliculage mat', film],
    ['Pelliculage brillant', film],
    ['Pelliculage soft touch', soft],
    varnishedCover,
  )
}

/** Of a glued cover: always laminated, as the spine would crack without. */
export function laminatedCover(soft: string): OptionRow {
  return choice(
    'Finition de couverture',
    'Pelliculage mat',
    'Pelliculage brillant',
    ['Pelliculage soft touch', soft],
    ['Pelliculage anti-rayures', soft],
    varnishedCover,
  )
}

export function spotVarnish(one: string, both: string): OptionRow {
  const limits = [
    tooFast(3, 'Le vernis sélectif demande un passage en machine de plus : impossible en {delai}.'),
    tooFast(6, 'À partir de {quantite} exemplaires, le vernis sélectif ne tient pas en {delai}.', 10_000),
  ]
  return choice(
    'Vernis sélectif',
    'Sans vernis sélectif',
    ['Vernis sélectif recto', one, ...limits],
    ['Vernis sélectif recto-verso', both, ...limits],
  )
}

export function foil(price: string): OptionRow {
  const limits = [
    tooFast(3, "La dorure à chaud demande la gravure d'un outil : impossible en {delai}."),
    tooFast(6, 'À partir de {quantite} exemplaires, la dorure ne tient pas en {delai}.', 5000),
  ]
  const coloured: Choice[] = ['or', 'argent', 'cuivre', 'holographique'].map((colour) => [
    `Dorure ${colour}`,
    price,
    ...limits,
  ])
  return choice('Dorure à chaud', 'Sans dorure', ...coloured)
}

export function corners(price: string): OptionRow {
  return choice(
    'Coins',
    'Coins droits',
    ['Coins ronds (rayon 4 mm)', price],
    ['Coins ronds (rayon 6 mm)', price],
  )
}

export function creasing(price: string, two: string): OptionRow {
  return choice('Rainage', 'Sans rainage', ['1 rainage', price], ['2 rainages', two])
}

export function perforation(price: string): OptionRow {
  return choice(
    'Perforation',
    'Sans perforation',
    ['1 ligne de perforation', price],
    ['2 lignes de perforation', price.replace(/^\d+/, (fixe) => String(Math.round(Number(fixe) * 1.6)))],
  )
}

export function drilling(price: string): OptionRow {
  return choice('Perçage', 'Sans perçage', ['1 trou Ø 5 mm', price], ['2 trous Ø 6 mm (classeur)', price])
}

export const orientation: OptionRow = choice('Orientation', 'Portrait', ['Paysage', '4%'])

export function packing(per: string, price: string): OptionRow {
  return choice('Conditionnement', 'En vrac, sous carton', [`Sous film par ${per}`, price])
}

/** Page counts: the first is in the price list, each further step of four or more adds plates and sheets. */
export function pages(nom: string, counts: readonly number[], fixe: number, unit: number): OptionRow {
  const [first, ...more] = counts
  const added = more.map((n): Choice => {
    const sheets = (n - (first ?? 0)) / 4
    return [`${n} pages`, `${Math.round(fixe * sheets)} ${Number((unit * sheets).toFixed(2))}/u`]
  })
  return choice(nom, `${first} pages`, ...added)
}

export function stock(...papers: readonly Choice[]): OptionRow {
  return choice('Papier', ...papers)
}
