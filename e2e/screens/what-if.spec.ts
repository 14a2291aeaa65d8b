/** What is nearly the same and costs less, under the chosen price. */
import { seriousFaults, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'

const price = (days: number, priceCents: number | null, more: object = {}) => ({
  label: `J+${days}`,
  days,
  delai: null,
  status: priceCents === null ? 'unavailable' : 'firm',
  priceCents,
  low: null,
  high: null,
  observedAt: null,
  message: '',
  ...more,
})

test('the next quantity and the next cheaper lead time, each taken by one click or one key', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const ideas = page.getByRole('group', { name: 'Et si' })
  const more = ideas.getByRole('button', { name: /ex\. pour .*l’un au lieu de/ })
  const later = ideas.getByRole('button', { name: /de moins$/ })
  // What is promised is what it costs, by the cells of the grid.
  const cents = (text: string) => Number(text.replaceAll(/[^\d]/g, ''))
  const before = cents(await configurator.chosenCell.innerText())
  const promised = cents(/pour ([\d\s]+,\d\d)/.exec(await more.innerText())![1]!)
  await more.click()
  await expect.poll(async () => cents(await configurator.chosenCell.innerText())).toBe(before + promised)
  await expect(ideas.getByRole('status')).toHaveText(/^Pris\s: 2\s500 ex\. en J\+6, 34,90.€ HT\.$/)

  await later.focus()
  await page.keyboard.press('Enter')
  await expect(configurator.chosenLeadTime).toContainText('J+8')
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
  // The keyboard stays here, so that the next idea is one key away.
  await expect(page.locator('.ideas:focus-within')).toBeVisible()
})

test('an estimate is said about, an observed price so, and nothing where the prices are not known', async ({
  page,
  shell,
  configurator,
}) => {
  let chosen = price(5, 10_000)
  let later = price(9, 8_850, { status: 'estimated', low: 8_000, high: 9_700 })
  await page.route('**/api/prices', (route) => route.fulfill({ json: { leadTimes: [chosen, later] } }))
  await page.route('**/api/price-matrix', (route) => {
    const { quantities } = route.request().postDataJSON() as { quantities: number[][] }
    const rows = quantities.map((row) => ({
      quantities: row,
      leadTimes: [chosen, later],
      message: '',
      pending: false,
    }))
    return route.fulfill({ json: { rows } })
  })
  await shell.open()
  await shell.go('/produits/201')
  const ideas = page.getByRole('group', { name: 'Et si' }).getByRole('button')
  // The same price whatever the quantity, here: as many as the grid shows.
  await expect(ideas).toHaveCount(2)
  await expect(ideas.first()).toHaveText(/^\+ 2\s000 ex\. au même prix$/)
  await expect(ideas.last()).toHaveText(/^J\+9, .*\s: ≈ 12.€ de moinsEstimation$/)

  const observed = { status: 'observed', observedAt: '2026-11-03T10:00:00Z' }
  chosen = price(5, 10_000, observed)
  later = price(9, 9_000, observed)
  await configurator.choose('Recto quadri')
  await expect(ideas.last()).toHaveText(/10,00.€ de moinsPrix observé$/)

  // So wide an interval that it may not be cheaper at all.
  later = price(9, 9_000, { status: 'estimated', low: 7_000, high: 11_000 })
  await configurator.choose('Recto-verso quadri')
  await expect(ideas).toHaveCount(1)

  chosen = price(5, null)
  later = price(9, null)
  await configurator.choose('Recto quadri')
  await expect(ideas).toHaveCount(0)
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  test('they are large enough, in the dark too', async ({ page, shell, configurator }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await configurator.open(shell, '/produits/201')
    const ideas = page.getByRole('group', { name: 'Et si' })
    await ideas.getByRole('button').first().scrollIntoViewIfNeeded()
    expect(await smallTargets(page)).toEqual([])
    expect(await seriousFaults(page)).toEqual([])
    await ideas.getByRole('button').first().tap()
    await expect(configurator.summary).toContainText(/2\s500 ex\./)
  })
})
