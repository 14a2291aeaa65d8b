import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { unreached } from '../router'
import { useStatus } from '../stores/status'

/** Where this page was loaded anew for the sake of a screen, until it is read. */
const ANEW = 'loaded-anew-for'

/**
 * A screen that could not be loaded: goes there again as soon as the service answers.
 *
 * Some browsers keep a part that could not be loaded, also one that was loaded ahead, as failed for as long as the page
 * lives: then the page itself is loaded anew where the user wanted to go. By itself that is done once: where the screen
 * is not there again, the user is told, and tries again when he wants to.
 *
 * @returns `goAgain`, what the user's own try does.
 */
export function useUnreached() {
  const router = useRouter()
  const status = useStatus()
  const { connection } = status
  const anewFor = sessionStorage.getItem(ANEW)
  sessionStorage.removeItem(ANEW)

  function loadAnew(to: string): void {
    sessionStorage.setItem(ANEW, to)
    history.pushState(null, '', router.resolve(to).href)
    location.reload()
  }

  async function goAgain(): Promise<void> {
    const to = unreached.value?.fullPath
    if (to === undefined) return
    const isThere = await router.push(to).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await status.refresh()
    if (connection.reachable && unreached.value?.fullPath === to) loadAnew(to)
  }

  /** A screen that cannot be loaded may be all that tells that the service is away. */
  watch(unreached, async (screen, before) => {
    if (!screen || before?.fullPath === screen.fullPath) return
    await status.refresh()
    if (connection.reachable && unreached.value === screen && screen.fullPath !== anewFor)
      loadAnew(screen.fullPath)
  })
  watch(
    () => connection.reachable,
    (reachable) => void (reachable && goAgain()),
  )

  return { unreached, goAgain }
}
