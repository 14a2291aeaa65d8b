import { fold } from './fold.ts'

/** The own tariffs' id among the sources: there from the beginning, whether any were loaded or not. */
export const OWN_TARIFFS = 1

/** What the own tariffs are called where sources are shown: no partner may be taken for them. */
const OWN_NAMES = ['Nos tarifs', 'Own tariffs', 'Our tariffs']

/** A source's name without what an eye may miss: case, accents, spaces, characters that are not seen. */
const looked = (name: string) => fold(name).replace(/[\s\p{Cf}]/gu, '')

/** Whether two names are one to whoever reads them. */
export const isSameName = (one: string, other: string): boolean => looked(one) === looked(other)

/** Whether a name reads as that of the own tariffs. */
export const isOwnName = (name: string): boolean => OWN_NAMES.some((own) => isSameName(own, name))
