/** Prices by quantity: the curve in the grid’s place, read by pointing, by keys and as a table. */
import { seriousFaults, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 720 } })

test('one click from the grid, wholly in sight, and remembered', async ({ page, shell, configurator }) => {
  await configurator.open(shell, '/produits/201')
  await expect(page.locator('.plot')).toHaveCount(0)
  await configurator.view('Courbe')
  const plot = page.getByRole('slider', { name: /Prix hors taxes selon la quantité/ })
  await expect(plot.locator('canvas')).toBeVisible()
  // With what is read of it, above the bar that stays.
  const bar = (await page.locator('form.bar').boundingBox())!
  const read = (await page.locator('.read').boundingBox())!
  expect(read.y + read.height).toBeLessThanOrEqual(bar.y)
  await expect(configurator.matrix).toHaveCount(0)
  await page.reload()
  await expect(plot.locator('canvas')).toBeVisible()
  await configurator.view('Grille')
  await expect(configurator.chosenCell).toBeVisible()
})

test('by keys it says each quantity and its prices, and Enter takes it', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const prices = await configurator.chosenLeadTime.innerText()
  await configurator.view('Courbe')
  const plot = page.getByRole('slider', { name: /Prix hors taxes selon la quantité/ })
  await plot.locator('canvas').waitFor()
  await plot.focus()
  await expect(plot).toHaveAttribute('aria-valuetext', /^2\s000 ex\., J\+2 45,16.€, .*J\+6 31,80.€/)
  await page.keyboard.press('End')
  await expect(plot).toHaveAttribute('aria-valuetext', /^50\s000 ex\., .*J\+2 Pas de prix à ce délai/)
  await page.keyboard.press('Home')
  await expect(plot).toHaveAttribute('aria-valuetext', /^100 ex\./)
  await page.keyboard.press('ArrowRight')
  const spoken = (await plot.getAttribute('aria-valuetext'))!
  const [copies] = /^[\d\s]+/.exec(spoken)!
  await expect(page.locator('.read .copies')).toContainText(copies.trim())
  await page.keyboard.press('Enter')
  await expect(configurator.summary).toContainText(`${copies.trim()} ex. en J+6`)
  await expect(configurator.chosenLeadTime).not.toHaveText(prices, { useInnerText: true })
  await expect(plot).toBeFocused()
})

test('by pointing, and as a table with the same figures', async ({ page, shell, configurator }) => {
  await configurator.open(shell, '/produits/201')
  await configurator.view('Courbe')
  const plot = page.locator('.plot')
  await plot.locator('canvas').waitFor()
  const { x, y, width, height } = (await plot.locator('.u-over').boundingBox())!
  await page.mouse.move(x + width - 2, y + height / 2)
  await expect(page.locator('.read .copies')).toHaveText(/50\s000 ex\./)
  await page.mouse.move(x + width - 2, y - 200)
  await expect(page.locator('.read .copies')).toHaveText(/^2\s000 ex\./)

  await page.getByText('Tous les chiffres de la courbe').click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^2\s000$/ }) })
  await expect(row.getByRole('cell').nth(3)).toHaveText(/31,80.€/)
  expect(await seriousFaults(page)).toEqual([])
})

test('what is no firm price is marked beside its colour', async ({ page, shell, configurator }) => {
  const price = (days: number, status: string, more: object = {}) => ({
    ...{ label: `J+${days}`, days, delai: null, status, priceCents: 12_850 },
    ...{ low: null, high: null, observedAt: null, message: '', ...more },
  })
  const leadTimes = [
    price(5, 'firm'),
    price(7, 'estimated', { low: 12_700, high: 13_010 }),
    price(9, 'observed', { observedAt: '2026-11-03T10:00:00Z' }),
  ]
  await page.route('**/api/prices', (route) => route.fulfill({ json: { leadTimes } }))
  await page.route('**/api/price-matrix', (route) => {
    const { quantities } = route.request().postDataJSON() as { quantities: number[][] }
    const rows = quantities.map((row) => ({ quantities: row, leadTimes, message: '', pending: false }))
    return route.fulfill({ json: { rows } })
  })
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenLeadTime.waitFor()
  await configurator.view('Courbe')
  await expect(page.locator('.marks')).toHaveText(/prix observé auparavant\s*estimation et son intervalle/)
  await expect(page.getByRole('slider', { name: /Prix hors taxes/ })).toHaveAttribute(
    'aria-valuetext',
    /J\+5 128,50.€, J\+7 ≈ 129.€ Estimation, entre 127.€ et 131.€, J\+9 128,50.€ Prix observé le 3 nov\. 2026/,
  )
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })

  test('nothing is smaller than a finger, and the chosen price stays in view', async ({
    page,
    shell,
    configurator,
  }) => {
    await configurator.open(shell, '/produits/201')
    await configurator.view('Courbe')
    await page.locator('.plot canvas').waitFor()
    await page.getByText('Tous les chiffres de la courbe').scrollIntoViewIfNeeded()
    expect(await smallTargets(page)).toEqual([])
    expect(await seriousFaults(page)).toEqual([])
    await expect(configurator.summary).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a tall screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } })

  test('the grid and the curve are both in sight', async ({ page, shell, configurator }) => {
    await configurator.open(shell, '/produits/201')
    await expect(page.locator('.plot canvas')).toBeInViewport({ ratio: 1 })
    await expect(configurator.chosenCell).toBeInViewport()
    await expect(page.getByRole('radio', { name: 'Courbe', exact: true })).toHaveCount(0)
  })
})
