import type { Locator, Page } from '@playwright/test'
import { KEY, type DeskService } from '../service.ts'

/** The frame around every screen: header, banner, messages, palette. */
export class Shell {
  readonly page: Page
  readonly banner: Locator
  readonly quoteChip: Locator
  readonly palette: Locator
  /** Errors that the page itself reports: scripts that failed, policies that were broken. */
  readonly faults: string[] = []
  readonly #service: DeskService

  constructor(page: Page, service: DeskService) {
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
  }

  /** Goes to a screen by its address. */
  async go(path: string): Promise<void> {
    await this.page.goto(`${this.#service.url}/#${path}`)
    await this.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.toast').filter({ hasText: text })
  }
}
