/** What failed for want of an answer is done again once the service and its database answer. */
import { watch } from 'vue'
import { answers } from '../api/client'

/** Calls `again` each time that they answer again, for as long as the caller's screen or store is there. */
export function useBack(again: () => void): void {
  watch(answers, (back) => back && again())
}
