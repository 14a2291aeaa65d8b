/** A file of tariffs, or a backup, that was dropped on the window: handed to the screen that takes such files. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export const useGivenFile = defineStore('given-file', () => {
  /** a bundle, or a first workbook, in the place of the tariffs */
  const bundle = shallowRef<File | null>(null)
  /** a workbook, over the tariffs */
  const book = shallowRef<File | null>(null)
  /** a backup, to be put back */
  const backup = shallowRef<File | null>(null)
  return { bundle, book, backup }
})
