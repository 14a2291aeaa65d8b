/** The link back to a list: by the browser's own back where that leads there, so that it is found as it was left. */
import { useRouter } from 'vue-router'

export function useWayBack(name: string) {
  const router = useRouter()
  return (event: MouseEvent): void => {
    const { back } = (history.state ?? {}) as { back?: unknown }
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!isPlain || typeof back !== 'string' || router.resolve(back).name !== name) return
    event.preventDefault()
    router.back()
  }
}
