/** An address that was typed on a quote, for the record of its company: its next quotes begin with it then. */
import { computed, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { api } from '../api/client'
import { isUnkept, withAddress } from '../lib/company-address'
import { useCompanies } from '../stores/companies'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'
import { useInside } from './useInside'
import { useToasts } from './useToasts'

export function useKeptAddress() {
  const { t } = useI18n()
  const { inside } = useInside()
  const store = useQuote()
  const companies = useCompanies()
  const toasts = useToasts()
  const { attempt } = useFailure()
  const busy = ref(false)

  /** The company on whose record the quote's address is not, and could be. */
  const unkeptFor = computed(() => {
    const { companyId, address, collected } = store.draft
    const company = companies.known.get(companyId ?? 0)
    if (!inside.value || collected || !company || company.archived) return null
    return isUnkept(company, address) ? company : null
  })

  /** @returns whether it is on the record now */
  async function keep(): Promise<boolean> {
    const company = unkeptFor.value
    if (!company || busy.value) return false
    busy.value = true
    const { address, contactId } = store.draft
    const kept = await attempt(async () => {
      // As it stands now: another may have written in the record meanwhile, or kept the same address.
      const is = await companies.load(company.id)
      if (!isUnkept(is, address)) return is
      return companies.change(() => api.saveCompany(is.id, withAddress(is, address, contactId)))
    })
    busy.value = false
    if (kept) toasts.done(t('companies.addressKept', { name: kept.name }))
    return kept !== undefined
  }

  return { unkeptFor, keep, busy }
}
