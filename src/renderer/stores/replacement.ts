/** Another store in the place of the service's: waited for, and then the page begins anew. */
import { defineStore } from 'pinia'
import { ref } from 'vue'
import { api, ApiError } from '../api/client'
import type { StoreInfo } from '../api/types'
import { forgetStore } from '../lib/forget-store'
import { useSession } from './session'

const ASK_AGAIN_MS = 250
/** Longer than that is no few seconds: the store is large, or nothing comes any more. */
const LATE_MS = 30_000
/** That the page was begun anew over another store, which is yet to be told: to who did it, or to who was at work. */
const TO_TELL = 'comptoir.placed'

export const useReplacement = defineStore('replacement', () => {
  const session = useSession()
  /** What is waited for. */
  const waiting = ref<'restored' | 'wiped' | null>(null)
  /** Whether it takes longer than it usually does. */
  const late = ref(false)

  /**
   * Asks for another store, and waits until the service has begun anew.
   * @returns why it was not replaced, in words; where it was, the page begins anew
   * @throws ApiError where it is refused
   */
  async function replace(
    what: 'restored' | 'wiped',
    ask: () => Promise<StoreInfo>,
  ): Promise<string | undefined> {
    const { instance } = await ask()
    waiting.value = what
    late.value = false
    const slow = setTimeout(() => (late.value = true), LATE_MS)
    const problem = await renewed(instance)
    clearTimeout(slow)
    if (problem === null) return begin()
    waiting.value = null
    return problem
  }

  /** Why it was not replaced; null: it was, as far as one may see. */
  async function renewed(instance: string): Promise<string | null> {
    for (;;) {
      await new Promise((next) => setTimeout(next, ASK_AGAIN_MS))
      try {
        const now = await api.store()
        if (now.instance !== instance) return now.replaced?.problem ?? null
      } catch (error) {
        // Who had signed in before may have to again.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null
      }
    }
  }

  /** Nothing that the page holds is of the store that is there now. */
  function begin(): undefined {
    forgetStore()
    session.startAnew()
    sessionStorage.setItem(TO_TELL, waiting.value ? 'mine' : 'anothers')
  }

  /** Whether the page was begun anew over another store a moment ago, and who had asked for that; asked once. */
  function begun(): 'mine' | 'anothers' | null {
    const told = sessionStorage.getItem(TO_TELL)
    sessionStorage.removeItem(TO_TELL)
    return told === 'mine' || told === 'anothers' ? told : null
  }

  return { waiting, late, replace, begin, begun }
})
