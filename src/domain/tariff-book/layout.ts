/** How a tariff is laid out on its sheet: the words in column A that begin its parts, and the columns of each. */
import type { Locale } from '../message.ts'
import { fold } from '../shared/fold.ts'

export type Kind = 'money' | 'decimal' | 'integer' | 'boolean' | 'text'
export type Words = Readonly<Record<Locale, string>>

/** The least that a number can mean; `above`: it must be more. The words are said after what is in the cell. */
export interface Bound {
  readonly least: number
  readonly above?: true
  readonly words: Words
}

const bound = (least: number, fr: string, en: string): Bound => ({ least, words: { fr, en } })
export const NO_NEGATIVE_PRICE = bound(0, 'est un prix négatif', 'is a negative price')
export const COPIES = bound(1, 'n’est pas une quantité : 1 au moins', 'is no quantity: 1 at least')
const VISUALS_COUNT = bound(
  ...([1, 'n’est pas un nombre de visuels : 1 au moins'] as const),
  'is no number of visuals: 1 at least',
)
const RATE = bound(
  ...([-100, 'est une baisse de plus de 100 % : le prix serait négatif'] as const),
  'is a reduction of more than 100%: the price would be negative',
)
const AREA_BOUND = bound(0, 'est une surface négative', 'is a negative area')
const DIVISOR: Bound = {
  ...bound(0, 'n’est pas un diviseur : plus que zéro', 'is no divisor: more than zero'),
  above: true,
}
export const DAYS = bound(0, 'est un nombre de jours négatif', 'is a negative number of days')

export interface ColumnForm {
  readonly field: string
  readonly kind: Kind
  readonly words: Words
  readonly bound?: Bound | undefined
}

/** A part of a sheet: rows of an id, a name and its columns. Of `single` the row of the word is the only one. */
export interface PartForm {
  /** the field of the tariff */
  readonly field: string
  readonly words: Words
  readonly columns: readonly ColumnForm[]
  readonly single?: true
}

/** A row of a word and one value. */
export interface ValueForm {
  /** where it is in the tariff */
  readonly path: readonly [string] | readonly [string, string]
  readonly kind: Kind
  readonly words: Words
  readonly bound?: Bound | undefined
}

const column = (field: string, kind: Kind, fr: string, en: string, least?: Bound): ColumnForm => ({
  ...{ field, kind, bound: least },
  words: { fr, en },
})

const FIXED = column('fixe', 'money', 'Fixe (€ HT)', 'Fixed (€ excl. tax)')
const UNIT = column('unitaire', 'money', 'À la pièce (€ HT)', 'Per piece (€ excl. tax)')
const PERCENT = column('pourcentage', 'decimal', 'Pourcentage (%)', 'Percentage (%)', RATE)
const PER_AREA = column('par_m2', 'boolean', 'Au m²', 'Per m²')
const SUPPLEMENT = [FIXED, UNIT, PERCENT, PER_AREA]
/** Whether a display tariff offers a lead time at all, which an empty entry says, too. */
export const OFFERED = column('', 'boolean', 'Proposé', 'Offered')
/** Columns of the catalogue, behind those of the tariff: whether a product is sold by a lead time, a variant's option, … */
export const SOLD = column('', 'boolean', 'Proposé', 'Offered')
export const OF_OPTION = column('', 'text', 'Option', 'Option')
export const LEAST_DAYS = column('', 'integer', 'Délai minimum (jours)', 'At least (working days)', DAYS)
const ITEM_COLUMNS: readonly ColumnForm[] = [SOLD, OF_OPTION, LEAST_DAYS]
/** Whether a column tells of the product or family itself: its tariff has nothing there. */
export const isOfItem = (form: ColumnForm): boolean => ITEM_COLUMNS.includes(form)

const part = (field: string, fr: string, en: string, columns = SUPPLEMENT): PartForm => ({
  ...{ field, columns },
  words: { fr, en },
})
const single = (field: string, fr: string, en: string): PartForm => ({ ...part(field, fr, en), single: true })

export const EXCLUSIONS = 'exclusions'
const exclusions = (more: readonly ColumnForm[]) =>
  part(EXCLUSIONS, 'Exclusions', 'Exclusions', [
    column('delai', 'integer', 'Délai', 'Lead time'),
    column('variante', 'integer', 'Variante', 'Variant'),
    column('quantite_min', 'integer', 'Quantité minimale', 'Minimum quantity', COPIES),
    ...more,
  ])

const value = (path: ValueForm['path'], kind: Kind, fr: string, en: string, least?: Bound): ValueForm => ({
  ...{ path, kind, bound: least },
  words: { fr, en },
})

/** A sheet's forms by area; `id` is the word of its first row. */
export interface AreaForm {
  readonly id: Words
  readonly idField: 'produit' | 'famille'
  readonly values: readonly ValueForm[]
  readonly parts: readonly PartForm[]
  /** rows of a word and one value of the product or family itself, by its fields */
  readonly ofItem: readonly ValueForm[]
}

/** The options of a product or family: rows of an id, a name and, of a product, a type. */
export const OPTIONS: Words = { fr: 'Options', en: 'Options' }
export const TYPE: Words = { fr: 'Type', en: 'Type' }
/** The quantities that a product is sold by: one a cell. A lowest and a highest one stand for all between. */
export const AVAILABLE: Words = { fr: 'Quantités proposées', en: 'Offered quantities' }
const LOWEST = value(['quantites', 'min'], 'integer', 'Quantité la plus petite', 'Lowest quantity', COPIES)
const HIGHEST = value(['quantites', 'max'], 'integer', 'Quantité la plus grande', 'Highest quantity', COPIES)
export const RANGE = { min: LOWEST, max: HIGHEST } as const

/** How many visuals a product takes, and what each costs but the first. */
export const VISUALS = { min: 'nombre_visuels_min', max: 'nombre_visuels_max' } as const
const FURTHER_VISUAL = 'visuel_supplementaire'

const MAIN = value(['delai_principal'], 'integer', 'Délai principal', 'Main lead time')

export const FORMS: Readonly<Record<'print' | 'display', AreaForm>> = {
  print: {
    id: { fr: 'Produit', en: 'Product' },
    idField: 'produit',
    ofItem: [
      value([VISUALS.min], 'integer', 'Visuels, au moins', 'Visuals, at least', VISUALS_COUNT),
      value([VISUALS.max], 'integer', 'Visuels, au plus', 'Visuals, at most', VISUALS_COUNT),
      LOWEST,
      HIGHEST,
    ],
    values: [
      MAIN,
      value(
        [FURTHER_VISUAL],
        'money',
        'Visuel supplémentaire (€ HT)',
        'Further visual (€ excl. tax)',
        NO_NEGATIVE_PRICE,
      ),
      value(['surface', 'largeur'], 'integer', 'Surface : option de la largeur', 'Area: option of the width'),
      value(
        ['surface', 'hauteur'],
        'integer',
        'Surface : option de la hauteur',
        'Area: option of the height',
      ),
      value(['surface', 'diviseur'], 'decimal', 'Surface : diviseur', 'Area: divisor', DIVISOR),
      value(['surface', 'minimum_m2'], 'decimal', 'Surface : minimum (m²)', 'Area: minimum (m²)', AREA_BOUND),
    ],
    parts: [
      part('variantes', 'Variantes', 'Variants', [...SUPPLEMENT, OF_OPTION]),
      part('valeurs', 'Valeurs', 'Values', [FIXED, UNIT]),
      part('delais', 'Délais', 'Lead times', [PERCENT, FIXED, SOLD]),
      exclusions([]),
    ],
  },
  display: {
    id: { fr: 'Famille', en: 'Family' },
    idField: 'famille',
    ofItem: [
      value(['sans_impression_possible'], 'boolean', 'Sans impression possible', 'Unprinted possible'),
    ],
    values: [MAIN],
    parts: [
      part('delais', 'Délais', 'Lead times', [OFFERED, PERCENT, FIXED]),
      part('supports', 'Supports', 'Materials', [...SUPPLEMENT, LEAST_DAYS]),
      part('impressions', 'Impressions', 'Printing modes'),
      part('finitions', 'Finitions', 'Finishes'),
      part('decoupes', 'Découpes', 'Cuts'),
      part('variantes', 'Variantes', 'Variants', [...SUPPLEMENT, OF_OPTION]),
      single('sans_impression', 'Sans impression', 'Unprinted'),
      single('verification', 'Vérification', 'File check'),
      exclusions([
        column('format', 'integer', 'Format', 'Format'),
        column('support', 'integer', 'Support', 'Material'),
        column('impression', 'integer', 'Impression', 'Printing mode'),
        column('finition', 'integer', 'Finition', 'Finish'),
        column('decoupe', 'integer', 'Découpe', 'Cut'),
      ]),
    ],
  },
}

export const GRID: Words = { fr: 'Grille', en: 'Grid' }
export const NAME: Words = { fr: 'Nom', en: 'Name' }
export const READING: Words = { fr: 'Lecture', en: 'Reading' }
export const QUANTITY: Words = { fr: 'Quantité', en: 'Quantity' }
export const PRICE: Words = { fr: 'Prix (€ HT)', en: 'Price (€ excl. tax)' }

/** Whether a text is a word of ours, in either language, whatever its case and accents. */
export function isWord(text: string, words: Words): boolean {
  let either = FOLDED.get(words)
  if (!either) FOLDED.set(words, (either = [folded(words.fr), folded(words.en)]))
  return either.includes(folded(text))
}

/** Every sheet is looked through for each of them. */
const FOLDED = new WeakMap<Words, readonly string[]>()

/** Whether a text begins a part of a sheet, or is the word of a value. */
export function isHead({ values, ofItem, parts }: AreaForm, text: string): boolean {
  return (
    [GRID, OPTIONS, AVAILABLE].some((one) => isWord(text, one)) ||
    [...values, ...ofItem, ...parts].some(({ words }) => isWord(text, words))
  )
}

/** What a row begins the sheet of; null where it begins none. */
export function areaOf(row: readonly unknown[] | undefined): 'print' | 'display' | null {
  const word = row?.[0]
  if (typeof word !== 'string') return null
  return isWord(word, FORMS.print.id) ? 'print' : isWord(word, FORMS.display.id) ? 'display' : null
}

/** A text as it is compared; the same one is asked about for one word after the other. */
export function folded(text: string): string {
  if (text !== last.text)
    last = {
      text,
      said: fold(text)
        .replace(/[\s\u00a0\u202f]+/g, ' ')
        .trim(),
    }
  return last.said
}
let last = { text: '', said: '' }

/** How a model explains itself: a sheet that begins with it is passed over without a word. */
export const GUIDE: Words = { fr: 'Mode d’emploi', en: 'How to use it' }

const READINGS: Readonly<Record<string, Words>> = {
  exacte: { fr: 'exacte', en: 'exact' },
  lineaire: { fr: 'linéaire', en: 'linear' },
  unitaire: { fr: 'unitaire', en: 'unit' },
}

const TYPES: Readonly<Record<string, Words>> = {
  variante: { fr: 'variante', en: 'variant' },
  integer: { fr: 'entier', en: 'integer' },
  decimal: { fr: 'décimal', en: 'decimal' },
}
const meant = (words: Readonly<Record<string, Words>>, text: string): string | null =>
  Object.keys(words).find((key) => isWord(text, words[key]!)) ?? null

/** How a reading is written on a sheet. */
export const readingWord = (lecture: string, locale: Locale): string => READINGS[lecture]?.[locale] ?? lecture

/** The reading that a text means; null where it is none. */
export const readingOf = (text: string): string | null => meant(READINGS, text)

/** How the type of a product's option is written on a sheet, and read. */
export const typeWord = (type: string, locale: Locale): string => TYPES[type]?.[locale] ?? type
export const typeOf = (text: string): string | null => meant(TYPES, text)
