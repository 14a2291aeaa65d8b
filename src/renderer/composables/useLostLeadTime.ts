/** A lead time that is wanted, and that an answer of its source shows to be offered no more. */
import { ref, shallowRef, watch } from 'vue'
import { leadTimeFor } from '../../domain/shared/offers.ts'
import type { PricedLeadTime } from '../api/types'
import { isFirm, unansweredLeadTime, type Loss } from '../lib/replacements'
import { useStatus } from '../stores/status'
import type { Configurator } from './useConfigurator'

/**
 * What the answers say of a lead time where the catalogue that was opened does not: of a partner's it has ids alone, and a
 * sync may take one out while the configurator is open.
 *
 * @param opened whether it began with what somebody had chosen: else only what was answered here before can be lost
 */
export function useLostLeadTime(
  { prices, wanted }: Pick<Configurator, 'prices' | 'wanted'>,
  opened: boolean,
) {
  const lost = shallowRef<Loss | null>(null)
  /** Whether it was answered here before: then it is lost to a catalogue that changed, whoever asked for it. */
  const wasHere = ref(false)
  /** What the line that stands there cost at it until then; null: that is not known. */
  const seen = shallowRef<PricedLeadTime | null>(null)
  const status = useStatus()
  interface Answer {
    readonly key: string
    readonly leadTimes: readonly PricedLeadTime[]
    /** of which catalogue */
    readonly catalogue: number
  }
  let before: Answer | null = null

  /** Holds a lead time against an answer to what stands there, or would with all that is lost replaced. */
  function hold(answer: readonly PricedLeadTime[], label = wanted.value): void {
    const isBack = answer.some((time) => time.label === lost.value?.name)
    lost.value = unansweredLeadTime(label, answer) ?? (isBack ? null : lost.value)
  }

  watch(
    prices.data,
    (now) => {
      if (!now || now.early || !isFirm(now.leadTimes)) return
      const { key, leadTimes } = now
      const { catalogue } = status.revisions
      // Another configuration may not be to be had at it, and nothing is lost by that where the catalogue is the same.
      const isComparable = before?.key === key || before?.catalogue !== catalogue
      // Where none is wanted the cheapest stands.
      const label = wanted.value ?? leadTimeFor(null, before?.leadTimes ?? [])?.label ?? null
      const known = before?.leadTimes.find((time) => time.label === label)
      const wasThere = isComparable && known !== undefined
      // One that was asked for is not exchanged for another without a word.
      const isAsked = wanted.value !== null
      if (before ? wasThere || isAsked || lost.value : opened) hold(leadTimes, label)
      if (lost.value && wasThere) seen.value = before?.key === key ? known : null
      else if (!lost.value || before?.key !== key) seen.value = null
      wasHere.value = lost.value !== null && (wasThere || wasHere.value)
      before = { key, leadTimes, catalogue }
    },
    { immediate: true },
  )
  return { lost, hold, wasHere, seen }
}
