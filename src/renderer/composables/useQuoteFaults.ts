/** Where on the quote's screen each fault that the service named belongs. */
import { computed, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ApiError, FieldError } from '../api/client'
import { useQuote } from '../stores/quote'
import { usePartnerReturn } from './usePartnerReturn'

/** An address field, whichever of its names the pointer goes by. */
const ADDRESS = /^\/(?:address|adresse_livraison)\/(\w+)$/
const LINE = /^\/(?:lines|lignes)\/(\d+)/

/** That a line has no price: by itself it says nothing of what the line is made of. */
export const UNPRICED = 'price_unavailable'

/** Whether it is of the VAT that a line has of its own. */
export const isOfVat = ({ path }: Pick<FieldError, 'path'>) =>
  LINE.test(path) && path.endsWith('/vatRegimeId')

/** What is wrong with a field that was filled in is said at once; what is missing only to who needs it. */
const isWrong = ({ path, code }: Pick<FieldError, 'path' | 'code'>) =>
  ADDRESS.test(path) && code !== 'address_required'

/** The field of the form that a fault belongs to: a name or a company is asked for at the first of both. */
export function addressField({ path, code }: Pick<FieldError, 'path' | 'code'>): string | undefined {
  const field = ADDRESS.exec(path)?.[1]
  return field === 'nom' && code === 'address_required' ? 'societe' : field
}

export type QuoteFaults = ReturnType<typeof useQuoteFaults>

export function useQuoteFaults() {
  const { t } = useI18n()
  const store = useQuote()
  /** What was last tried in vain: what stands in its way is shown until it no longer does. */
  const tried = ref<'send' | 'order' | null>(null)
  /** From the last try that the service refused; those of the last save are the store's. */
  const refused = shallowRef<readonly FieldError[]>([])

  /** What was put away, until the quote is another. */
  const dismissed = ref<string | null>(null)
  // What was refused of the quote as it was is no fault of the one that is saved, taken or read since.
  watch(
    () => store.quote,
    () => {
      refused.value = []
      dismissed.value = null
    },
    { flush: 'sync' },
  )

  // What had no price while its partner was away may have one: that is to be tried again, and no fault meanwhile.
  usePartnerReturn(() => {
    refused.value = refused.value.filter(({ code }) => code !== UNPRICED)
  })

  const inTheWayOf = (what: 'send' | 'order') =>
    (store.quote?.obstacles ?? []).filter(({ stops }) => stops === 'both' || stops === what)
  const shown = computed(() =>
    (tried.value ? inTheWayOf(tried.value) : (store.quote?.obstacles ?? [])).filter(
      (fault) => isWrong(fault) || isOfVat(fault) || (tried.value !== null && !LINE.test(fault.path)),
    ),
  )
  const all = computed(() => [...store.faults, ...refused.value, ...shown.value])
  const addressFaults = computed(
    () => new Map(all.value.flatMap((fault) => pair(addressField(fault), fault.message))),
  )
  const lineFaults = computed(
    () =>
      new Map(
        all.value.flatMap((fault) => {
          const at = LINE.exec(fault.path)?.[1]
          return pair(at === undefined ? undefined : Number(at), fault)
        }),
      ),
  )
  /** A text of the head may be out of sight: what is told at the top names its field. */
  const worded = ({ path, message }: FieldError) =>
    path === '/reference' || path === '/note'
      ? t('quote.faultOf', { field: t(`quote.${path.slice(1)}`), why: message })
      : message
  const generalFault = computed(() => {
    const fault = all.value.find(({ path }) => !ADDRESS.test(path) && !LINE.test(path))
    return fault && worded(fault) !== dismissed.value ? worded(fault) : null
  })

  /** @returns the obstacles that keep the quote from it, now shown at their places. */
  function attemptTo(what: 'send' | 'order') {
    tried.value = what
    refused.value = []
    return inTheWayOf(what)
  }

  /** The address fields that are missing, by their names. */
  const fieldsIn = (obstacles: readonly FieldError[]) =>
    obstacles
      .filter(({ code }) => code === 'address_required')
      .map((each) => t(isField(each) ? `address.${each.path.split('/').at(-1)}` : 'address.nameOrCompany'))

  /** What stands in the way of what was tried, in words: the address fields that are missing together. */
  function missing(): string[] {
    const obstacles = tried.value ? inTheWayOf(tried.value) : []
    const fields = fieldsIn(obstacles.filter(isField))
    const others = obstacles.filter((each) => !isField(each)).map(({ message }) => message)
    if (fields.length > 0) others.push(t('quote.missing.fields', { fields: fields.join(', ') }))
    return [...new Set(others)]
  }

  function reset(): void {
    tried.value = null
    refused.value = []
  }

  return {
    tried,
    inTheWayOf,
    fieldsIn,
    missing,
    addressFaults,
    lineFaults,
    generalFault,
    attemptTo,
    reset,
    dismiss: () => (dismissed.value = generalFault.value),
    take: (error: ApiError) => {
      refused.value = error.errors
      dismissed.value = null
    },
  }
}

const isField = ({ code, path }: FieldError) => code === 'address_required' && !path.endsWith('/nom')

const pair = <K, V>(key: K | undefined, value: V): [K, V][] => (key === undefined ? [] : [[key, value]])
