/** Why there is no price: codes that are worded at the edge, in the reader's language. */

/** Values that a message may name. */
export type FaultParams = Readonly<Record<string, string | number>>

/** Why a lead time has no price. `text` is the tariff's own message, given as it is. */
export interface Reason {
  readonly code: ReasonCode
  readonly params?: FaultParams
  readonly text?: string
}
export type ReasonCode =
  | 'no_tariff'
  | 'no_grid_price'
  | 'negative_price'
  | 'price_too_large'
  | 'excluded'
  | 'support_lead_time'
  | 'no_lead_time'
  | 'lead_time_not_answered'
  | 'lead_time_not_known'
  | 'lead_time_id_not_known'
  | 'lead_time_id_untold'
  | 'price_before_move'
  | 'main_lead_time_not_known'
  | 'never_asked'
  | 'not_asked_yet'
  | 'only_estimated'
  | 'observed_too_old'
  | 'too_little_known'
  | 'value_needed'
  | 'refused_at_copies'
  | 'upstream_message'
  | 'item_withdrawn'
  | 'upstream_no_price'
  | 'partner_refused'
  | 'setting_out_of_bounds'
  | 'setting_invalid'
  | 'time_of_day'
  | 'closure_from'
  | 'closure_to'
  | 'mark_up_twice'
  | 'postal_prefix_twice'
  | 'source_unknown'
  | 'upstream_id_taken'
  | 'sale_unknown'
  | 'told_before'
