/** What cells of a file say of how a customer buys, and of the language of his documents. */
import type { DocumentLanguage } from '../shared/documents.ts'
import { wordsOf } from './search.ts'

const valueKey = (text: string): string => wordsOf(text).join(' ')
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(',').map((word) => word.trim()))

const LANGUAGES: Readonly<Record<DocumentLanguage, ReadonlySet<string>>> = {
  fr: setOf('fr, fra, fre, francais, francaise, french'),
  en: setOf('en, eng, anglais, anglaise, english'),
}

/** The language of documents that a cell names, "fr_FR" and "English (US)" too; null: none that they are made in. */
export function languageOf(text: string): DocumentLanguage | null {
  const [first = ''] = valueKey(text).split(' ')
  return (['fr', 'en'] as const).find((language) => LANGUAGES[language].has(first)) ?? null
}

/** `person`: a human being, a private one where he is in no company's row. */
export type Kind = 'consumer' | 'person' | 'company'

const SALUTATIONS = setOf(
  `m, mr, mme, mlle, ms, mrs, miss, monsieur, madame, mademoiselle, m et mme, m mme, mme et m, mme m, mr et mme,
   mr mme, monsieur et madame, madame et monsieur, mr and mrs, mr mrs`.replace(/\s+/g, ' '),
)
const CONSUMERS = setOf('particulier, particuliers, consommateur, consumer, prive, private, b2c, te private')
const PEOPLE = setOf('personne, personne physique, physique, person, individual, individu, individu prive')
const COMPANIES = setOf(
  `societe, entreprise, company, organisation, organization, professionnel, professionnelle, pro, business, b2b,
   association, asso, collectivite, administration, mairie, personne morale, morale, etablissement public, artisan,
   commercant, profession liberale, sarl, sas, sasu, sa, eurl, eirl, sci, snc, scop, micro entreprise, auto entrepreneur,
   pme, pme pmi, tpe, grand compte, startup, revendeur, grossiste, te startup, te group, te medium, te admin, te small,
   te retail, te whole, ltd, gmbh`.replace(/\s+/g, ' '),
)
const YES = setOf('1, true, vrai, oui, yes, o, y, x')
const NO = setOf('0, false, faux, non, no, n')

/** How one is addressed who is no company. */
export const isSalutation = (text: string): boolean => SALUTATIONS.has(valueKey(text))

/** What a cell says that a customer is; null: nothing that is known. @param asked what its column asks for, yes or no */
export function kindOf(text: string, asked: 'company' | 'consumer' | null = null): Kind | null {
  const value = valueKey(text)
  if (asked && YES.has(value)) return asked
  if (asked && NO.has(value)) return asked === 'company' ? 'person' : 'company'
  if (CONSUMERS.has(value)) return 'consumer'
  if (PEOPLE.has(value) || SALUTATIONS.has(value)) return 'person'
  return COMPANIES.has(value) ? 'company' : null
}
