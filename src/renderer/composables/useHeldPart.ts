/** A part of an order that has the keyboard in a list, and goes from it by somebody else's doing: what became of it is said. */
import { nextTick, ref, type Ref } from 'vue'
import { needsPerson } from '../../domain/shared/order-states.ts'
import { api } from '../api/client'
import type { OutboxEntry } from '../api/types'
import { isNoted } from '../lib/order-status'
import { usePartGone } from './usePartMeanwhile'
import { useStatusWords } from './useStatusWords'
import { useToasts } from './useToasts'

/**
 * @param shown the list
 * @param held the part that has the keyboard, and whether a question about it is open, which tells itself what became of it
 */
export function useHeldPart(
  shown: Ref<OutboxEntry[] | null>,
  held: () => { readonly id: string; readonly isAsked: boolean } | undefined,
) {
  const goneWords = usePartGone()
  const { statusWords } = useStatusWords()
  const toasts = useToasts()
  const decided = new Set<string>()
  /** how many parts the service could not read */
  const unreadable = ref(0)

  /** As it stands by now; null: nobody can say. */
  async function became({ id, order }: OutboxEntry): Promise<OutboxEntry | null> {
    const found = await api.order(order).catch(() => null)
    return found?.transmissions.find((part) => part.id === id) ?? null
  }

  /** The list anew. @throws as the service answers */
  async function read(): Promise<OutboxEntry[]> {
    const { entries: now, unreadable: lost } = await api.outbox()
    unreadable.value = lost
    const one = held()
    const is = ({ id }: OutboxEntry) => String(id) === one?.id
    const before = shown.value?.find(is)
    if (!one || !before || decided.has(one.id) || now.some(is)) return now
    const part = await became(before)
    if (one.isAsked) {
      // Its question goes with what it says itself.
      if (part) shown.value = [...now, part]
      await nextTick()
    } else if (needsPerson(before.state) || isNoted(before)) {
      toasts.error(goneWords(before, part && statusWords(part.state)))
    }
    return now
  }

  return {
    read,
    unreadable,
    /** A person here decides about one: nobody is told of his own doing. */
    decides: ({ id }: OutboxEntry) => void decided.add(String(id)),
  }
}
