/** What nobody caught in the main process: what goes on after it is in doubt, so the application begins anew where it was. */
import { app, dialog } from 'electron'
import type { Locale } from '../domain/messages.ts'
import type { Logger } from '../service/log.ts'
import { withPage } from './arguments.ts'
import type { Ending } from './life-cycle.ts'
import { relaunch } from './relaunch.ts'
import { wordsIn } from './words.ts'

/** An application that fails sooner than that after its start would only fail again. */
const LEAST_RUN_MS = 60_000

export interface UncaughtOptions {
  /** where such errors are told: the process */
  readonly source: Pick<NodeJS.Process, 'on'>
  readonly log: Logger
  readonly locale: () => Locale
  /** ends the application in another way, once the service is closed */
  readonly quitWith: (ending: Ending) => void
  /** a person has quit by now: nothing begins anew */
  readonly isQuitting: () => boolean
  /** the address that the window shows; null: there is no window */
  readonly address: () => string | null
}

/** From now on the application outlives what it did not expect, but for one that fails as it starts. */
export function outliveUncaught(options: UncaughtOptions): void {
  const { source, log, locale, quitWith, isQuitting, address } = options
  const began = performance.now()
  let failed = false
  source.on('uncaughtException', (error: unknown) => {
    log.fatal({ err: error }, 'the application failed')
    if (failed || isQuitting()) return
    failed = true
    const args = withPage(process.argv.slice(1), address())
    const lasted = performance.now() - began >= LEAST_RUN_MS
    quitWith(() => {
      if (lasted) return relaunch(args)
      const words = wordsIn(locale())
      dialog.showErrorBox(words.failed, words.failedText)
      app.exit(1)
    })
  })
  // What waited for it hears nothing; everything else goes on.
  source.on('unhandledRejection', (error: unknown) => log.error({ err: error }, 'a task failed unheard'))
}
