/** What a rep and a counter walk from beginning to end: the same road in a browser and in the desktop window. */
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { CataloguePage } from './pages/catalogue.ts'
import type { ConfiguratorPage } from './pages/configurator.ts'
import type { OrderPage } from './pages/order.ts'
import type { QuotePage } from './pages/quote.ts'
import type { Shell } from './pages/shell.ts'

export interface Screens {
  readonly page: Page
  readonly shell: Shell
  readonly catalogue: CataloguePage
  readonly configurator: ConfiguratorPage
  readonly quote: QuotePage
  readonly order: OrderPage
}

/** A keyboard that counts the keys as they are pressed. */
export function keysOf(page: Page) {
  let count = 0
  return {
    get count() {
      return count
    },
    press: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      count += text.length
      await page.keyboard.type(text)
    },
  }
}

const WANTED = [
  ['flyers a5', /Flyers A5/],
  ['depl', /Dépliants/],
  ['roll', /Roll-up/],
] as const

/** From nothing to the price of a product that is found by its name. */
export async function openedFlyers({
  page,
  shell,
  catalogue,
  configurator,
}: Omit<Screens, 'quote' | 'order'>): Promise<void> {
  await shell.open()
  await catalogue.search.fill('flyers a5')
  await expect(catalogue.active).toContainText('Flyers A5')
  await page.keyboard.press('Enter')
  await configurator.agreedPrice()
}

/** From an open catalogue to three lines of both areas. @param add puts what is configured on the quote */
export async function threeLines(
  { page, shell, catalogue, configurator }: Omit<Screens, 'quote' | 'order'>,
  add: () => Promise<void>,
): Promise<void> {
  for (const [n, [words, name]] of WANTED.entries()) {
    if (n > 0) await page.keyboard.press('/')
    await expect(catalogue.search).toBeFocused()
    await page.keyboard.type(words)
    await expect(catalogue.active).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(configurator.title).toContainText(name)
    await configurator.agreedPrice()
    await add()
    await expect(shell.quoteChip).toContainText(n === 0 ? '1 ligne' : `${n + 1} lignes`)
  }
}

/** From a quote in hand with three lines to it being sent, by the keyboard. */
export async function sendByKeys({ page, quote }: Pick<Screens, 'page' | 'quote'>): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(quote.lines).toHaveCount(3)
  await page.keyboard.press('Control+Enter')
  // What is sent was looked at first: Enter means the button once that is there.
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeFocused()
  await page.keyboard.press('Enter')
  // Nobody has said for whom it is: that is asked, and may be left open.
  await expect(quote.dialog.getByRole('checkbox', { name: 'L’envoyer sans nom' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toContainText(/D\d{4}-/)
}

/** From a catalogue with the product found to its order, for who walks in without an address. @returns the keys that it took */
export async function saleAtCounter({
  page,
  configurator,
  quote,
  order,
}: Pick<Screens, 'page' | 'configurator' | 'quote' | 'order'>): Promise<number> {
  const keys = keysOf(page)
  await keys.press('Enter')
  const price = await configurator.agreedPrice()
  await keys.press('v')
  await expect(quote.dialog).toContainText('Vente comptoir')
  await expect(quote.dialog).toContainText(price)
  await expect(quote.dialog).toContainText('Retiré au magasin')
  const confirm = quote.dialog.getByRole('button', { name: 'Commander définitivement' })
  await expect(confirm).toBeFocused()
  await expect(confirm).toHaveAccessibleDescription(/Étape définitive/)
  await keys.press('Enter')
  await expect(order.title).toContainText('Commande C000001')
  return keys.count
}
