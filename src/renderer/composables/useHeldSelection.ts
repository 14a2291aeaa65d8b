/**
 * What is chosen of a line that another counter changes meanwhile: what was not touched here follows, of what both changed
 * the other's is told, to be taken.
 */
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { QuoteLine } from '../api/types'
import type { Form } from '../lib/form'
import { changedThere, otherParts, takeParts, type Chosen, type Part } from '../lib/held-selection'
import { leadTimeIn, selectionOf } from '../lib/selection'
import { labelOf } from '../../domain/shared/visual-names.ts'
import type { Configurator } from './useConfigurator'
import { useFieldLabel } from './useFieldFaults'
import { useFormat } from './useFormat'

/** @param held the line as the quote has it, but for what was asked for here; null: none is open */
export function useHeldSelection(
  form: Form,
  configurator: Configurator,
  held: Readonly<Ref<QuoteLine | null>>,
) {
  const { t } = useI18n()
  const { leadTime, quantities } = useFormat()
  const fieldLabel = useFieldLabel()
  const { selection, wanted } = configurator

  const chosenIn = (line: QuoteLine | null): Chosen | null =>
    line && isProduct(line)
      ? { selection: selectionOf(form, line.line), leadTime: leadTimeIn(form, line) }
      : null
  const mine = computed((): Chosen => ({ selection, leadTime: wanted.value }))
  const theirs = shallowRef(chosenIn(held.value))
  /** What both changed, until it is taken. */
  const disputed = ref<readonly Part[]>([])

  function take(parts: readonly Part[]): void {
    takeParts(selection, theirs.value!, parts)
    if (parts.includes('leadTime')) wanted.value = theirs.value!.leadTime
    disputed.value = disputed.value.filter((part) => !parts.includes(part))
  }

  watch(held, (line) => {
    const [was, now] = [theirs.value, chosenIn(line)]
    if (!was || !now) return
    const { follow, both } = changedThere(mine.value, was, now)
    theirs.value = now
    disputed.value = [...new Set([...disputed.value, ...both])]
    take(follow)
  })

  /** A part by the name that stands at its control, and what is in it as a person reads it. */
  function told(part: Part, { selection: is, leadTime: time }: Chosen): { name: string; now: string } {
    const field = form.fields.find(({ key }) => key === part)
    if (field?.kind === 'number') {
      const value = is.values[part] ?? ''
      return { name: fieldLabel(field), now: value && [value, field.unit].filter(Boolean).join(' ') }
    }
    if (field) {
      const chosen = field.choices.find(({ id }) => id === is.choices[part])?.name
      return { name: fieldLabel(field), now: chosen ?? t(`none.${field.element ?? 'other'}`) }
    }
    if (part === 'leadTime') return { name: t('quote.leadTime'), now: time === null ? '' : leadTime(time) }
    if (part === 'label') return { name: t('addToQuote.label'), now: is.label }
    if (part === 'verification') {
      const now = t(is.verification ? 'action.yes' : 'action.no')
      return { name: t('configurator.verification'), now }
    }
    const counts = is.quantities.map(Number)
    const named = labelOf({ reference: '', names: is.names }, counts)
    return {
      name: t('configurator.quantity'),
      now: named || quantities(counts),
    }
  }

  /** What the quote holds by now of what both changed, where that is not what is chosen here. */
  const both = computed(() => {
    const is = theirs.value
    if (!is) return []
    const differing = otherParts(mine.value, is)
    return disputed.value
      .filter((part) => differing.includes(part))
      .map((part) => ({ part, ...told(part, is), take: () => take([part]) }))
  })

  return { both }
}
