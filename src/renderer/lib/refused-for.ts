import { ApiError } from '../api/client'

/** Whether a call was refused for one of some reasons. @param codes of the service */
export const isRefusedFor = (error: unknown, codes: readonly string[]) =>
  error instanceof ApiError && error.errors.some(({ code }) => codes.includes(code))
