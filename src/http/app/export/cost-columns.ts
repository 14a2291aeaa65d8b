/** What something costs and what is left of it: the last columns of each export, for who may see them. */
import { numberOf, type Column } from './columns.ts'

const costs = { kind: 'money', width: 14, right: 'costs' } as const

/** As far as costs are known; null where they are of nothing. */
interface Costs {
  readonly costCents: number | null
  readonly profitCents: number | null
  readonly margin: string | null
}

/**
 * @param of what an entry costs
 * @param unknown what those of its services are sold at whose cost nobody knows, in cents; absent where an entry is one thing
 */
export const costColumns = <Entry>(
  of: (entry: Entry) => Costs | null | undefined,
  unknown?: (entry: Entry) => number,
): Column<Entry>[] => [
  { fr: 'Coût HT', en: 'Cost excl. tax', ...costs, of: (entry) => of(entry)?.costCents ?? null },
  ...(unknown
    ? [
        {
          ...{ fr: 'Vendu sans coût connu HT', en: 'Sold at unknown cost excl. tax', ...costs },
          of: (entry: Entry) => unknown(entry) || null,
        },
      ]
    : []),
  { fr: 'Gain HT', en: 'Profit excl. tax', ...costs, of: (entry) => of(entry)?.profitCents ?? null },
  {
    ...{ fr: 'Marge (%)', en: 'Margin (%)', kind: 'percent', width: 10, right: 'costs' },
    of: (entry) => numberOf(of(entry)?.margin),
  },
]
