/** What is wrong with which control of the configurator, in words, and the way to it. */
import { computed, ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Field, Form } from '../lib/form'
import { beginsWith, openValues } from '../lib/selection'
import { sidesOf } from '../lib/sizes'
import type { Configurator } from './useConfigurator'
import { useFormat } from './useFormat'
import { useSources } from './useSources'

export interface FieldFault {
  readonly key: string
  /** The control's name. */
  readonly label: string
  /** What is wrong, with the name once. */
  readonly text: string
}

/** The attribute that a control's key stands in, so that a message finds its control. */
export const FIELD_ATTRIBUTE = 'data-field'

/** Scrolls to a control and puts the keyboard on it: the one that is chosen where there are several. */
export function goToField(key: string): void {
  const field = document.querySelector(`[${FIELD_ATTRIBUTE}="${CSS.escape(key)}"]`)
  field?.scrollIntoView({ block: 'center' })
  const control = field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector('input')
  control?.focus({ preventScroll: true })
}

export function useFieldLabel() {
  const { t } = useI18n()
  return (field: Field): string =>
    field.kind === 'choice' && field.element ? t(`element.${field.element}`) : (field.label ?? '')
}

export function useFieldFaults(
  form: Form,
  { selection, local, refused, withdrawn, lost, leadTimes, source }: Configurator,
) {
  const { t } = useI18n()
  const { quantity } = useFormat()
  const { isAway } = useSources()
  const labelOf = useFieldLabel()

  const bounds = computed(() => {
    const { min, max } = form.quantity
    return max === null
      ? t('configurator.minimum', { min: quantity(min) })
      : t('configurator.bounds', { min: quantity(min), max: quantity(max) })
  })

  const sides = sidesOf(form)
  const isSide = (key: string) => sides?.width.key === key || sides?.height.key === key

  function words(key: string): string | undefined {
    const fault = local.value.get(key)
    if (fault === 'below' || fault === 'above') return bounds.value
    if (fault === 'gone') {
      const name = lost.names.get(key)
      return name ? t('fault.gone', { name }) : t('fault.goneUnnamed')
    }
    if (fault === 'integer' && sides && isSide(key)) return t('fault.wholeUnit', { unit: sides.unit })
    return fault ? t(`fault.${fault}`) : (withdrawnWords(key) ?? refused.value.get(key))
  }

  /** Of a choice that its catalogue has no more the service knows the id alone, and says that. */
  function withdrawnWords(key: string): string | undefined {
    const said = withdrawn.value.get(key)
    const field = form.fields.find((candidate) => candidate.key === key)
    if (said === undefined || field?.kind !== 'choice') return undefined
    const chosen = field.choices.find(({ id }) => id === selection.choices[key])
    return chosen && said.includes(String(chosen.id)) ? t('fault.gone', { name: chosen.name }) : undefined
  }

  function labelOfKey(key: string): string {
    const field = form.fields.find((candidate) => candidate.key === key)
    if (field) return labelOf(field)
    const visual = /^quantity:(\d+)$/.exec(key)?.[1]
    return visual !== undefined && form.quantity.visualsMax > 1
      ? t('configurator.visual', { number: Number(visual) + 1 })
      : t('configurator.quantity')
  }

  function named(key: string, text: string): FieldFault {
    const label = labelOfKey(key)
    return { key, label, text: beginsWith(label, text) ? text : t('fault.at', { label, text }) }
  }

  /** By control: what cannot be sent before what was refused. */
  const texts = computed(() => {
    const keys = new Set([...local.value.keys(), ...refused.value.keys()])
    keys.delete('')
    return new Map([...keys].map((key) => [key, words(key) ?? '']))
  })

  /** Empty controls: one that looks as if it may stay so, the service may refuse to leave out. */
  const missing = computed(
    () =>
      new Set([
        ...[...local.value].flatMap(([key, fault]) => (fault === 'required' ? [key] : [])),
        ...openValues(form, selection),
      ]),
  )
  /** Controls that began empty, and that nobody has been at: nothing is wrong with them yet. */
  const fresh = ref<ReadonlySet<string>>(missing.value)
  watch(missing, (empty) => (fresh.value = new Set([...fresh.value].filter((key) => empty.has(key)))))
  function leave({ target }: FocusEvent): void {
    const key = (target as Element | null)?.closest(`[${FIELD_ATTRIBUTE}]`)?.getAttribute(FIELD_ATTRIBUTE)
    if (key) fresh.value = new Set([...fresh.value].filter((other) => other !== key))
  }
  /** Who wants to go on without them has been at them. */
  const demand = () => (fresh.value = new Set())
  /** Whether all that is in the way is what nobody has filled in yet: a hint, and no fault. */
  const unfilled = computed(
    () => texts.value.size > 0 && [...texts.value.keys()].every((key) => fresh.value.has(key)),
  )
  /** Those that a control says beside itself. */
  const shown = computed(() => new Map([...texts.value].filter(([key]) => !fresh.value.has(key))))

  /** The same with the control's name, for whoever does not see the control. */
  const list = computed<FieldFault[]>(() => [...texts.value].map(([key, text]) => named(key, text)))

  /** The ways to the controls: by their names alone where what is wrong stands beside them, or nothing is yet. */
  const links = computed(() =>
    list.value.map((fault) =>
      withdrawn.value.has(fault.key) || fresh.value.has(fault.key) ? { ...fault, text: fault.label } : fault,
    ),
  )

  /**
   * Values left open where nothing has a price: that they are missing is more likely the reason than anything else said. Of a
   * partner that is away nothing was said at all, and what is known to be needed there its lead times say.
   */
  const open = computed<FieldFault[]>(() =>
    list.value.length > 0 ||
    isAway(source) ||
    leadTimes.value.length === 0 ||
    leadTimes.value.some(({ priceCents }) => priceCents !== null)
      ? []
      : openValues(form, selection).map((key) => named(key, t('fault.open'))),
  )

  /** Why the line cannot be added as it stands, where a control says it. */
  const blocked = computed(() => {
    if (unfilled.value) return null
    const [first] = list.value.length > 0 ? list.value : open.value
    // What a partner says of a choice stands beside that.
    if (first && withdrawn.value.has(first.key)) return t('price.withdrawnTitle')
    return first?.text ?? null
  })

  return { bounds, texts, shown, leave, demand, unfilled, list, links, open, blocked }
}
export type FieldFaults = ReturnType<typeof useFieldFaults>
