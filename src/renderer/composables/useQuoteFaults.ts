/** Where on the quote's screen each fault that the service named belongs. */
import { computed, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ApiError, FieldError } from '../api/client'
import { useQuote } from '../stores/quote'

/** An address field, whichever of its names the pointer goes by. */
const ADDRESS = /^\/(?:address|adresse_livraison)\/(\w+)$/
const LINE = /^\/(?:lines|lignes)\/(\d+)/

export function useQuoteFaults() {
  const { t } = useI18n()
  const store = useQuote()
  /** From the last try to order; those of the last save are the store's. */
  const ofOrder = shallowRef<readonly FieldError[]>([])

  const all = computed(() => [...store.faults, ...ofOrder.value])
  const addressFaults = computed(
    () => new Map(all.value.flatMap(({ path, message }) => pair(ADDRESS.exec(path)?.[1], message))),
  )
  const lineFaults = computed(
    () =>
      new Map(
        all.value.flatMap(({ path, message }) => {
          const at = LINE.exec(path)?.[1]
          return pair(at === undefined ? undefined : Number(at), message)
        }),
      ),
  )
  const generalFault = computed(
    () => all.value.find(({ path }) => !ADDRESS.test(path) && !LINE.test(path))?.message ?? null,
  )

  /** What an order's address lacks (partner API): said at the fields before the service has to. */
  function missingForOrder(address: Record<string, string>): string[] {
    const given = (field: string) => (address[field] ?? '').trim() !== ''
    const missing = ['adresse1', 'code_postal', 'ville'].filter((field) => !given(field))
    if (!given('nom') && !given('societe')) missing.unshift('societe')
    ofOrder.value = missing.map((field) => ({
      path: `/address/${field}`,
      code: 'address_required',
      message: t(field === 'societe' ? 'address.nameRequired' : 'address.required'),
    }))
    return missing
  }

  /** A field that is being mended is no longer at fault. */
  function clear(field: string): void {
    ofOrder.value = ofOrder.value.filter(({ path }) => ADDRESS.exec(path)?.[1] !== field)
  }

  return {
    addressFaults,
    lineFaults,
    generalFault,
    missingForOrder,
    clear,
    take: (error: ApiError) => (ofOrder.value = error.errors),
  }
}

const pair = <K>(key: K | undefined, message: string): [K, string][] =>
  key === undefined ? [] : [[key, message]]
