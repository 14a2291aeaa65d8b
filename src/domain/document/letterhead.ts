/** What a shop's documents say beside the quote: who sells, in which colours, and the words that the law or the shop wants. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { CompanyNumbers } from '../company/company.ts'
import type { Fault } from '../faults.ts'
import {
  LAYOUTS,
  MOST_LOGO_BYTES,
  MOST_LOGO_PIXELS,
  pictureKind,
  picturePixels,
  type Buyer,
  type DocumentLanguage,
} from '../shared/documents.ts'
import { hasControl } from '../text.ts'
import { DEFAULT_TEXTS } from './default-texts.ts'

/** How long texts may be, in characters, and the logo, in characters of its data URL. */
export const LETTERHEAD_LIMITS = {
  ...{ line: 200, text: 4000, terms: 60_000 },
  logo: 'data:image/jpeg;base64,'.length + Math.ceil(MOST_LOGO_BYTES / 3) * 4,
} as const

const line = (description?: string) =>
  Type.String({ maxLength: LETTERHEAD_LIMITS.line, ...(description !== undefined && { description }) })
const text = (description: string, maxLength: number = LETTERHEAD_LIMITS.text) =>
  Type.String({ maxLength, description })

/** Who sells, as a French business has to name itself on what it sends (code de commerce R123-237, R123-238). */
export const Issuer = Type.Object(
  {
    name: line(),
    legalForm: line('SAS, SARL, entreprise individuelle…'),
    capital: line('As it is written: "10 000 €".'),
    siret: line('SIREN (9 digits) or SIRET (14).'),
    register: line('"RCS Lyon", "RM 69".'),
    vatNumber: line(),
    address1: line(),
    address2: line(),
    postalCode: line(),
    town: line(),
    country: line(),
    phone: line(),
    email: line(),
    website: line(),
    bank: line('Where to pay: IBAN and BIC.'),
  },
  { title: 'Issuer' },
)
export type Issuer = Static<typeof Issuer>

/** Words in one language. An empty one is left out. */
export const DocumentTexts = Type.Object(
  {
    payment: text('When and how to pay.'),
    penalties: text('Late payment, between businesses (code de commerce L441-10).'),
    recovery: text('The fixed sum for recovery, between businesses (D441-5).'),
    madeToOrder: text(
      'Goods made to the customer’s specification: no withdrawal (code de la consommation L221-28).',
    ),
    withdrawal: text('The right of withdrawal; the form follows it.'),
    mediator: text('Who mediates for consumers (L616-1).'),
    terms: text('Terms of sale.', LETTERHEAD_LIMITS.terms),
  },
  { title: 'DocumentTexts' },
)
export type DocumentTexts = Static<typeof DocumentTexts>

export const Letterhead = Type.Object(
  {
    issuer: Issuer,
    logo: Type.String({
      maxLength: LETTERHEAD_LIMITS.logo,
      description: 'A PNG or JPEG as a data URL; empty: none.',
    }),
    colour: Type.String({ maxLength: 7, description: '"#rrggbb"' }),
    layout: Type.Enum([...LAYOUTS], { description: 'Whether lines tell every choice.' }),
    termsVersion: line('Of the terms of sale: "2026-01".'),
    texts: Type.Object({ fr: DocumentTexts, en: DocumentTexts }),
  },
  { title: 'Letterhead' },
)
export type Letterhead = Static<typeof Letterhead>

const NO_ISSUER: Issuer = {
  ...{ name: '', legalForm: '', capital: '', siret: '', register: '', vatNumber: '' },
  ...{ address1: '', address2: '', postalCode: '', town: '', country: '' },
  ...{ phone: '', email: '', website: '', bank: '' },
}

/** Deep enough that white on it, and it on white, has a contrast of 4.5 at least. */
const DEFAULT_COLOUR = '#005f83'

export const DEFAULT_LETTERHEAD: Letterhead = {
  issuer: NO_ISSUER,
  logo: '',
  colour: DEFAULT_COLOUR,
  layout: 'detailed',
  termsVersion: '',
  texts: DEFAULT_TEXTS,
}

/**
 * The terms of sale of a document in a language: in French where there are none in English, since an offer without them would
 * be one without any.
 * @returns with the language that they are in
 */
export function termsIn(
  { texts }: Pick<Letterhead, 'texts'>,
  language: DocumentLanguage,
): { text: string; language: DocumentLanguage } {
  const isFrench = texts[language].terms.trim() === ''
  return isFrench ? { text: texts.fr.terms, language: 'fr' } : { text: texts[language].terms, language }
}

/** What a document is made of beside its quote. What was sent keeps its own. */
export interface DocumentBasis {
  readonly letterhead: Letterhead
  readonly buyer: Buyer
  readonly language: DocumentLanguage
  /** of the customer; empty: none is known */
  readonly numbers: CompanyNumbers
}

const DIGITS = /^(\d{9}|\d{14})$/
const COLOUR = /^#[0-9a-f]{6}$/i
const LOGO = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

/** What is wrong with a letterhead, each at its place; its structure was looked at before. */
export function letterheadFaults({ issuer, logo, colour, termsVersion, texts }: Letterhead): Fault[] {
  const controls = (place: string, values: Readonly<Record<string, string>>, lines: boolean): Fault[] =>
    Object.entries(values).flatMap(([field, value]) =>
      hasControl(value.replaceAll('\r\n', '\n'), lines)
        ? [{ path: `${place}/${field}`, code: 'text_control' }]
        : [],
    )
  const faults = [
    ...controls('/issuer', issuer, false),
    ...controls('', { termsVersion }, false),
    ...controls('/texts/fr', texts.fr, true),
    ...controls('/texts/en', texts.en, true),
  ]
  const siret = issuer.siret.replace(/[\s.]/g, '')
  if (siret !== '' && !DIGITS.test(siret)) faults.push({ path: '/issuer/siret', code: 'siren_invalid' })
  if (!COLOUR.test(colour)) faults.push({ path: '/colour', code: 'colour_invalid' })
  if (logo !== '' && !isPicture(logo)) faults.push({ path: '/logo', code: 'logo_invalid' })
  else if (logo !== '') {
    const pixels = picturePixels(pictureBytes(logo))
    if (pixels === null) faults.push({ path: '/logo', code: 'logo_invalid' })
    else if (pixels > MOST_LOGO_PIXELS)
      faults.push({
        path: '/logo',
        code: 'logo_too_many_pixels',
        params: { most: MOST_LOGO_PIXELS / 1_000_000 },
      })
  }
  return faults
}

/** Whether a data URL holds what it says, as far as its first bytes and its end tell. */
function isPicture(url: string): boolean {
  const kind = LOGO.exec(url)?.[1]
  const bytes = pictureBytes(url)
  return kind !== undefined && pictureKind(bytes) === kind && isWhole(bytes, kind)
}

/** Whether a picture has its end, after which some programs write zeroes: one that was cut off opens, and is printed in part. */
function isWhole(bytes: Uint8Array, kind: 'png' | 'jpeg'): boolean {
  const text = Buffer.from(bytes).toString('latin1')
  return kind === 'png' ? text.includes('IEND') : /\xff\xd9\0*$/.test(text)
}

/** The bytes of a data URL. */
export const pictureBytes = (url: string): Uint8Array =>
  Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
