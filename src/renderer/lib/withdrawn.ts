/** What the service, or a partner that its catalogue trails, refuses as not offered. */
import { ApiError } from '../api/client'
import type { Form } from './form'
import { controlOf, type Selection } from './selection'

/** Codes of what is not to be had, whatever else is chosen. */
const NOT_OFFERED: ReadonlySet<string> = new Set(['variant_unavailable', 'not_compatible'])

const ITEM_GONE: ReadonlySet<string> = new Set(['product_unknown', 'family_unknown'])

/** Whether it is the product or family itself that is refused so. @param error why there is no answer, if there is none */
export const isItemGone = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ code }) => ITEM_GONE.has(code))

/**
 * The choices of a refused line that are not offered at all, by the keys of their controls, in the service's words.
 *
 * @param selection what was asked for
 * @param error why there is no answer, if there is none
 */
export function withdrawnIn(form: Form, selection: Selection, error: unknown): Map<string, string> {
  const told = error instanceof ApiError ? error.errors.filter(({ code }) => NOT_OFFERED.has(code)) : []
  return new Map(
    told.flatMap(({ path, message }) => {
      const key = controlOf(form, selection, path)
      return key === null ? [] : [[key, message] as const]
    }),
  )
}
