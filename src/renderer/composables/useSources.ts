/** Where products come from, in words: told where there is more than one source, and nowhere else; never to the customer. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { OWN_TARIFFS } from '../../domain/shared/sources.ts'
import type { Area, NamedSource as KnownSource } from '../api/types'
import { useCatalogue } from '../stores/catalogue'
import { useStatus } from '../stores/status'
import { useInside } from './useInside'

export interface NamedSource {
  readonly id: number
  readonly name: string
}

export function useSources() {
  const { t } = useI18n()
  const status = useStatus()
  const catalogue = useCatalogue()
  const { inside } = useInside()

  const own = computed<NamedSource>(() => ({ id: OWN_TARIFFS, name: t('source.own') }))
  /** Those that have loaded anything, the own tariffs first. */
  const list = computed<NamedSource[]>(() => {
    const { products = 0, families = 0 } = status.status ?? {}
    const theirs = status.partners.filter((partner) => partner.products + partner.families > 0)
    const ofPartners = theirs.reduce((sum, partner) => sum + partner.products + partner.families, 0)
    return [...(products + families > ofPartners ? [own.value] : []), ...theirs]
  })
  /** Whether where something comes from is said. */
  const several = computed(() => inside.value && list.value.length > 1)

  /** Of a partner that is set, or the own tariffs; null of one that was taken away. */
  const nameOf = (id: number): string | null =>
    id === OWN_TARIFFS ? own.value.name : (status.partner(id)?.name ?? null)

  /** Of any source there ever was, as the service names it. */
  const titleOf = ({ id, name, removed }: KnownSource): string => {
    if (id === OWN_TARIFFS) return own.value.name
    return removed ? t('source.removed', { name }) : name
  }

  /** What is said of a line's source: nothing where there is no other, in the line or beside it. */
  const titleOfLine = (source: KnownSource | null): string | null => {
    const foreign = list.value.length > 0 && !list.value.some(({ id }) => id === source?.id)
    return source && inside.value && (several.value || foreign) ? titleOf(source) : null
  }

  /** What is said of a source beside what comes from it: nothing where there is no other. */
  const label = (id: number | undefined): string | null =>
    several.value && id !== undefined ? nameOf(id) : null

  /** Whether a source does not answer. */
  const isAway = (id: number | undefined): boolean => id !== undefined && status.partner(id)?.online === false

  /** Its label, and whether it is away. */
  const labelNow = (id: number): string | null => {
    const name = label(id)
    return name && isAway(id) ? t('source.offline', { name }) : name
  }

  /** The label of a product or family of the catalogue, once it is loaded. */
  const labelOf = (area: Area, id: number): string | null => label(catalogue.entry(area, id)?.source)

  /** A name that tells it from one of the same words of another source. */
  const fullName = ({ name, source }: { readonly name: string; readonly source: number }): string => {
    const from = label(source)
    return from === null ? name : `${name} (${from})`
  }

  return { own, list, several, nameOf, titleOf, titleOfLine, label, labelNow, isAway, labelOf, fullName }
}
