import { isIncluded } from '../../domain/shared/line-roles.ts'
import type { Quote } from '../api/types'

/** The totals of a quote; null of a draft of which a line lost its price: what it came to is no amount to tell a customer. */
export const totalsShown = ({ state, totals, lines }: Pick<Quote, 'state' | 'totals' | 'lines'>) =>
  state === 'draft' && lines.some((line) => isIncluded(line) && line.amounts === null) ? null : totals
