import type { Locator, Page } from '@playwright/test'
import type { Shell } from './shell.ts'

export class CataloguePage {
  readonly search: Locator
  readonly rows: Locator
  readonly active: Locator

  constructor(page: Page) {
    this.search = page.getByRole('combobox', { name: /Chercher un produit|Search for a product/ })
    this.rows = page.getByRole('listbox').getByRole('option')
    this.active = page.getByRole('listbox').getByRole('option', { selected: true })
  }

  /** Opens the address that the program prints, and waits for the list. */
  async open(shell: Shell): Promise<void> {
    await shell.open()
    await this.rows.first().waitFor()
  }
}
