/** What takes the place of a product that has left the catalogue: those of its name, with what was chosen carried over and priced. */
import { computed, onScopeDispose, reactive, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { leadTimeFor } from '../../domain/shared/offers.ts'
import { soldBy } from '../../domain/shared/sold-at.ts'
import { api } from '../api/client'
import type { Area, CatalogueEntry, PricedLeadTime } from '../api/types'
import { carriedByWords, type Carried } from '../lib/carried-over'
import { named } from '../lib/comparison'
import { lostLeadTime } from '../lib/replacements'
import { leadTimeIn, localFaults, lineOf, pricedLineOf } from '../lib/selection'
import { toldOf, type Told } from '../lib/configured-address'
import { keyOf, useCatalogue } from '../stores/catalogue'
import { formOf } from './useComparedColumns'
import type { Former } from './useOpened'

export interface Successor {
  readonly entry: CatalogueEntry
  /** null while it is looked at, and where nothing is known of what was chosen */
  readonly carried: Carried | null
  /** what its address says of that */
  readonly told: Told
  /** as it would be sold in the line's place; null: not known */
  readonly price: (PricedLeadTime & { readonly priceCents: number }) | null
  /** whether that is not for the lead time that was wanted */
  readonly otherLeadTime: boolean
}

/** @param gone what is there no more, under its name, once that is known */
export function useSuccessors(
  gone: () => { readonly area: Area; readonly id: number; readonly name: string | null },
  former: () => Former | null,
) {
  const { t } = useI18n()
  const catalogue = useCatalogue()
  void catalogue.ensure()
  const abort = new AbortController()
  onScopeDispose(() => abort.abort())

  const entries = computed(() => {
    const { area, id, name } = gone()
    if (!name) return []
    return catalogue.entries.filter(
      (entry) => entry.area === area && entry.id !== id && named(entry.name) === named(name),
    )
  })
  const looked = reactive(new Map<string, Omit<Successor, 'entry'>>())
  const UNKNOWN = { carried: null, told: {}, price: null, otherLeadTime: false }
  const all = computed(() =>
    entries.value.map((entry): Successor => ({ entry, ...(looked.get(keyOf(entry)) ?? UNKNOWN) })),
  )

  async function look(entry: CatalogueEntry, { line, saved }: Former): Promise<void> {
    const form = await formOf(entry)
    const carried = carriedByWords(line.line, saved, form, (kind) => t(`element.${kind}`))
    const { selection } = carried
    const wanted = leadTimeIn(form, { ...line, delai: null })
    const known = {
      carried,
      told: toldOf(lineOf(form, selection), wanted),
      price: null,
      otherLeadTime: false,
    }
    looked.set(keyOf(entry), known)
    if (localFaults(form, selection).size > 0) return
    const asked = { area: entry.area, line: pricedLineOf(form, selection) }
    const { leadTimes } = await api.prices(asked, abort.signal)
    const label = lostLeadTime(wanted, form.leadTimes)?.nearest?.name ?? wanted
    const price = leadTimeFor(label, leadTimes)
    const cents = price ? soldBy(price, line.sale ?? null) : null
    if (!price || cents === null) return
    looked.set(keyOf(entry), {
      ...known,
      price: { ...price, priceCents: cents },
      otherLeadTime: price.label !== line.leadTimeLabel,
    })
  }

  watch(
    [entries, former],
    () => {
      const words = former()
      if (!words) return
      for (const entry of entries.value) {
        if (looked.has(keyOf(entry))) continue
        looked.set(keyOf(entry), UNKNOWN)
        // Without a price it is offered all the same: why there is none is said where it is opened.
        void look(entry, words).catch(() => undefined)
      }
    },
    { immediate: true },
  )

  return { all }
}
