import { expect, type Locator, type Page } from '@playwright/test'
import type { Shell } from './shell.ts'

export class ConfiguratorPage {
  readonly title: Locator
  readonly options: Locator
  readonly leadTimes: Locator
  readonly chosenLeadTime: Locator
  readonly matrix: Locator
  readonly chosenCell: Locator
  readonly add: Locator
  readonly summary: Locator
  readonly problem: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.title = page.getByRole('heading', { level: 1 })
    this.options = page.getByRole('region', { name: /Configuration/ })
    this.leadTimes = page
      .getByRole('radiogroup', { name: /Prix par délai|Prices by lead time/ })
      .getByRole('radio')
    this.chosenLeadTime = page
      .getByRole('radiogroup', { name: /Prix par délai|Prices by lead time/ })
      .getByRole('radio', { checked: true })
    this.matrix = page.getByRole('grid')
    this.chosenCell = this.matrix.getByRole('gridcell', { selected: true })
    this.add = page.getByRole('button', { name: /Ajouter au devis|Mettre à jour la ligne|Add to quote/ })
    this.summary = page.locator('form.bar .what')
    this.problem = page.locator('.board .problem')
  }

  /** Opens a product or family, and waits for its prices. */
  async open(shell: Shell, path: string): Promise<void> {
    await shell.open()
    await shell.go(path)
    await this.chosenCell.waitFor()
  }

  /** One of few variants, all in sight. */
  variant(name: string): Locator {
    return this.options.getByRole('radio', { name, exact: true })
  }

  /** A click lands on the label around the radio button, as a person's does. */
  async choose(name: string): Promise<void> {
    await this.options.locator('label.choice').filter({ hasText: name }).first().click()
  }

  /** One of many variants, by typing a part of its name. */
  async pick(label: string, typed: string): Promise<void> {
    const field = this.options.getByRole('combobox', { name: label })
    await field.click()
    await field.fill(typed)
    await this.#page.getByRole('option').first().click()
  }

  /** The price of the chosen cell, once nothing is asked for and the sum below says the same: each is asked for by itself. */
  async agreedPrice(): Promise<string> {
    let price = ''
    await expect(async () => {
      price = (await this.chosenCell.locator('.figure').innerText()).trim()
      expect(await this.summary.innerText()).toContain(price)
      await expect(this.#page.locator('.board')).not.toHaveAttribute('aria-busy', 'true', { timeout: 1 })
    }).toPass({ timeout: 30_000 })
    return price
  }

  /** The grid, or the curve in its place. */
  async view(name: 'Grille' | 'Courbe'): Promise<void> {
    await this.#page.getByRole('radio', { name, exact: true }).check({ force: true })
  }

  field(label: string | RegExp): Locator {
    return this.options.getByLabel(label)
  }

  /** A cell of the matrix by its row and column, both from 0. */
  cell(row: number, column: number): Locator {
    return this.matrix.locator('tbody tr').nth(row).getByRole('gridcell').nth(column)
  }

  rowName(row: number): Locator {
    return this.matrix.locator('tbody tr').nth(row).getByRole('rowheader')
  }
}
