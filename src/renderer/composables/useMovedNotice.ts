/** A quiet word once a partner that was away answers again, and prices of open quotes turn out to have moved. */
import { watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { api } from '../api/client'
import { useStatus } from '../stores/status'
import { useFormat } from './useFormat'
import { useInside } from './useInside'
import { useToasts } from './useToasts'

export function useMovedNotice(): void {
  const { t } = useI18n()
  const { quantity } = useFormat()
  const router = useRouter()
  const status = useStatus()
  const toasts = useToasts()
  const { inside } = useInside()
  /** the end of what was told of last */
  let told: string | null = null

  async function look(): Promise<void> {
    const { looking, moved } = await api.movedQuotes({ limit: 1, offset: 0 })
    if (looking.state === 'running' || !looking.returned || looking.endedAt === told) return
    told = looking.endedAt
    const isShown = router.currentRoute.value.name === 'moved-quotes'
    if (moved === 0 || isShown || !inside.value) return
    const run = () => void router.push({ name: 'moved-quotes' })
    toasts.done(t('moved.notice', { n: quantity(moved) }, moved), { text: t('prices.look'), run })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // While partners are being asked, something is told of each line: it is looked at once that pauses.
  watch(
    () => status.revisions.moved,
    () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look().catch(() => undefined), PAUSE_MS)
    },
  )
}

const PAUSE_MS = 800
