/**
 * An entry of the day that has the keyboard, and goes: what became of it is said where another counter took it out of the
 * list, and a key that was meant for it is not taken for its neighbour's.
 */
import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { api } from '../api/client'
import { keyOf, type DayEntry } from '../lib/day-entry'
import { useFormat } from './useFormat'
import { useKeptFocus } from './useKeptFocus'
import { useToasts } from './useToasts'

interface DayList {
  /** all of the day */
  readonly entries: Readonly<Ref<readonly DayEntry[]>>
  /** those that have a row, in their order */
  readonly shown: Readonly<Ref<readonly DayEntry[]>>
  /** the links of the rows */
  readonly links: () => readonly HTMLElement[]
  /** the row that has the keyboard; -1: none */
  readonly place: () => number
  /** whether it is handed over from here */
  readonly isOurs: (entry: DayEntry) => boolean
  /** where the keyboard goes to where no row is left */
  readonly beyond: () => HTMLElement | null
}

export function useGoneEntry({ entries, shown, links, place, isOurs, beyond }: DayList) {
  const { t } = useI18n()
  const { moment } = useFormat()
  const toasts = useToasts()
  const entryOf = (link?: HTMLElement) => link?.dataset['entry']

  async function tell({ kind, id, number }: DayEntry): Promise<void> {
    if (kind === 'quote') return toasts.error(t('day.goneQuote', { number }))
    const handed = (await api.handover(id).catch(() => null))?.handedOver
    if (!handed) return toasts.error(t('day.goneOrder', { number }))
    const { at, by } = handed
    const told = by === null ? 'day.handedElsewhere' : 'day.handedBy'
    toasts.error(t(told, { number, at: moment(at), name: by }))
  }

  /** Whose row the keyboard was on, and whose it went on to by nobody's key: told with the first that acts. */
  let slipped: { readonly from: string; readonly to: string | undefined } | null = null

  let held: { readonly at: number; readonly key: string | undefined; readonly entry: DayEntry | undefined }
  useKeptFocus(
    [shown],
    ([before]) => {
      const at = place()
      const key = entryOf(links()[at])
      held = { at, key, entry: (before as DayEntry[]).find((each) => keyOf(each) === key) }
      return at >= 0
    },
    () => {
      const { at, key, entry } = held
      const left = links()
      const same = left.find((link) => entryOf(link) === key)
      const stays = entries.value.some((each) => keyOf(each) === key)
      if (entry && !stays && !isOurs(entry)) void tell(entry)
      if (same) return same
      const next = left[Math.min(at, left.length - 1)]
      slipped = entry && !isOurs(entry) ? { from: entry.number, to: entryOf(next) } : null
      return next ?? beyond()
    },
  )

  return {
    /** The keyboard is moved by who has it: he sees where it is. */
    moved: () => void (slipped = null),
    /** Whether a key that acts was meant for a row that went under it: said once, with what the key would act on. */
    missed(entry: DayEntry, key: string): boolean {
      const missed = slipped?.to === keyOf(entry) ? slipped : null
      slipped = null
      if (missed) toasts.error(t('day.slipped', { gone: missed.from, number: entry.number, key }))
      return missed !== null
    },
  }
}
