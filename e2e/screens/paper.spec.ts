/** A screen that is printed: nothing that is pressed, each column under its head, what is chosen told without a ground. */
import { expect, test } from './fixtures.ts'
import { FLYERS } from './pages/quote.ts'

test('the lines of a quote stand under their heads, without what is pressed', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const option = { ...FLYERS, role: 'option' }
  await quote.openSaved(shell, service, { lines: [FLYERS, option] })
  await expect(quote.lines).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  const heads = page.locator('main table thead th:visible')
  await expect(heads).toHaveText(['Ligne', 'Quantité', 'Délai', 'HT'])
  await expect(quote.lines.first().locator('td:visible')).toHaveCount(4)
  const left = (box: { x: number } | null) => Math.round(box!.x)
  for (const [at, name] of ['Ligne', 'Quantité', 'Délai', 'HT'].entries())
    expect(left(await heads.nth(at).boundingBox()), name).toBe(
      left(await quote.lines.first().locator('td:visible').nth(at).boundingBox()),
    )
  await expect(page.locator('main button:visible')).toHaveCount(0)
})

test('a product has its grid once, and the chosen cell is read', async ({ page, shell, configurator }) => {
  await configurator.open(shell, '/produits/201')
  const chosen = page.locator('td[aria-selected="true"]')
  await expect(chosen).toContainText('€')
  await page.emulateMedia({ media: 'print' })
  const beside = `document.querySelector('td[aria-selected="false"]')`
  const colour = await page.evaluate<string>(`getComputedStyle(${beside}).color`)
  await expect(chosen).toHaveCSS('color', colour)
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  await expect(page.locator('form.bar')).toHaveCSS('position', 'static')
  await expect(page.locator('.segments:visible')).toHaveCount(0)
})
