/** What one does with one's own account, from the header or the palette. */
import { ref } from 'vue'
import { useQuote } from '../stores/quote'
import { useSession } from '../stores/session'
import { useFailure } from './useFailure'

/** Which dialog of it is open. */
export const accountDialog = ref<'menu' | 'password' | null>(null)

export function useAccount() {
  const quote = useQuote()
  const session = useSession()
  const { attempt } = useFailure()

  async function leave(): Promise<void> {
    // What was just written goes with its person's name, not with the next one's.
    if (quote.dirty) await attempt(quote.save)
    await attempt(session.signOut)
  }
  return { leave }
}
