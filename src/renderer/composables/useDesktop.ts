/** In the desktop application: what its menu, a file or a link asks for, and the language that its menu speaks. */
import { onMounted, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { DesktopApi, DesktopCommand, DesktopPlace } from '../../preload/api.ts'
import { useOpenedFile } from '../stores/opened-file'
import { usePreferences } from '../stores/preferences'
import { useQuote } from '../stores/quote'
import { useNumbered } from './useScanner'
import { useToasts } from './useToasts'

declare global {
  interface Window {
    readonly comptoirDesktop?: DesktopApi
  }
}

const ROUTES = {
  'new-quote': 'current-quote',
  'open-file': 'opened-quote',
  import: 'partners',
  settings: 'settings',
  about: 'about',
  outbox: 'outbox',
} as const satisfies Partial<Record<DesktopPlace, string>>

/** @param keys shows the keys that there are */
export function useDesktop(keys: () => void): void {
  const { comptoirDesktop: desktop } = window
  if (!desktop) return
  const { t } = useI18n()
  const router = useRouter()
  const preferences = usePreferences()
  const quote = useQuote()
  const opened = useOpenedFile()
  const toasts = useToasts()
  const { go, numberIn } = useNumbered()

  async function follow(command: DesktopCommand): Promise<void> {
    if ('quote' in command) {
      const number = numberIn(command.quote)
      if (number) await go(number)
      else toasts.error(t('scan.none', { number: command.quote }))
    } else if ('file' in command) {
      const { name, bytes } = command.file
      void opened.open(new File([bytes], name))
      await router.push({ name: ROUTES['open-file'] })
    } else if ('unread' in command) toasts.error(t('desktop.unread', command.unread))
    else if (command.go === 'keys') keys()
    else {
      if (command.go === 'new-quote') quote.close()
      await router.push({ name: ROUTES[command.go] })
    }
  }

  watch(() => preferences.locale, desktop.setLanguage, { immediate: true })
  onMounted(async () => {
    await router.isReady()
    desktop.onCommand((command) => void follow(command))
  })
}
