/** A made-up quote, to show a letterhead on: a group, a discount, an alternative, an option, VAT. Amounts in cents. */
import { PORTABLE_VERSION, type PortableLine, type PortableQuote } from '../quote/portable.ts'
import type { DocumentLanguage } from '../shared/documents.ts'

/** Of the whole quote, 5 % in shares of the lines. */
const DISCOUNT = { percent: '5', shares: [441, 600, 680] } as const
const MADE_AT = '2026-01-05T09:00:00Z'

interface Words {
  readonly reference: string
  readonly note: string
  readonly customer: string
  readonly contact: string
  readonly groups: readonly [string, string]
  readonly cards: string
  readonly soft: string
  readonly paper: string
  readonly papers: readonly [string, string]
  readonly sides: readonly [string, string]
  readonly design: string
  readonly banner: string
  readonly fitting: string
  readonly country: string
}

const WORDS: Readonly<Record<DocumentLanguage, Words>> = {
  fr: {
    reference: 'SPÉCIMEN',
    note: 'Exemple inventé : il montre vos en-tête, couleurs et textes, et n’engage personne.',
    customer: 'Librairie des Halles',
    contact: 'Camille Exemple',
    groups: ['Papeterie', 'Signalétique'],
    cards: 'Cartes de visite 85 × 55 mm',
    soft: 'Cartes de visite 85 × 55 mm, soft-touch',
    paper: 'Papier',
    papers: ['couché mat 350 g', 'couché mat 350 g, pelliculage soft-touch'],
    sides: ['Impression', 'recto verso'],
    design: 'Création graphique\ndeux propositions, une correction',
    banner: 'Bâche 3 × 1 m, œillets',
    fitting: 'Pose sur place',
    country: 'France',
  },
  en: {
    reference: 'SPECIMEN',
    note: 'A made-up example: it shows your heading, colours and texts, and binds nobody.',
    customer: 'Market Bookshop',
    contact: 'Camille Example',
    groups: ['Stationery', 'Signage'],
    cards: 'Business cards 85 × 55 mm',
    soft: 'Business cards 85 × 55 mm, soft touch',
    paper: 'Paper',
    papers: ['coated matt 350 g', 'coated matt 350 g, soft-touch lamination'],
    sides: ['Printing', 'both sides'],
    design: 'Graphic design\ntwo proposals, one correction',
    banner: 'Banner 3 × 1 m, eyelets',
    fitting: 'Fitting on site',
    country: 'France',
  },
}

type Price = NonNullable<Extract<PortableLine, { area: 'free' }>['price']>

const price = (listCents: number, discountCents: number, wholeCents: number, days: number): Price => ({
  ...{ label: days === 0 ? '' : `J+${days}`, days, status: 'firm', observedAt: null },
  ...{ listCents, discountCents, wholeCents, netCents: listCents - discountCents - wholeCents },
  uncertainty: null,
})

function specimen(language: DocumentLanguage): PortableQuote {
  const words = WORDS[language]
  const [first, second, third] = DISCOUNT.shares
  const product = {
    ...{ area: 'print' as const, delai: null, names: {}, source: null, role: 'included' as const },
    ...{ discount: null, alternativeTo: null, promised: null },
  }
  const service = { area: 'free' as const, quantity: 1, role: 'included' as const, discount: null }
  const cards = (paper: string) => [
    { code: 'chosen_variant' as const, params: { option: words.paper, variant: paper } },
    { code: 'chosen_variant' as const, params: { option: words.sides[0], variant: words.sides[1] } },
  ]
  return {
    ...{ format: 'comptoir-quote', version: PORTABLE_VERSION, number: 'D2026-K7-0001', revision: 1 },
    ...{ state: 'sent', indicative: false, company: words.customer, contact: words.contact },
    address: {
      ...{ prenom: '', nom: words.contact, societe: words.customer, adresse1: '12 rue de la Halle' },
      ...{ adresse2: '', code_postal: '69002', ville: 'Lyon', pays: words.country },
      ...{ email: '', telephone: '', instructions: '' },
    },
    ...{ reference: words.reference, note: words.note, createdAt: MADE_AT, updatedAt: MADE_AT },
    ...{ validUntil: '2026-02-04', filesOn: null },
    lines: [
      { area: 'heading', text: words.groups[0], subtotalCents: 208_20 },
      {
        ...product,
        ...{ line: { quantites_multiples: [250, 250] }, leadTimeLabel: 'J+4', name: words.cards },
        ...{ parts: cards(words.papers[0]), discount: '10', price: price(98_00, 9_80, first, 4) },
      },
      {
        ...product,
        ...{ line: { quantites_multiples: [250, 250] }, leadTimeLabel: 'J+6', name: words.soft },
        ...{ parts: cards(words.papers[1]), role: 'alternative', alternativeTo: 1 },
        price: price(132_00, 0, 0, 6),
      },
      {
        ...service,
        ...{ text: words.design, unitCents: 120_00, alternativeTo: null, price: price(120_00, 0, second, 0) },
      },
      { area: 'heading', text: words.groups[1], subtotalCents: 136_00 },
      {
        ...product,
        ...{ line: { quantites_multiples: [2] }, leadTimeLabel: 'J+3', name: words.banner, parts: [] },
        price: price(136_00, 0, third, 3),
      },
      {
        ...service,
        ...{ text: words.fitting, unitCents: 180_00, alternativeTo: null, role: 'option' },
        price: price(180_00, 0, 0, 0),
      },
    ],
    discount: { percent: DISCOUNT.percent },
    totals: {
      ...{ prix_ht: 326_99, remise_grand_compte_ht: 0, prix_total_ht: 326_99 },
      ...{ prix_tva: 65_40, prix_final_ttc: 392_39, vat: [{ rate: '20', base: 326_99, tax: 65_40 }] },
    },
    uncertainty: null,
    vat: { rate: '20', reason: 'country' },
    catalogue: { version: 1, sources: [] },
    ...{ device: 'K7', madeBy: null, sentBy: null, writtenAt: MADE_AT },
  }
}

/** By language. */
export const SPECIMENS: Readonly<Record<DocumentLanguage, PortableQuote>> = {
  fr: specimen('fr'),
  en: specimen('en'),
}
