/** How companies are found: by the beginning of any word of what they are known by, without case and accents. */
import type { AdresseLivraison } from '../address.ts'
import { fold } from '../shared/fold.ts'
import { contactName, type Contact } from './company.ts'

/** What of a company it is found by. */
export interface FoundBy {
  readonly name: string
  readonly siret: string
  readonly vatNumber: string
  readonly email: string
  readonly phone: string
  readonly contacts: readonly Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phone'>[]
  readonly addresses: readonly { readonly address: AdresseLivraison }[]
}

/** "S.A.R.L." is one word. */
const ACRONYM = /(?<![\p{L}\p{N}])((?:\p{L}\.){2,})/gu
const NO_WORD = /[^\p{L}\p{N}]+/gu

/** The words of a text as they are looked for. */
export const wordsOf = (text: string): string[] =>
  fold(text.replace(ACRONYM, (letters) => `${letters.replaceAll('.', '')} `))
    .split(NO_WORD)
    .filter((word) => word !== '')

/** "06 12 34" is looked for as it is kept: in one. */
const isNumber = (text: string) => /^\+?[\d\s.()/-]+$/.test(text) && /\d/.test(text)
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** So many are looked for: a sentence that was pasted is no search. */
const MOST_WORDS = 8

/** The words that must all begin one of the company's. */
export const searchedWords = (text: string): string[] =>
  isNumber(text) ? [digitsOf(text)] : [...new Set(wordsOf(text))].slice(0, MOST_WORDS)

/** Shorter words are no name after a letter and an apostrophe; of three letters only whole ones are: "dor" is "d'or". */
const LEAST_ELIDED = 4
const SHORT_ELIDED = /^[cdjlmnst][aeiouyh]\p{L}$/u

/** How a word is written, too: in short, and in full. */
const SHORTENED: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte' }
const IN_FULL = Object.fromEntries(Object.entries(SHORTENED).map(([short, full]) => [full, short]))

/**
 * As what else a searched word may be written, each after a space, and with one after it where it is a whole word: "obrien"
 * as the two words of a name whose apostrophe was left out, "st" as "saint".
 */
export function otherWritings(word: string): string[] {
  const apart = ` ${word[0]} ${word.slice(1)}`
  const isLong = word.length >= LEAST_ELIDED && /^\p{L}+$/u.test(word)
  return [
    ...(isLong ? [apart] : SHORT_ELIDED.test(word) ? [`${apart} `] : []),
    ...(SHORTENED[word] ? [` ${SHORTENED[word]}`] : []),
    ...(IN_FULL[word] ? [` ${IN_FULL[word]} `] : []),
  ]
}

/**
 * Words, each letter that stands alone with the word after it, as those write it who leave the apostrophe out, and what is
 * in short in full, and the other way round.
 */
const withOtherWritings = (words: readonly string[]): string[] => [
  ...words,
  ...words.flatMap((word, i) => (word.length === 1 && words[i + 1] ? [word + words[i + 1]!] : [])),
  ...words.flatMap((word) => SHORTENED[word] ?? IN_FULL[word] ?? []),
]

/** What a company is found by, each word after a space; the name comes first. */
export function companyText(company: FoundBy): string {
  const { name, siret, vatNumber, email, phone, contacts, addresses } = company
  const texts = [
    ...[name, email, siret, vatNumber],
    ...contacts.flatMap((contact) => [contactName(contact), contact.email]),
    ...addresses.flatMap(({ address }) => [address.societe, address.ville, address.code_postal]),
  ]
  const phones = [phone, ...contacts.map((contact) => contact.phone)].map(digitsOf)
  const words = new Set([...texts.flatMap(wordsOf), ...phones.filter((digits) => digits !== '')])
  return ` ${[...words].join(' ')}`
}

/** What of a contact a search finds him by. */
export type FoundContact = Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phone'>

/** A company's particulars, as far as they tell whether a search means it or somebody there. */
export interface Searched<C extends FoundContact> {
  readonly name: string
  /** the company's own */
  readonly email: string
  readonly contacts: readonly C[]
  readonly addresses: readonly AdresseLivraison[]
}

const beginsOne = (word: string, among: readonly string[]) => among.some((each) => each.startsWith(word))

/**
 * The contact whom a search means: he alone has what of it is not in the company's name, a place of the company's
 * aside. Of several the one who is called so; where those are several, too, none.
 * @param words as {@link searchedWords} makes them
 */
export function matchedContact<C extends FoundContact>(
  words: readonly string[],
  { name, email, contacts, addresses }: Searched<C>,
): C | null {
  const named = withOtherWritings(wordsOf(name))
  const rest = words.filter((word) => !beginsOne(word, named))
  const places = addresses.flatMap((address) =>
    [address.societe, address.ville, address.code_postal].flatMap(wordsOf),
  )
  const meant = (own: (contact: C) => readonly string[]) =>
    contacts.filter((contact) => {
      const known = own(contact)
      const of = rest.filter((word) => beginsOne(word, known))
      return of.length > 0 && rest.every((word) => of.includes(word) || beginsOne(word, places))
    })
  const called = meant((contact) => withOtherWritings(wordsOf(contactName(contact))))
  // What the company's own e-mail address has, too, is no one's in particular.
  const shared = rest.every((word) => beginsOne(word, wordsOf(email)))
  const found =
    called.length > 0 || shared
      ? called
      : meant((contact) => [
          ...withOtherWritings(wordsOf(contactName(contact))),
          ...wordsOf(contact.email),
          digitsOf(contact.phone),
        ])
  return found.length === 1 ? found[0]! : null
}

/** A name by which two companies are taken for the same: folded, its words alone. */
export const companyKey = (name: string): string => wordsOf(name).join(' ')
