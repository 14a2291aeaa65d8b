/** What the document of a quote says where its customer has signed. */
import type { Signed } from '../quote/signature.ts'
import { withFirst } from '../shared/first-of-month.ts'
import type { DocumentLanguage } from '../shared/documents.ts'
import type { Agreement } from './content.ts'
import { DOCUMENT_WORDS } from './document-words.ts'

/** Beside what was signed: when, and what seals it. */
export interface SignedWith {
  /** ISO */
  readonly at: string
  /** the code of the device */
  readonly device: string
  readonly fingerprint: string
}

const REGIONS = { fr: 'fr-FR', en: 'en-GB' } as const
/** Digits of a hash that stand together: a line ends between them. */
const DIGITS = /.{16}(?=.)/g

/** Day and time are those of this machine's clock, with its zone. */
export function signedAgreement(
  { name, capacity, place, typed, hash }: Signed,
  { at, device, fingerprint }: SignedWith,
  language: DocumentLanguage,
): Agreement {
  const words = DOCUMENT_WORDS[language]
  const labels = words.agreementFields
  return {
    title: words.agreement,
    how: words.signedHow,
    fields: [
      { label: labels.date, value: words.signedAt(timeIn(language, at), place) },
      { label: labels.name, value: name },
      ...(capacity === '' ? [] : [{ label: labels.capacity, value: capacity }]),
      { label: labels.signature, value: typed ? words.signedTyped(name) : '' },
    ],
    drawn: typed ? null : words.signedDrawn(name),
    small: words.signedSmall(hash.replace(DIGITS, '$& '), device, fingerprint),
  }
}

function timeIn(language: DocumentLanguage, at: string): string {
  const text = new Intl.DateTimeFormat(REGIONS[language], {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  }).format(new Date(at))
  return language === 'fr' ? withFirst(text) : text
}
