/** What a quote's VAT goes by in the place of its address, and that of its lines in the place of its own, as it is asked for. */
import type { KeptLine } from '../../domain/quote/facts.ts'
import type { LineInput, QuoteInput } from '../../domain/quote/quote.ts'
import { regimeById, type VatRegime } from '../../domain/vat-regimes.ts'
import type { Store } from '../../store/store.ts'
import { Invalid } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'

interface Services {
  readonly store: Store
  readonly settings: SettingsService
}

/**
 * The regime that is asked for, as the settings have it now. One that is no longer in them, which the quote had before or its
 * company has for its own, is the one that it was: the quote says so until a person chooses.
 *
 * @param before what the quote had; null: none
 * @param isNew whether it begins, where it says nothing, with its company's own
 * @throws Invalid where the settings do not have it
 */
export async function regimeAsked(
  { store, settings }: Services,
  { vatRegimeId: asked, companyId }: Pick<QuoteInput, 'vatRegimeId' | 'companyId'>,
  before: VatRegime | null,
  isNew: boolean,
): Promise<VatRegime | null> {
  const { vatRegimes } = settings.current
  const own = async () =>
    typeof companyId === 'number' ? ((await store.companies.byId(companyId))?.vatRegimeId ?? null) : null
  const begins = asked === undefined && isNew
  const id = begins ? await own() : asked === undefined ? (before?.id ?? null) : asked
  if (id === null) return null
  const known = regimeById(vatRegimes, id) ?? (before?.id === id ? before : null)
  if (known) return known
  if (!begins && (await own()) !== id)
    throw new Invalid([{ path: '/vatRegimeId', code: 'vat_regime_unknown' }])
  return settings.formerRegime(id)
}

/** The regimes that lines have of their own, as they were kept. */
export const regimesOf = (lines: readonly Pick<KeptLine, 'vatRegime'>[]): VatRegime[] =>
  lines.flatMap(({ vatRegime }) => vatRegime ?? [])

/**
 * A regime that a line asks for is one of the settings, or one that lines had before.
 * @param former those
 * @throws Invalid, naming each line that asks for another
 */
export function refuseUnknown(
  lines: readonly LineInput[],
  { settings }: Pick<Services, 'settings'>,
  former: readonly VatRegime[],
): void {
  const known = [...settings.current.vatRegimes, ...former]
  const faults = lines.flatMap((line, i) => {
    const id = 'vatRegimeId' in line ? (line.vatRegimeId ?? null) : null
    if (id === null || regimeById(known, id)) return []
    return [{ path: `/lines/${i}/vatRegimeId`, code: 'vat_regime_unknown' as const }]
  })
  if (faults.length > 0) throw new Invalid(faults)
}
