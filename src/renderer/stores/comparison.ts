/** What is put side by side, until it is looked at: kept in the browser, as its screen's address says it. */
import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { comparedIn, MOST_COMPARED } from '../lib/comparison-address'

const KEY = 'comptoir.comparison'

function read(): string[] {
  try {
    return comparedIn({ c: JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown })
  } catch {
    return []
  }
}

export const useComparison = defineStore('comparison', () => {
  const texts = ref<readonly string[]>(read())
  watch(texts, (now) => localStorage.setItem(KEY, JSON.stringify(now)))

  const full = computed(() => texts.value.length >= MOST_COMPARED)
  const has = (text: string) => texts.value.includes(text)
  /** What is in it already stays where it is; one too many is not taken. @returns whether it is in it now */
  function add(text: string): boolean {
    if (!has(text) && !full.value) texts.value = [...texts.value, text]
    return has(text)
  }
  const set = (all: readonly string[]) => {
    if (all.join('\n') !== texts.value.join('\n')) texts.value = [...all]
  }
  return { texts, full, has, add, set }
})
