/** The quote that was opened from a file: it is read, and kept nowhere. */
import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import { api } from '../api/client'
import type { OpenedQuote } from '../api/types'
import { i18n } from '../i18n'

export const useOpenedFile = defineStore('opened-file', () => {
  const file = shallowRef<File | null>(null)
  const opened = shallowRef<OpenedQuote | null>(null)
  const error = shallowRef<unknown>(null)
  const busy = ref(false)
  let turn = 0

  /** Reads a file, or the same once more. Only the newest shows what became of it. */
  async function open(given: File): Promise<void> {
    const mine = ++turn
    if (file.value !== given) opened.value = null
    file.value = given
    error.value = null
    busy.value = true
    try {
      const answer = await api.openQuoteFile(given)
      if (mine === turn) opened.value = answer
    } catch (cause) {
      if (mine === turn) error.value = cause
    } finally {
      if (mine === turn) busy.value = false
    }
  }

  // What was chosen is told in words.
  watch(i18n.global.locale, () => {
    if (file.value) void open(file.value)
  })

  return { file, opened, error, busy, open }
})
