/** Configurations side by side: put there in the configurator, priced in their own quantities or in a common one, of several sources. */
import { seriousFaults, seriousFaultsInBothThemes, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { NORTH, sourceIds, SOUTH, test as sourced, type Entry } from './sources.ts'

const SIDE_BY_SIDE =
  '/comparer?c=produits/201%3Fquantites%3D2000%26jours%3D6&c=produits/201%3Fquantites%3D500&c=familles/1'

test('two configurations of the configurator side by side, with what differs marked', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const add = page.getByRole('button', { name: 'Ajouter à la comparaison' })
  await add.click()
  await expect(add).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: 'Comparer (1)' })).toBeVisible()
  const first = await configurator.chosenCell.innerText()
  await configurator.choose('Recto quadri')
  await expect(add).toHaveAttribute('aria-pressed', 'false')
  await expect(configurator.chosenCell).not.toHaveText(first, { useInnerText: true })
  const second = await configurator.agreedPrice()
  await add.click()
  await page.getByRole('link', { name: 'Comparer (2)' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Comparaison' })).toBeVisible()
  await expect(page).toHaveTitle(/^Comparaison/)
  const row = (name: string | RegExp) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row(/^Impression/)).toHaveClass(/differs/)
  await expect(row(/^Impression/).getByRole('cell')).toHaveText(['Recto-verso quadri', 'Recto quadri'])
  await expect(page.getByRole('rowheader', { name: /^Impression.*différent$/ })).toBeVisible()
  await expect(row(/^Papier/)).not.toHaveClass(/differs/)
  const prices = row(/^J\+6/).getByRole('button')
  await expect(prices.first()).toContainText(first.trim())
  await expect(prices.last()).toContainText(second)
  await expect(prices.last()).toContainText('le moins cher')
  await expect(prices.last()).toHaveAttribute('aria-pressed', 'true')

  // They are what the address says: in another window, too.
  await page.evaluate('localStorage.clear()')
  await page.reload()
  await expect(prices.last()).toContainText(second)
})

test('a quantity that is being typed is left alone by prices that come meanwhile', async ({
  page,
  shell,
}) => {
  await shell.open()
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/prices', async (route) => {
    await held
    await route.continue()
  })
  await shell.go(SIDE_BY_SIDE)
  const copies = page.getByRole('textbox', { name: 'Quantité commune' })
  await copies.fill('2600')
  answer()
  await expect(page.getByRole('row', { name: /^J\+6/ }).getByRole('button').first()).toContainText('31,80')
  await expect(copies).toHaveValue('2600')
})

test('at one quantity; each can be taken out, opened and put on the quote', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go(SIDE_BY_SIDE)
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveCount(4)
  const copies = page.getByRole('textbox', { name: 'Quantité commune' })
  const own = page.getByRole('row', { name: /^J\+6/ }).getByRole('button').first()
  await expect(own).toContainText('31,80')
  await copies.fill('2600')
  await copies.press('Enter')
  // Only some quantities are offered of the product.
  await expect(heads.filter({ hasText: /2\s500 ex\., au plus près/ })).toHaveCount(2)
  await expect(own).toContainText('34,90')
  await expect(page).toHaveURL(/quantite=2600/)

  await page
    .getByRole('button', { name: /^Retirer / })
    .last()
    .click()
  await expect(heads).toHaveCount(3)
  // The keyboard goes on to the column that is left.
  await expect(page.getByRole('button', { name: /^Retirer / }).last()).toBeFocused()
  await expect(page).not.toHaveURL(/familles/)

  await page.getByRole('row', { name: /^J\+8/ }).getByRole('button').first().click()
  await page
    .getByRole('button', { name: /au devis · 2\s500 ex\., en J\+8$/ })
    .first()
    .click()
  await expect(shell.toast(/Ajouté au brouillon/)).toBeVisible()
  await page
    .getByRole('link', { name: /^Ouvrir / })
    .first()
    .click()
  await expect(configurator.summary).toContainText(/2\s500 ex\. en J\+8/)
  await expect(page.getByRole('link', { name: 'Comparer (2)' })).toBeVisible()
})

test('each keeps the quantity that it was configured for, and that is what the quote gets', async ({
  page,
  shell,
  quote,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await shell.open()
  await shell.go(
    '/comparer?c=produits/201%3Fquantites%3D2000&c=produits/202%3Fquantites%3D250%2C500&c=familles/1%3Fquantites%3D15',
  )
  const heads = page.getByRole('columnheader')
  const copies = page.getByRole('textbox', { name: 'Quantité commune' })
  const takes = page.getByRole('button', { name: / au devis · / })
  const told = [/^Au devis · 2\s000 ex\.$/, /^Au devis · 2 visuels, 750 ex\.$/, /^Au devis · 15 ex\.$/]
  await expect(takes).toHaveText(told)
  await expect(copies).toHaveValue('')
  // As much as a button says, it stays in its column, however narrow that is.
  await page.setViewportSize({ width: 820, height: 720 })
  const beyond = await takes.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().right - one.parentElement!.getBoundingClientRect().right),
  )
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0.5)
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const [i, text] of [/^2\s000 ex\.$/, /^2 visuels, 750 ex\.$/, /^15 ex\.$/].entries())
    await expect(heads.nth(i + 1).getByText(text)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('row', { name: /^J\+/ }).first()).toBeVisible()
  // Neither of the same product nor of the same quantity.
  await expect(page.getByText('le moins cher')).toHaveCount(0)

  // A common quantity is for as long as it is asked for.
  await copies.fill('1000')
  await copies.press('Enter')
  await expect(takes.first()).toHaveText(/1\s000 ex\.$/)
  await expect(takes.last()).not.toHaveText(told[2]!)
  // Leaving the field takes it as well as Enter.
  await copies.fill('')
  await copies.blur()
  await expect(takes).toHaveText(told)
  await expect(page).not.toHaveURL(/quantite=/)

  await takes.last().click()
  await expect(shell.toast(/Ajouté au brouillon/)).toBeVisible()
  await takes.nth(1).click()
  await shell.go('/devis/courant')
  await expect(quote.lines).toHaveCount(2)
  await expect(quote.lines.first()).toContainText(/\D15 ex\.\s+J\+/)
  await expect(quote.lines.last()).toContainText('250')
  await expect(quote.lines.last()).toContainText('500')
})

test('nothing to compare, a full comparison, a column that fails and is asked again', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/comparer')
  await expect(page.getByRole('heading', { name: 'Rien à comparer' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.route('**/api/prices', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Erreur interne.', errors: [] } }),
  )
  await shell.go(
    `/comparer?${[1000, 2000, 3000, 4000, 5000].map((q) => `c=produits/201%3Fquantites%3D${q}`).join('&')}`,
  )
  await expect(page.getByRole('columnheader')).toHaveCount(5)
  await expect(page.getByRole('alert').first()).toContainText('Erreur interne.')
  await page.unroute('**/api/prices')
  await page.getByRole('button', { name: 'Réessayer' }).first().click()
  await expect(page.getByRole('row', { name: /^J\+6/ }).getByRole('button')).toHaveCount(4)

  await configurator.open(shell, '/produits/202')
  // Why one more cannot be added is said beside the button, to the keyboard as well, and again to who asks for one.
  const add = page.getByRole('button', { name: 'Ajouter à la comparaison' })
  const full = 'La comparaison est pleine : quatre configurations au plus.'
  await expect(page.getByRole('link', { name: 'Comparer (4)' })).toBeVisible()
  await expect(page.getByText(full)).toBeVisible()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription(full)
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: full })).toHaveCount(1)
  await expect(add).toHaveAttribute('aria-pressed', 'false')
})

test('what an address asks for and cannot be had is said', async ({ page, shell }) => {
  await shell.open()
  const link = ['produits/201?quantites=beaucoup', 'devis/1', ...[1, 2, 3, 4].map((id) => `familles/${id}`)]
  await shell.go(`/comparer?${link.map((one) => `c=${encodeURIComponent(one)}`).join('&')}`)
  await expect(page.getByRole('columnheader').nth(1)).toContainText('Quantité « beaucoup »')
  const told = page.getByRole('status').filter({ hasText: '« devis/1 » ne désigne aucune configuration' })
  await expect(told).toContainText('1 configuration de plus n’est pas montrée')
  await page
    .getByRole('button', { name: /^Retirer/ })
    .first()
    .click()
  await expect(told).toHaveCount(0)
})

test('what is no longer offered is said, and never replaced unsaid', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/comparer?c=produits/201%3Fchoix%3D999999&c=produits/999999')
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /^J\+/ })).toHaveCount(0)
  for (const take of await page.getByRole('button', { name: 'Au devis' }).all())
    await expect(take).toBeDisabled()
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  test('large enough, and legible', async ({ page, shell }) => {
    await shell.open()
    await shell.go(SIDE_BY_SIDE)
    await page.getByRole('row', { name: /^J\+6/ }).getByRole('button').first().waitFor()
    expect(await smallTargets(page)).toEqual([])
    expect(await seriousFaultsInBothThemes(page)).toEqual([])
  })
})

sourced(
  'the same from another source: options are carried over by name, and what is not is said',
  async ({ page, shell, service, north, south }) => {
    void [north, south]
    const [, first] = await sourceIds(service)
    const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
    const entry = entries.find(({ area, source }) => area === 'print' && source === first)!
    await shell.open()
    await shell.go(`/comparer?c=produits/${entry.id}`)
    await expect(page.getByRole('columnheader').nth(1)).toContainText(NORTH)
    await page.getByRole('button', { name: /la même configuration chez une autre source$/ }).click()
    const dialog = page.getByRole('dialog')
    expect(await seriousFaults(page)).toEqual([])
    // The likest of each source is offered, and any other is found by its name.
    const offered = dialog.getByRole('listitem')
    await expect(offered.filter({ hasText: SOUTH })).not.toHaveCount(0)
    await expect(offered.filter({ hasText: NORTH })).toHaveCount(0)
    await dialog.getByRole('searchbox', { name: 'Chercher chez les autres sources' }).fill('cartes de visite')
    await expect(offered.first()).toContainText('Cartes de visite')
    await dialog.getByRole('searchbox').fill('zzzz')
    await expect(dialog.getByRole('status')).toHaveText('Aucun produit d’une autre source pour « zzzz ».')
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('searchbox').fill('')
    await dialog.getByRole('button').filter({ hasText: SOUTH }).first().click()
    await expect(page.getByRole('columnheader')).toHaveCount(3)
    await expect(page.getByRole('columnheader').nth(2)).toContainText(SOUTH)
    await expect(page.getByRole('columnheader').nth(2).locator('.note')).toHaveText(
      /^(Tout a été repris\.|(Quantité non reprise\s: .+ au plus près(?:, puis [^.]+)?\.\s?)?(Non repris, comme le produit commence\s: .+)?)$/,
    )
    await expect(page.getByRole('row', { name: /^J\+/ }).first()).toBeVisible()

    // With as many columns as there may be that is no way, and why is said to the keyboard, too.
    const four = entries.filter(({ area }) => area === 'print').slice(0, 4)
    await shell.go(`/comparer?${four.map(({ id }) => `c=produits/${id}`).join('&')}`)
    await expect(page.getByRole('columnheader')).toHaveCount(5)
    await page
      .getByRole('button', { name: /chez une autre source$/ })
      .first()
      .press('Enter')
    await expect(page.getByText('La comparaison est pleine').first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  },
)

sourced(
  'columns of one name say whose they are wherever they are named',
  async ({ page, shell, service, north, south }) => {
    void [north, south]
    const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
    const ofOne = [1, 2].map((id) => entries.find(({ area, source }) => area === 'print' && source === id)!)
    const texts = ofOne.map(({ id }) => `c=produits/${id}`)
    await page.route(`**/api/products/${ofOne[1]!.id}`, async (route) => {
      const response = await route.fetch()
      const detail = (await response.json()) as { product: object }
      await route.fulfill({ json: { ...detail, product: { ...detail.product, nom: ofOne[0]!.name } } })
    })
    await shell.open()
    await shell.go(`/comparer?${texts.join('&')}`)
    const { name } = ofOne[0]!
    await expect(page.getByRole('button', { name: `Retirer ${name} (Nos tarifs)` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Retirer ${name} (${NORTH})` })).toBeVisible()
    await expect(page.getByRole('link', { name: `Ouvrir ${name} (${NORTH})` })).toBeVisible()
    await expect(page.locator('.whose')).toContainText(`${name} (${NORTH})`)
  },
)
