/** The bounds of what a quote says in words: as those of companies, which addresses are taken from, and of notes in house. */
import type { AdresseLivraison } from '../address.ts'
import { COMPANY_LIMITS } from '../company/company.ts'
import type { Fault } from '../faults.ts'
import { ADDRESS_FIELDS, type AddressField } from '../shared/address-fields.ts'
import { LONGEST_FILE, LONGEST_NOTE, type Noted } from '../shared/quote-notes.ts'
import { LONGEST_REASON } from '../shared/quote-states.ts'
import { textFaults } from '../text.ts'

const LONGEST: Readonly<Partial<Record<AddressField, number>>> = {
  email: COMPANY_LIMITS.email,
  instructions: COMPANY_LIMITS.note,
}

interface Texts {
  readonly reference?: string | null | undefined
  readonly note?: string | null | undefined
  readonly address: AdresseLivraison
}

/** What is too long of the words of a quote, or holds characters that nobody typed; lines have their own. */
export const quoteTextFaults = ({ reference, note, address }: Texts): Fault[] => [
  ...textFaults(reference ?? '', '/reference', COMPANY_LIMITS.text),
  ...textFaults(note ?? '', '/note', LONGEST_NOTE),
  ...ADDRESS_FIELDS.flatMap((field) =>
    textFaults(address[field], `/address/${field}`, LONGEST[field] ?? COMPANY_LIMITS.text),
  ),
]

/** The same of what is noted in house. */
export const notedFaults = ({ internalNote, files }: Noted): Fault[] => [
  ...textFaults(internalNote, '/internalNote', LONGEST_NOTE),
  ...files.flatMap((file, i) => textFaults(file, `/files/${i}`, LONGEST_FILE)),
]

/** The same of why a quote is moved. */
export const reasonFaults = (reason: string): Fault[] => textFaults(reason, '/reason', LONGEST_REASON)
