/** A company's form in words: where one is in it, and what stands there. */
import { useI18n } from 'vue-i18n'
import { addressLines } from '../lib/address-words'
import type { CompanyForm } from '../lib/company-form'
import { contactWords } from '../lib/company-words'
import { valueAt, type Path } from '../lib/merged-values'
import { LANGUAGE_NAMES } from '../stores/preferences'
import { useStatus } from '../stores/status'
import { useInside } from './useInside'

type Contact = CompanyForm['contacts'][number]
type Place = CompanyForm['addresses'][number]

/** Names of fields of its own, of a contact and of an address, where they are not the field's own under `companies`. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ email: 'address.email', phone: 'address.telephone', vatRegimeId: 'companies.vatRegime' },
  ...{ firstName: 'address.prenom', lastName: 'address.nom', defaultAddress: 'companies.isDefault' },
  language: 'document.language',
}

/** @param of the forms in which an entry of a list is looked up, the first that has it */
export function useCompanyWords(of: () => readonly CompanyForm[]) {
  const { t } = useI18n()
  const status = useStatus()
  const { inside } = useInside()

  const find = (path: Path) =>
    of()
      .map((form) => valueAt(form, path))
      .find((value) => value !== undefined)
  const placeWords = ({ label, address }: Place) => [label, ...addressLines(address)].filter(Boolean)

  function entryName(path: Path): string {
    const entry = find(path)
    if (!entry) return ''
    return path[0] === 'contacts' ? contactWords(entry as Contact) : (placeWords(entry as Place)[0] ?? '')
  }

  function label(path: Path): string {
    const [key = '', entry, ...rest] = path
    if (entry === undefined)
      return [key === 'defaultAddress' && t('companies.addresses'), t(FIELDS[key] ?? `companies.${key}`)]
        .filter(Boolean)
        .join(' · ')
    const [own, field] = rest
    const name = field ? t(`address.${field}`) : own ? t(FIELDS[own] ?? `companies.${own}`) : ''
    return [t(`companies.${key}`), entryName([key, entry]), name].filter(Boolean).join(' · ')
  }

  function words([key, entry, own]: Path, value: unknown): string {
    if (value === undefined) return t('meanwhile.removed')
    if (key === 'note' && !inside.value) return '…'
    if (key === 'vatRegimeId')
      return value === null
        ? t('vatRegime.address')
        : (status.vatRegime(String(value))?.name ?? t('vatRegime.gone'))
    if (key === 'buyer') return t(`document.buyers.${value as CompanyForm['buyer']}`)
    if (key === 'language') return LANGUAGE_NAMES[value as CompanyForm['language']]
    if (key === 'defaultAddress') return entryName(['addresses', `id ${String(value)}`])
    if (entry !== undefined && own === undefined) {
      if (key === 'addresses') return placeWords(value as Place).join(', ')
      const { email, phone, ...person } = value as Contact
      return [contactWords(person), email, phone].filter(Boolean).join(', ')
    }
    return value === '' ? t('conflict.empty') : String(value)
  }
  return { label, words }
}
