import { ApiError } from '../api/client'

/** Whether a call was refused for one of some reasons. @param codes of the service */
export const isRefusedFor = (error: unknown, codes: readonly string[]) =>
  error instanceof ApiError && error.errors.some(({ code }) => codes.includes(code))

/** Prices are others than those that were shown: they are shown anew. */
export const isMoved = (cause: unknown) => isRefusedFor(cause, ['price_changed', 'amount_changed'])
