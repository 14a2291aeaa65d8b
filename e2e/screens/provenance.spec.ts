/** Each cell of the grid tells how it is known, without its colour: firm, observed, estimated or unavailable. */
import type { Page } from '@playwright/test'
import { seriousFaults, seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'

const price = (days: number, status: string, priceCents: number | null, more: object = {}) => ({
  ...{ label: `J+${days}`, days, delai: null, status, priceCents },
  ...{ low: null, high: null, observedAt: null, message: '', ...more },
})
const LEAD_TIMES = [
  price(2, 'firm', 12_850),
  price(3, 'observed', 12_000, { observedAt: '2026-11-03T10:00:00Z' }),
  price(6, 'estimated', 11_500, { low: 10_900, high: 12_100 }),
  price(9, 'unavailable', null, { message: 'À ce délai, 500 exemplaires au plus.' }),
]

async function answered(page: Page, leadTimes = LEAD_TIMES): Promise<void> {
  await page.route('**/api/prices', (route) => route.fulfill({ json: { leadTimes } }))
  await page.route('**/api/price-matrix', (route) => {
    const { quantities } = route.request().postDataJSON() as { quantities: number[][] }
    const rows = quantities.map((row) => ({
      ...{ quantities: row, leadTimes, message: '', pending: false },
    }))
    return route.fulfill({ json: { rows } })
  })
}

test('a mark or words beside every colour, and the contrast to read them', async ({
  page,
  shell,
  configurator,
}) => {
  await answered(page)
  await shell.open()
  await shell.go('/produits/201')
  const cell = (column: number) => configurator.cell(0, column)
  await expect(cell(0)).toHaveText(/^\s*128,50.€\s*$/)
  await expect(cell(1)).toHaveText(/120,00.€, Prix observé le 3 nov\. 2026, /)
  await expect(cell(1).locator('svg')).toBeVisible()
  await expect(cell(2)).toHaveText(/≈ 115.€, Estimation, entre 109.€ et 121.€/)
  await expect(cell(2).locator('.figure')).toHaveCSS('text-decoration-style', 'dashed')
  await expect(cell(3)).toHaveText(/—, À ce délai, 500 exemplaires au plus\./)
  await expect(cell(3)).toHaveCSS('background-image', /repeating-linear-gradient/)
  for (const mark of ['prix observé auparavant', '≈ estimation'])
    await expect(page.getByText(mark, { exact: true })).toBeVisible()
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
})

test('an estimate outside of what was seen says so in the grid, beside its price and in a comparison', async ({
  page,
  shell,
  configurator,
}) => {
  const outside = price(6, 'estimated', 11_500, { low: 10_900, high: 12_100, outside: true })
  await answered(page, [LEAD_TIMES[0]!, outside])
  await shell.open()
  await shell.go('/produits/201')
  const cell = configurator.cell(0, 1)
  await expect(cell).toHaveText(/≈ 115.€, Estimation, entre 109.€ et 121.€, hors de ce qui a été vu/)
  await expect(cell.locator('svg')).toBeVisible()
  await expect(page.locator('.legend')).toContainText('hors de ce qui a été vu')
  const column = page.getByRole('radio', { name: /^J\+6/ })
  await expect(column.getByText('hors de ce qui a été vu', { exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await shell.go('/comparer?c=produits/201')
  const compared = page.getByRole('row', { name: /^J\+6/ }).getByRole('button')
  await expect(compared.getByText('hors de ce qui a été vu', { exact: true })).toBeVisible()
})

test('why a cell has no price is said beside it, by pointing and by the keys', async ({
  page,
  shell,
  configurator,
}) => {
  await answered(page)
  await shell.open()
  await shell.go('/produits/201')
  const hint = page.locator('.hint')
  await configurator.cell(2, 3).hover()
  await expect(hint).toHaveText('À ce délai, 500 exemplaires au plus.')
  await expect(hint).toBeInViewport({ ratio: 1 })
  await page.mouse.move(0, 0)
  await expect(hint).toHaveCount(0)

  await configurator.chosenCell.focus()
  await expect(hint).toHaveText(/^Estimation, entre 109.€ et 121.€$/)
  await page.keyboard.press('End')
  await expect(hint).toHaveText('À ce délai, 500 exemplaires au plus.')
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('Home')
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(hint).toHaveText(/^Prix observé le 3 nov\. 2026/)
})
