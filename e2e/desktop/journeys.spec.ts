/** The rep's and the counter's road in the real window, without a network, and what a next start finds of it. */
import type { ElectronApplication, Page } from '@playwright/test'
import { CataloguePage } from '../screens/pages/catalogue.ts'
import { ConfiguratorPage } from '../screens/pages/configurator.ts'
import { OrderPage } from '../screens/pages/order.ts'
import { QuotePage } from '../screens/pages/quote.ts'
import { Shell } from '../screens/pages/shell.ts'
import { saleAtCounter, sendByKeys, threeLines, type Screens } from '../screens/roads.ts'
import { expect, missing, test } from './runtime.ts'

/** The window's screens, its network cut from before they ask for anything more. */
async function screens(application: ElectronApplication): Promise<Screens> {
  const page: Page = await application.firstWindow()
  await application.evaluate(({ session }) =>
    session.defaultSession.enableNetworkEmulation({ offline: true }),
  )
  const shell = new Shell(page, { url: new URL(page.url()).origin })
  await page.getByRole('option').first().waitFor()
  return {
    ...{ page, shell },
    catalogue: new CataloguePage(page),
    configurator: new ConfiguratorPage(page),
    quote: new QuotePage(page),
    order: new OrderPage(page),
  }
}

test.describe('journeys in the desktop window', () => {
  test.skip(missing !== null, missing ?? '')

  test('a quote is made and sent by the keyboard; the next start has it, and gives its document', async ({
    launch,
  }) => {
    const first = await launch()
    let number: string
    try {
      const made = await screens(first)
      await threeLines(made, () => made.page.keyboard.press('Control+Enter'))
      await sendByKeys(made)
      number = /D\d{4}-\S+/.exec(await made.page.locator('h1').innerText())![0]
      expect(made.shell.faults).toEqual([])
    } finally {
      await first.close()
    }
    const second = await launch()
    try {
      const { page, quote } = await screens(second)
      await page.getByRole('link', { name: 'Devis', exact: true }).click()
      await page.locator('main tbody tr').filter({ hasText: number }).click()
      await expect(quote.lines).toHaveCount(3)
      const document = await page.evaluate(async () => {
        const answer = await fetch('/api/quotes/1/document')
        return { status: answer.status, begins: (await answer.text()).slice(0, 5) }
      })
      expect(document).toEqual({ status: 200, begins: '%PDF-' })
    } finally {
      await second.close()
    }
  })

  test('an order at the counter takes three keys', async ({ launch }) => {
    const application = await launch()
    try {
      const made = await screens(application)
      await made.catalogue.search.fill('flyers a5')
      await expect(made.catalogue.active).toContainText('Flyers A5')
      expect(await saleAtCounter(made)).toBe(3)
      expect(made.shell.faults).toEqual([])
    } finally {
      await application.close()
    }
  })
})
