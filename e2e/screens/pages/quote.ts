import type { Locator, Page } from '@playwright/test'

export class QuotePage {
  readonly title: Locator
  readonly lines: Locator
  readonly order: Locator
  readonly total: Locator
  readonly saved: Locator
  readonly dialog: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.title = page.getByRole('heading', { level: 1 })
    this.lines = page.locator('main table tbody tr')
    const totals = page.getByRole('region', { name: /Totaux|Totals/ })
    this.order = totals.getByRole('button', { name: /^(Commander|Order)$/ })
    this.total = totals.locator('dd.grand')
    this.saved = page.getByRole('status').filter({ hasText: /^\s*(Enregistré|Saved)/ })
    this.dialog = page.getByRole('dialog')
  }

  field(name: string): Locator {
    return this.#page.locator(`[name="${name}"]`)
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.field(name).fill(value)
  }
}

/** All that an order needs to know of its destination. */
export const ADDRESS = {
  societe: 'Imprimerie du Port',
  adresse1: '12 quai des Belges',
  code_postal: '13001',
  ville: 'Marseille',
}
