/** The size that is typed, in the unit of whoever types it, and whether it is likely. */
import { computed, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Form } from '../lib/form'
import { surfaceOf, type Selection } from '../lib/selection'
import { converted, doubtOf, meantUnit, sidesOf, sizeOf, type LengthUnit } from '../lib/sizes'
import { usePreferences } from '../stores/preferences'
import { useFormat } from './useFormat'

/** A length in the unit that suits it: 1 km is 1,000 m, 85 mm stay so. */
export function useLength() {
  const { decimal } = useFormat()
  return (mm: number, unit: LengthUnit = mm >= 1000 ? 'm' : mm >= 100 ? 'cm' : 'mm') =>
    `${decimal(Number(converted(String(mm), 'mm', unit)))}\u00a0${unit}`
}

export function useSize(form: Form, selection: Selection) {
  const { t } = useI18n()
  const { decimal } = useFormat()
  const preferences = usePreferences()
  const length = useLength()
  const sides = sidesOf(form)

  const unit = computed<LengthUnit>({
    get: () => preferences.lengthUnit ?? sides?.unit ?? 'mm',
    set: (chosen) => (preferences.lengthUnit = chosen),
  })
  const size = computed(() => sides && sizeOf(sides, selection))
  const doubt = computed(() => size.value && doubtOf(size.value))
  /** The same figures in the unit that makes them likely. */
  const meant = computed(() => size.value && meantUnit(size.value, unit.value))

  const key = () => JSON.stringify(size.value)
  const confirmed = ref('')
  /** What is asked of an unlikely size, in the unit that it is typed in, until someone says that it is meant. */
  const question = computed(() => {
    if (!size.value || doubt.value === null || confirmed.value === key()) return null
    const { width, height } = size.value
    return t(`size.doubt.${doubt.value}`, {
      width: length(width, unit.value),
      height: length(height, unit.value),
      area: decimal((width * height) / 1e6),
    })
  })
  const confirm = () => (confirmed.value = key())

  /** Takes the figures as they were typed for the unit that was meant. */
  function takeMeant(): void {
    const to = meant.value
    if (!sides || to === null) return
    for (const { key: side } of [sides.width, sides.height]) {
      const figures = converted(selection.values[side] ?? '', sides.unit, unit.value)
      selection.values[side] = converted(figures, to, sides.unit)
    }
    unit.value = to
  }

  /** What it comes to, and the least that is charged where it is less; null where the price does not go by it. */
  const surface = computed(() => {
    const found = surfaceOf(form, selection)
    if (!found) return null
    const area = t('configurator.surface', { area: decimal(found.area) })
    return found.area < found.minimum
      ? `${area} ${t('configurator.surfaceMinimum', { minimum: decimal(found.minimum) })}`
      : area
  })

  return { sides, surface, unit, size, meant, question, confirm, takeMeant }
}
export type SizeChoice = ReturnType<typeof useSize>
