/**
 * What a sale price ends in: the nearest cent, the nearest ten cents (half up, never below the cost), or ninety cents
 * (the first such amount that is not below).
 */
export const ROUNDINGS = ['cent', 'ten_cents', 'ninety'] as const
