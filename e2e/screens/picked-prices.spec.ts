/** Several prices of one configuration for the customer to choose from: picked in the grid, on the quote at once. */
import { seriousFaultsInBothThemes, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'

interface Line {
  role: string
  alternativeTo: number | null
  leadTimeLabel: string
  line: { quantites_multiples: number[] }
}

test('picked with Ctrl by mouse and keys, they are a line and its alternatives', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const grid = page.getByRole('grid')
  const picked = grid.locator('[aria-selected="true"]')
  const adding = page.getByRole('button', { name: /^Ajouter \d au choix$/ })
  await configurator.chosenCell.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Space')
  await expect(picked).toHaveCount(2)
  await expect(page.getByText('2 prix au choix du client')).toBeVisible()
  await configurator.cell(3, 1).click({ modifiers: ['Control'] })
  await expect(picked).toHaveCount(3)
  // Once one picks, a click is enough, also to leave one out; what has no price is none to choose.
  await configurator.cell(0, 0).click()
  await expect(picked).toHaveCount(4)
  await configurator.cell(0, 0).click()
  await expect(picked).toHaveCount(3)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(adding).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+Enter')
  await expect(shell.toast('3 prix au choix ajoutés au brouillon 1')).toBeVisible()
  await expect(adding).toHaveCount(0)
  await expect(configurator.chosenCell).toHaveCount(1)
  const { lines } = await service.call<{ lines: Line[] }>('GET', '/quotes/1')
  expect(lines.map(({ role, alternativeTo }) => [role, alternativeTo])).toEqual([
    ['included', null],
    ['alternative', 0],
    ['alternative', 0],
  ])
  const offered = lines.map(
    ({ line, leadTimeLabel }) => `${line.quantites_multiples.join()} ${leadTimeLabel}`,
  )
  expect(new Set(offered).size).toBe(3)
})

test('one price alone is added as it is; Escape ends it', async ({ page, shell, service, configurator }) => {
  await configurator.open(shell, '/produits/201')
  const several = page.getByRole('button', { name: 'Plusieurs au choix' })
  await several.click()
  await expect(several).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('grid').locator('[aria-selected="true"]')).toHaveCount(1)
  await configurator.chosenCell.press('Escape')
  await expect(several).toHaveAttribute('aria-pressed', 'false')
  await several.click()
  // With none there is nothing to add; another one alone is what is added.
  await configurator.chosenCell.click()
  await expect(page.getByText('Choisissez dans la grille')).toBeVisible()
  await expect(configurator.add).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await configurator.cell(3, 1).click()
  await configurator.add.click()
  await expect(shell.toast(/Ajouté/)).toBeVisible()
  await expect(several).toHaveAttribute('aria-pressed', 'false')
  const { lines } = await service.call<{ lines: Line[] }>('GET', '/quotes/1')
  expect(lines).toMatchObject([{ role: 'included' }])
  const row = await page.getByRole('grid').getByRole('row').nth(4).getByRole('rowheader').textContent()
  expect(lines[0]!.line.quantites_multiples.join()).toBe(row!.replaceAll(/\D/g, ''))
})

test('a quantity that is typed among choices is none until it is said; nothing else is added in its place', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/203')
  const quantity = configurator.options.getByRole('combobox', { name: /^Quantité/ })
  const first = (await quantity.inputValue()).replaceAll(/\D/g, '')
  await page.getByRole('button', { name: 'Plusieurs au choix' }).click()
  await expect(page.getByRole('button', { name: /^Vente comptoir/ })).toHaveCount(0)
  await quantity.fill('5000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Pas parmi les choix\s: 5\s000 ex\./)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const pick = page.getByRole('button', { name: 'L’ajouter aux choix' })
  await expect(pick).toBeFocused()
  expect(await service.call('GET', '/quotes')).toEqual([])
  await page.screenshot({ path: test.info().outputPath('unpicked.png') })
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await pick.press('Enter')
  await page.getByRole('button', { name: 'Ajouter 2 au choix' }).click()
  await expect(shell.toast('2 prix au choix ajoutés')).toBeVisible()
  const { lines } = await service.call<{ lines: Line[] }>('GET', '/quotes/1')
  expect(lines.map(({ line }) => line.quantites_multiples.join()).sort()).toEqual([first, '5000'].sort())
})

test('quantities far apart are picked one after the other, and added once where the answer is late', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const picked = page.getByRole('grid').locator('[aria-selected="true"]')
  await page.getByRole('button', { name: 'Plusieurs au choix' }).click()
  const quantity = configurator.options.getByRole('combobox', { name: /^Quantité/ })
  const first = (await quantity.inputValue()).replaceAll(/\D/g, '')
  await quantity.fill('5000')
  await page.getByRole('option').first().click()
  const row = page.getByRole('grid').getByRole('row', { name: /^5\s000/ })
  await expect(row).toBeVisible()
  await expect(picked).toHaveCount(1)
  await row.getByRole('gridcell').last().click()
  await expect(picked).toHaveCount(2)
  await page.route('**/api/quotes', (route) => route.abort())
  await page.getByRole('button', { name: 'Ajouter 2 au choix' }).click()
  await expect(
    shell.toast(/^2 prix au choix sont sur le devis en cours, pas encore enregistrés/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ajouter 2 au choix' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Plusieurs au choix' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.unroute('**/api/quotes')
  await expect(shell.quoteChip).toContainText('2 lignes')
  const stored = async () => {
    const nothing = { lines: [] as Line[] }
    const { lines } = await service.call<{ lines: Line[] }>('GET', '/quotes/1').catch(() => nothing)
    return lines.map(({ role, line }) => `${role} ${line.quantites_multiples.join()}`)
  }
  await expect.poll(stored).toEqual([`included ${first}`, 'alternative 5000'])
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  test('a tap each, as large as a finger', async ({ page, shell, configurator }) => {
    await configurator.open(shell, '/produits/201')
    await page.getByRole('button', { name: 'Plusieurs au choix' }).tap()
    await configurator.cell(0, 0).tap()
    await configurator.cell(3, 1).tap()
    await expect(page.getByText('3 prix au choix du client')).toBeInViewport()
    expect(await smallTargets(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})
