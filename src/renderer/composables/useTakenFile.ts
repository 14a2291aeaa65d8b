/** A part of a screen that takes what is dropped anywhere on the window. */
import { watch } from 'vue'
import { useGivenFile } from '../stores/given-file'

/** Takes a file of one kind, once each, also one that was dropped before this part of the screen was there. */
export function useTakenFile(kind: 'bundle' | 'book' | 'backup', take: (file: File) => void): void {
  const given = useGivenFile()
  watch(
    () => given[kind],
    (file) => {
      if (!file) return
      given[kind] = null
      take(file)
    },
    { immediate: true },
  )
}
