/** The two boxes at the head of a document: for whom, and where to. */
import type { AdresseLivraison } from '../address.ts'
import type { CompanyNumbers } from '../company/company.ts'
import type { PortableQuote } from '../quote/portable.ts'
import { bareNumber, printedSiret } from '../shared/company-numbers.ts'
import { countryLine } from '../shared/countries.ts'
import { DOCUMENT_WORDS } from './document-words.ts'

type Language = 'fr' | 'en'
type Words = (typeof DOCUMENT_WORDS)[Language]

/** For whom it is, and where it goes: to an address, or to the shop where it is collected. @param numbers of its company */
export function partiesOf(
  { company, contact, address }: PortableQuote,
  numbers: CompanyNumbers,
  language: Language,
  collected: boolean,
) {
  const words = DOCUMENT_WORDS[language]
  const recipient = addressLines(address, language)
  const who = collected ? `${address.prenom} ${address.nom}`.trim() || words.passing : recipient[0]
  const named = [company ?? '', contact ?? ''].filter((line) => line.trim() !== '')
  return [
    {
      label: words.for,
      lines: named.length > 0 ? [...named, ...numbersOf(numbers, words).filter(Boolean)] : who ? [who] : [],
    },
    collected
      ? { label: words.collection, lines: recipient.length > 0 ? recipient : [words.atTheShop] }
      : { label: words.delivery, lines: recipient.length > 0 ? recipient : [words.collected] },
  ]
}

/** SIRET and VAT number as they are named; empty: there is none. */
export function numbersOf({ siret, vatNumber }: CompanyNumbers, words: Words) {
  const digits = bareNumber(siret)
  return [
    digits === '' ? '' : words.siret(printedSiret(digits)),
    vatNumber === '' ? '' : words.vatNumber(vatNumber),
  ] as const
}

/** In the order of an envelope, then how its recipient is reached and what to heed there. */
function addressLines(address: AdresseLivraison, language: Language): string[] {
  const {
    prenom,
    nom,
    societe,
    adresse1,
    adresse2,
    code_postal,
    ville,
    pays,
    telephone,
    email,
    instructions,
  } = address
  const town = [`${code_postal} ${ville}`, countryLine(pays, language)]
  const envelope = [societe, `${prenom} ${nom}`, adresse1, adresse2, ...town]
  return [...envelope, telephone, email, instructions].map((line) => line.trim()).filter(Boolean)
}
