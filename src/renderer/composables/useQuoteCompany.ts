/** For whom the quote is: choosing a company, a contact and an address, and what that does to the delivery address. */
import { computed, ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { whoOf } from '../lib/quote-draft'
import { defaultAddress, deliveryOf, givenAddress, isTyped } from '../lib/company-address'
import { useCompanies } from '../stores/companies'
import { useQuote } from '../stores/quote'
import type { Company } from '../api/types'
import { useFailure } from './useFailure'
import { useQuoteFields } from './useQuoteFields'
import { useToasts } from './useToasts'

export function useQuoteCompany() {
  const { t } = useI18n()
  const store = useQuote()
  const companies = useCompanies()
  const toasts = useToasts()
  const { content } = useQuoteFields()
  const { attempt } = useFailure()
  /** The address that waits for a person to say that it may replace what was typed. */
  const asked = ref<{ readonly title: string; readonly address: Record<string, string> } | null>(null)

  const company = computed(() => companies.known.get(store.draft.companyId ?? 0) ?? null)
  const contact = computed(
    () => company.value?.contacts.find(({ id }) => id === store.draft.contactId) ?? null,
  )
  const name = computed(() => {
    const { companyId } = store.draft
    if (companyId === null) return null
    return (
      (companyId === store.quote?.companyId ? store.quote.company : company.value?.name) ??
      t('companies.unread')
    )
  })
  /** Which of the company's addresses stands on the quote: its id; '' where it is another one. */
  const addressId = computed(() => {
    const given = company.value && givenAddress(company.value, store.draft.address, store.draft.contactId)
    return given && given !== 'none' ? given.id : ''
  })

  // What is offered beside the name is read as the quote is: without it the name alone is shown.
  watch(
    () => store.draft.companyId,
    (id) => id !== null && void companies.ensure(id).catch(() => undefined),
    { immediate: true },
  )

  function saved(): void {
    store.touch()
    void attempt(store.save)
  }

  /** Puts an address on the quote, at once where nothing that was typed is lost. */
  function give(title: string, address: Record<string, string>, typed: boolean): void {
    // What is collected goes nowhere: of the address it is who that counts.
    if (store.draft.collected) return void (store.draft.address = whoOf(address))
    if (typed) asked.value = { title, address }
    else store.draft.address = address
  }

  /** What VAT a company's quotes begin with, also where the settings have it no longer; null: that of the address. */
  const regimeOf = (of: Company | null): string | null => of?.vatRegimeId ?? null

  /**
   * With another customer comes the VAT of its own, or that of the address. What a person has chosen for this quote goes with
   * words, and can be kept; where nobody was named yet it stays, unless the customer has one of its own.
   */
  function takeRegime(next: Company | null): void {
    const { vatRegimeId: before, companyId } = store.draft
    const now = regimeOf(next)
    const isChosen = before !== regimeOf(company.value)
    if (now === before || (isChosen && companyId === null && now === null)) return
    store.draft.vatRegimeId = now
    if (isChosen) tellRegime(now, before)
  }

  function tellRegime(now: string | null, before: string | null): void {
    const { quote } = store
    const named = (id: string | null) =>
      id === null ? t('vatRegime.address') : content('vatRegimeId', id, quote)
    const text = t('vatRegime.replaced', { now: named(now), before: named(before) })
    toasts.done(text, {
      text: t('vatRegime.keep', { name: named(before) }),
      run: () => {
        if (store.quote?.id !== quote?.id || !store.editable) return
        store.draft.vatRegimeId = before
        saved()
      },
    })
  }

  /** @param matched the contact by whom it was found */
  async function choose(id: number, matched: number | null = null): Promise<void> {
    const chosen = await attempt(() => companies.load(id))
    if (!chosen) return
    const typed = isTyped(store.draft.address, company.value, store.draft.contactId)
    const meant = chosen.contacts.find((each) => each.id === matched)
    const [only] = meant ? [meant] : chosen.contacts.length === 1 ? chosen.contacts : []
    takeRegime(chosen)
    store.draft.companyId = id
    store.draft.contactId = only?.id ?? null
    const place = defaultAddress(chosen)
    // One that was just made has none: what was typed is as likely to be its own.
    if (place || !typed || store.draft.collected)
      give(chosen.name, deliveryOf(chosen, place, only ?? null), typed)
    saved()
  }

  /** What the company gave goes with it; what a person typed stays. */
  function clear(): void {
    const typed = isTyped(store.draft.address, company.value, store.draft.contactId)
    takeRegime(null)
    store.draft.companyId = null
    store.draft.contactId = null
    if (!typed || store.draft.collected) store.draft.address = {}
    saved()
  }

  function setContact(id: number | null): void {
    const of = company.value
    if (!of) return
    const given = givenAddress(of, store.draft.address, store.draft.contactId)
    store.draft.contactId = id
    if (given) store.draft.address = deliveryOf(of, given === 'none' ? null : given, contact.value)
    saved()
  }

  function setAddress(id: number): void {
    const of = company.value
    const address = of?.addresses.find((each) => each.id === id)
    if (!of || !address) return
    const typed = isTyped(store.draft.address, of, store.draft.contactId)
    give(address.label || address.address.ville, deliveryOf(of, address, contact.value), typed)
    saved()
  }

  function replace(): void {
    if (asked.value) store.draft.address = asked.value.address
    asked.value = null
    saved()
  }

  return {
    ...{ asked, company, contact, name, addressId },
    ...{ choose, clear, setContact, setAddress, replace },
  }
}
