import type { Locator, Page } from '@playwright/test'
import { KEY, type DeskService } from '../service.ts'

/** In the page: the path of the screen that is shown, null before the first. */
const SCREEN = `(() => {
  const router = document.querySelector('#app')?.__vue_app__?.config.globalProperties.$router
  return router?.currentRoute.value.matched.length > 0 ? router.currentRoute.value.path : null
})()`
/** The page's policy forbids what Playwright's own waiting for a function needs. */
const until = (condition: string) => `(async () => {
  const given = performance.now() + 30_000
  while (!(${condition})) {
    if (performance.now() > given) throw new Error('The screen is still ' + ${SCREEN})
    await new Promise(requestAnimationFrame)
  }
})()`

/** The frame around every screen: header, banner, messages, palette. */
export class Shell {
  readonly page: Page
  readonly banner: Locator
  readonly quoteChip: Locator
  readonly palette: Locator
  /** Errors that the page itself reports: scripts that failed, policies that were broken. */
  readonly faults: string[] = []
  readonly #service: Pick<DeskService, 'url'>

  constructor(page: Page, service: Pick<DeskService, 'url'>) {
    this.page = page
    this.#service = service
    this.banner = page.locator('.banner')
    this.quoteChip = page.locator('header .chip')
    this.palette = page.getByRole('dialog', { name: /Aller à|Go to/ })
    page.on('pageerror', (error) => this.faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|intlify|Vue warn/i.test(message.text())) {
        this.faults.push(message.text())
      }
    })
  }

  /** Opens the address that the program prints, and waits for the first screen. */
  async open(): Promise<void> {
    await this.page.goto(`${this.#service.url}/?key=${KEY}`)
    await this.page.getByRole('main').waitFor()
    await this.page.evaluate(until(`${SCREEN} !== null`))
  }

  /** Goes to a screen by its address, and waits until it is the one that is shown: the last one stands until then. */
  async go(path: string): Promise<void> {
    const before = await this.page.evaluate<string | null>(SCREEN)
    await this.page.goto(`${this.#service.url}/#${path}`)
    const [wanted] = path.split('?')
    // Some addresses lead on to another one.
    const [here, there] = [JSON.stringify(before), JSON.stringify(wanted)]
    await this.page.evaluate(until(`${SCREEN} === ${there} || ![${here}, null].includes(${SCREEN})`))
    await this.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  }

  /** Before {@link open}: the window is told of nothing, as one that has not heard yet; it finds out as it asks. */
  async unheard(): Promise<void> {
    await this.page.route('**/api/events', (route) => route.abort())
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.toast').filter({ hasText: text })
  }
}
