/** The quote that was opened from a file, or from the PDF that holds one: it is read, and kept nowhere. */
import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import { api } from '../api/client'
import type { CheckedDocument, OpenedQuote } from '../api/types'
import { i18n } from '../i18n'

/** A PDF says so within its first bytes, whatever its name is. */
const PDF_WITHIN = 1024
const isPdf = async (file: File) =>
  /\.pdf$/i.test(file.name) || (await file.slice(0, PDF_WITHIN).text()).includes('%PDF-')

export const useOpenedFile = defineStore('opened-file', () => {
  const file = shallowRef<File | null>(null)
  /** The quote's own file: it, or what is attached to a PDF; null: there is none. */
  const quoteFile = shallowRef<Blob | null>(null)
  const opened = shallowRef<OpenedQuote | null>(null)
  /** What the seal of a PDF says; null: it is none, or not looked at yet. */
  const checked = shallowRef<CheckedDocument | null>(null)
  const error = shallowRef<unknown>(null)
  const busy = ref(false)
  let turn = 0

  /** Reads a file, or the same once more. Only the newest shows what became of it. */
  async function open(given: File): Promise<void> {
    const mine = ++turn
    if (file.value !== given) opened.value = checked.value = quoteFile.value = null
    file.value = given
    error.value = null
    busy.value = true
    try {
      const seal = (await isPdf(given)) ? await api.checkDocument(given) : null
      const held = !seal ? given : seal.attached === null ? null : new Blob([seal.attached])
      const answer = held && (await api.openQuoteFile(held))
      if (mine === turn) [checked.value, quoteFile.value, opened.value] = [seal, held, answer]
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

  return { file, quoteFile, opened, checked, error, busy, open }
})
