/** The prices of a line: as they are known by now where its partner takes its time, then as it says them. */
import { api, isRefusal, type ApiError } from '../api/client'
import type { PricedLeadTime, PricesRequest } from '../api/types'

/** A partner that answers by then is not felt: nothing else is shown before. */
const UNFELT_MS = 150

type Line = Pick<PricesRequest, 'area' | 'line'>

/** What is told before a slow partner answers, as far as anything is known; that it refused the line when it was asked last, too. */
export interface ToldBefore {
  readonly known: (leadTimes: readonly PricedLeadTime[]) => unknown
  readonly refused?: (cause: ApiError) => void
  /** whether nothing stands on the screen: then it is told as soon as it is known */
  readonly empty: boolean
}

/** @param before null: who prices it answers at once */
export async function askedPrices(
  line: Line,
  signal: AbortSignal,
  before: ToldBefore | null,
): Promise<readonly PricedLeadTime[]> {
  const over = new AbortController()
  if (before) void tellBefore(line, AbortSignal.any([signal, over.signal]), before)
  try {
    return (await api.prices(line, signal)).leadTimes
  } finally {
    over.abort()
  }
}

async function tellBefore(line: Line, signal: AbortSignal, { known, refused, empty }: ToldBefore) {
  try {
    if (!empty) await new Promise((resolve) => setTimeout(resolve, UNFELT_MS))
    if (signal.aborted) return
    const { leadTimes } = await api.prices({ ...line, atOnce: true }, signal)
    if (!signal.aborted && leadTimes.some(({ priceCents }) => priceCents !== null)) known(leadTimes)
  } catch (cause) {
    // Anything else is the answer's to tell.
    if (!signal.aborted && isRefusal(cause)) refused?.(cause)
  }
}
