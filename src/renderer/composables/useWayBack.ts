/** The link back to a list: by the browser's own back where that leads there, so that it is found as it was left. */
import { useRouter } from 'vue-router'
import { leftList } from '../lib/left-list'

export function useWayBack(name: string) {
  const router = useRouter()
  return (event: MouseEvent): void => {
    const { back } = (history.state ?? {}) as { back?: unknown }
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!isPlain) return
    const leads = (address: unknown): address is string =>
      typeof address === 'string' && router.resolve(address).name === name
    if (leads(back)) {
      event.preventDefault()
      router.back()
      return
    }
    // A reload right after the screen was opened may cost its entry what it said.
    const left = back == null ? leftList()?.address : null
    if (!leads(left)) return
    event.preventDefault()
    void router.push(left)
  }
}
