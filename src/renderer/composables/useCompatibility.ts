/** What each choice would rule out, in words: by the tariff, and by what a partner has refused in this sitting. */
import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { hasLimits, othersIn, verdictOf, type Obstacle, type Verdict } from '../lib/compatibility'
import type { ChoiceField, Form } from '../lib/form'
import { pricedLineOf, type Selection } from '../lib/selection'
import { useStatus } from '../stores/status'
import type { Configurator } from './useConfigurator'
import { useFieldLabel } from './useFieldFaults'
import { useFormat } from './useFormat'

export interface Ruling {
  /** Why it cannot be chosen. */
  readonly blocked?: string
  /** What it rules out. */
  readonly note?: string
}
/** By field and choice; of what rules nothing out there is none. */
export type Rulings = ReadonlyMap<string, ReadonlyMap<number | null, Ruling>>

export function useCompatibility(form: Form, configurator: Configurator) {
  const { t } = useI18n()
  const { leadTime, quantity } = useFormat()
  const labelOf = useFieldLabel()
  const status = useStatus()
  const { selection, wanted, refused, withdrawn, line, prices } = configurator
  const limited = hasLimits(form)

  /** What was asked and refused, as it was asked, with why. */
  const refusals = shallowRef<ReadonlyMap<string, string>>(new Map())
  /** Choices that are not to be had in any line, with why: the form is of a catalogue that trails what a partner has. */
  const gone = shallowRef<ReadonlyMap<string, string>>(new Map())
  const choiceKey = (key: string, id: number | null | undefined) => JSON.stringify([key, id])
  watch(prices.error, () => {
    if (withdrawn.value.size > 0) {
      const told = [...withdrawn.value].map(
        ([key, why]) => [choiceKey(key, selection.choices[key]), why] as const,
      )
      gone.value = new Map([...gone.value, ...told])
    }
    const faults = refused.value
    // A value, missing or out of bounds, stands against no choice: it is told at its own control.
    const keys = [...faults.keys()].filter((key) =>
      form.fields.some((field) => field.key === key && field.kind === 'choice' && !withdrawn.value.has(key)),
    )
    if (!line.value || keys.length === 0) return
    const why = keys.map((key) => faults.get(key)).join(' ')
    refusals.value = new Map(refusals.value).set(JSON.stringify(line.value), why)
  })
  watch(
    () => status.revisions.catalogue,
    () => (refusals.value = gone.value = new Map()),
  )

  function named(obstacle: Obstacle): string {
    if ('quantityMin' in obstacle) return t('compatible.from', { quantity: quantity(obstacle.quantityMin) })
    const name = obstacle.field.choices.find(({ id }) => id === obstacle.id)?.name ?? ''
    return t('compatible.choice', { label: labelOf(obstacle.field), name })
  }

  function never({ blocks }: Verdict, key: string): string {
    const others = othersIn(blocks, key).map(named)
    const messages = [...new Set(blocks.flatMap(({ message }) => message ?? []))]
    const days = Math.max(...blocks.map(({ minDays }) => minDays ?? 0))
    return [
      others.length > 0 ? t('compatible.with', { others: others.join(', ') }) : t('compatible.never'),
      ...messages,
      ...(days > 0 ? [t('compatible.days', { days })] : []),
    ].join(' ')
  }

  function rulingOf(field: ChoiceField, id: number | null, told: Selection): Ruling | null {
    // What is wrong with the chosen one stands at its control.
    const isChosen = id === told.choices[field.key]
    const without = isChosen ? undefined : gone.value.get(choiceKey(field.key, id))
    if (without !== undefined) return { blocked: without }
    const verdict = limited ? verdictOf(form, told, field.key, id, wanted.value) : null
    if (verdict?.never) return { blocked: never(verdict, field.key) }
    if (!isChosen && refusals.value.size > 0) {
      const asked = { ...told, choices: { ...told.choices, [field.key]: id } }
      const why = refusals.value.get(JSON.stringify(pricedLineOf(form, asked)))
      if (why !== undefined) return { blocked: why }
    }
    return verdict?.notAtWanted && wanted.value !== null
      ? { note: t('compatible.notAt', { leadTime: leadTime(wanted.value) }) }
      : null
  }

  const rulings = computed<Rulings>(() => {
    if (!limited && refusals.value.size === 0 && gone.value.size === 0) return new Map()
    return new Map(
      form.fields.flatMap((field) => {
        if (field.kind !== 'choice') return []
        const ids = [...(field.optional ? [null] : []), ...field.choices.map(({ id }) => id)]
        const found = ids.flatMap((id) => {
          const ruling = rulingOf(field, id, selection)
          return ruling ? [[id, ruling] as const] : []
        })
        return found.length > 0 ? [[field.key, new Map(found)] as const] : []
      }),
    )
  })
  return rulings
}
