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

/** A name by which two companies are taken for the same: folded, its words alone. */
export const companyKey = (name: string): string => wordsOf(name).join(' ')
