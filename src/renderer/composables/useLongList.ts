/** A list of any length, of which the service is asked for what is in sight: page by page, as one scrolls there. */
import { ref, shallowRef } from 'vue'
import type { Page } from '../api/client'

const PAGE = 100

/** @param ask a page of the list, as it is filtered now */
export function useLongList<R>(ask: (limit: number, offset: number) => Promise<Page<R>>) {
  /** null: nothing was answered yet */
  const total = ref<number | null>(null)
  const error = shallowRef<unknown>(null)
  const pages = shallowRef<ReadonlyMap<number, readonly R[]>>(new Map())
  let asked = new Set<number>()
  /** Counts up with each new list: an answer to an older one is none of it. */
  let list = 0

  async function load(page: number): Promise<void> {
    if (asked.has(page)) return
    asked.add(page)
    const [here, of] = [list, asked]
    try {
      const answer = await ask(PAGE, page * PAGE)
      if (here !== list) return
      if (of === asked && page === 0 && error.value) error.value = null
      total.value = answer.total
      pages.value = new Map([...pages.value, [page, answer.entries]])
    } catch (cause) {
      if (here !== list) return
      of.delete(page)
      error.value = cause
    }
  }

  /** Begins anew: what stands there stays until the new list's first page is answered. */
  async function reload(): Promise<void> {
    list += 1
    const [here, before] = [list, pages.value]
    asked = new Set()
    error.value = null
    pages.value = new Map()
    const first = load(0)
    if (before.size > 0) pages.value = before
    await first
    if (here === list && error.value === null) pages.value = new Map([[0, pages.value.get(0) ?? []]])
  }

  return {
    total,
    error,
    reload,
    /** An entry of the list; undefined while it is not read. */
    at: (index: number): R | undefined => pages.value.get(Math.floor(index / PAGE))?.[index % PAGE],
    /** Reads what lies between two places. */
    see(from: number, to: number): void {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) void load(page)
    },
  }
}
