/** Companies: customers as people know them, with contacts and addresses. A private person is one of his own name. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { AdresseLivraison, AdresseLivraisonInput } from '../address.ts'
import { Absentable, Nullable } from '../schema.ts'
import { BUYERS, DOCUMENT_LANGUAGES } from '../shared/documents.ts'

/** How long texts may be, in characters, and how much of each a company may have. */
export const COMPANY_LIMITS = {
  name: 200,
  text: 200,
  email: 254,
  note: 4000,
  key: 100,
  contacts: 200,
  addresses: 200,
} as const

const Id = Nullable(Type.Integer({ description: 'Of one that is there; null of a new one.' }))

export const Contact = Type.Object(
  {
    id: Type.Integer(),
    firstName: Type.String(),
    lastName: Type.String(),
    role: Type.String({ description: 'What he does there.' }),
    email: Type.String(),
    phone: Type.String(),
  },
  { title: 'Contact' },
)
export type Contact = Static<typeof Contact>

export const CompanyAddress = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    isDefault: Type.Boolean({ description: 'Of exactly one, where there is any.' }),
    address: AdresseLivraison,
  },
  { title: 'CompanyAddress' },
)
export type CompanyAddress = Static<typeof CompanyAddress>

/** Why another company may be the same. */
export const DUPLICATE_REASONS = ['name', 'siret', 'email'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

const OWN = {
  name: Type.String(),
  vatNumber: Type.String(),
  siret: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  note: Type.String(),
}

export const Company = Type.Object(
  {
    id: Type.Integer(),
    version: Type.Integer({ description: 'One more with each change.' }),
    ...OWN,
    vatRegimeId: Nullable(
      Type.String({
        description: 'What VAT its quotes begin with, one of the settings; null: the address’s.',
      }),
    ),
    language: Type.Enum(DOCUMENT_LANGUAGES, { description: 'Of its documents.' }),
    buyer: Type.Enum(BUYERS, {
      description: 'How it buys: the blocks of its documents that the law wants go by it.',
    }),
    archived: Type.Boolean({ description: 'Offered no more; what names it stays as it is.' }),
    contacts: Type.Array(Contact),
    addresses: Type.Array(CompanyAddress),
    duplicates: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        archived: Type.Boolean(),
        because: Type.Enum(DUPLICATE_REASONS),
      }),
      { description: 'Others of the same name, SIRET or e-mail address: told, not refused.' },
    ),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { title: 'Company' },
)
export type Company = Static<typeof Company>

/** A company as a list shows it. */
export const CompanySummary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  town: Type.String({ description: 'Of its default address.' }),
  contact: Type.String({ description: 'The first of its contacts.' }),
  email: Type.String({ description: 'Its own, else that of the contact.' }),
  phone: Type.String({ description: 'As `email`.' }),
  archived: Type.Boolean(),
  matched: Type.Optional(
    Type.Object(
      { id: Type.Integer(), name: Type.String() },
      { description: 'The one contact who has what was searched, where the company’s name has not.' },
    ),
  ),
  near: Type.Optional(Type.Boolean({ description: 'Nothing has what was searched: its name resembles it.' })),
})
export type CompanySummary = Static<typeof CompanySummary>

const ContactInput = Type.Object({
  id: Type.Optional(Id),
  firstName: Absentable(Type.String()),
  lastName: Absentable(Type.String()),
  role: Absentable(Type.String()),
  email: Absentable(Type.String()),
  phone: Absentable(Type.String()),
})
const AddressInput = Type.Object({
  id: Type.Optional(Id),
  label: Absentable(Type.String()),
  isDefault: Absentable(Type.Boolean()),
  address: AdresseLivraisonInput,
})

/** A company as it is sent; only its name is needed. */
export const CompanyInput = Type.Object(
  {
    name: Type.String(),
    vatNumber: Absentable(Type.String()),
    siret: Absentable(Type.String()),
    email: Absentable(Type.String()),
    phone: Absentable(Type.String()),
    note: Absentable(Type.String()),
    vatRegimeId: Type.Optional(
      Nullable(Type.String({ description: 'One of the settings; absent: it stays as it is.' })),
    ),
    language: Absentable(
      Type.Enum(DOCUMENT_LANGUAGES, { description: 'Of its documents; absent: it stays as it is.' }),
    ),
    buyer: Absentable(Type.Enum(BUYERS, { description: 'How it buys; absent: it stays as it is.' })),
    contacts: Absentable(
      Type.Array(ContactInput, { description: 'All of them; absent: they stay as they are.' }),
    ),
    addresses: Absentable(
      Type.Array(AddressInput, { description: 'All of them; absent: they stay as they are.' }),
    ),
  },
  { title: 'CompanyInput' },
)
export type CompanyInput = Static<typeof CompanyInput>

/** A new company. */
export const CompanyNew = Type.Object({
  ...CompanyInput.properties,
  key: Type.Optional(
    Nullable(
      Type.String({
        description: 'A name of the client’s own: the same key again answers the company that it made.',
      }),
    ),
  ),
})
export type CompanyNew = Static<typeof CompanyNew>

const Version = Type.Integer({ description: 'The version that was read: another one now is 409.' })

/** A company as it is to be. */
export const CompanyUpdate = Type.Object({ ...CompanyInput.properties, version: Version })
export type CompanyUpdate = Static<typeof CompanyUpdate>

/** PUT /api/companies/:id/archived */
export const CompanyArchived = Type.Object({ archived: Type.Boolean(), version: Version })
export type CompanyArchived = Static<typeof CompanyArchived>

/** How documents are made for a company. */
export type DocumentHabits = Pick<Company, 'language' | 'buyer'>
/** Of one about which nothing was said. */
export const USUAL_DOCUMENTS: DocumentHabits = { language: 'fr', buyer: 'company' }
/** What a document names a company by, beside its name. */
export type CompanyNumbers = Pick<Company, 'siret' | 'vatNumber'>
/** What of a company goes into its documents. */
export type DocumentedCompany = DocumentHabits & CompanyNumbers
/** Of nobody in particular. */
export const NO_COMPANY: DocumentedCompany = { ...USUAL_DOCUMENTS, siret: '', vatNumber: '' }

/** A contact's name as it is read. */
export const contactName = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter((part) => part !== '').join(' ')
