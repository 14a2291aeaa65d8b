import type { Locator, Page } from '@playwright/test'

export class CataloguePage {
  readonly search: Locator
  readonly rows: Locator
  readonly active: Locator

  constructor(page: Page) {
    this.search = page.getByRole('combobox', { name: /Chercher un produit|Search for a product/ })
    this.rows = page.getByRole('listbox').getByRole('option')
    this.active = page.getByRole('listbox').getByRole('option', { selected: true })
  }
}
