import type { Locator, Page } from '@playwright/test'

export class OrderPage {
  readonly title: Locator
  readonly lines: Locator
  readonly total: Locator
  readonly address: Locator

  constructor(page: Page) {
    this.title = page.getByRole('heading', { level: 1 })
    this.lines = page.locator('main table tbody tr')
    this.total = page.locator('dd.grand')
    this.address = page.locator('address')
  }
}
