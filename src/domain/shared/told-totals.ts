/** The totals that a person names and compares: without tax, and with it. */
export const TOLD_TOTALS = { ht: 'prix_total_ht', ttc: 'prix_final_ttc' } as const
