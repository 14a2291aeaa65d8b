import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'

test('with the mouse: find, configure, compare, choose a cell, quote, order', async ({
  page,
  shell,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await shell.open()
  await catalogue.search.fill('flyers a5')
  // The list follows what is typed a moment later.
  await expect(catalogue.active).toContainText('Flyers A5')
  await catalogue.rows.filter({ hasText: 'Flyers A5' }).first().click()
  await expect(configurator.title).toContainText('Flyers A5')

  const before = await configurator.chosenLeadTime.innerText()
  await configurator.choose('Recto quadri')
  await expect(configurator.chosenLeadTime).not.toHaveText(before)

  const row = await configurator.rowName(1).innerText()
  await configurator.cell(1, 0).click()
  await expect(configurator.chosenCell).toHaveCount(1)
  await expect(configurator.summary).toContainText(row)
  const price = await configurator.agreedPrice()

  await configurator.add.click()
  await expect(shell.toast('Ajouté au brouillon 1')).toBeVisible()
  await expect(shell.quoteChip).toContainText(price)
  await shell.quoteChip.click()
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.lines.first()).toContainText(price)
  await expect(quote.lines.first()).toContainText('Recto quadri')

  // What is missing is said where it is missing, and the first place takes the focus.
  await quote.order.click()
  await expect(quote.field('societe')).toBeFocused()
  await expect(quote.field('ville')).toHaveAttribute('aria-invalid', 'true')
  await quote.fill({ ...ADDRESS, reference: 'CMD-118' })
  await quote.order.click()
  const total = (await quote.total.innerText()).trim()
  await expect(quote.dialog).toContainText(total)
  await expect(quote.dialog).toContainText('13001 Marseille')
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()

  await expect(order.title).toContainText('Commande C000001')
  await expect(order.title).toContainText('CMD-118')
  await expect(order.lines.first()).toContainText('Recto quadri')
  await expect(order.total).toHaveText(total)
  await expect(order.address).toContainText('Imprimerie du Port')

  await page.getByRole('link', { name: 'Commandes', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'C000001' })).toBeVisible()
})

test('with the keyboard alone', async ({ page, shell, catalogue, configurator, quote, order }) => {
  await shell.open()
  await expect(catalogue.search).toBeFocused()
  await page.keyboard.type('depliants a4')
  await expect(catalogue.active).toContainText(/Dépliants.*A4/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(configurator.title).toContainText('Dépliants')

  // One tab stop for the lead times; arrows choose.
  await configurator.chosenLeadTime.focus()
  await page.keyboard.press('Home')
  await expect(configurator.leadTimes.first()).toBeFocused()
  await expect(configurator.leadTimes.first()).toBeChecked()

  // One for the matrix; arrows move, Enter chooses quantity and lead time together.
  await configurator.chosenCell.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(configurator.leadTimes.nth(1)).toBeChecked()
  await expect(configurator.chosenCell).toBeFocused()
  await configurator.agreedPrice()

  // Held, it adds one line.
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await expect(shell.toast('Ajouté au brouillon')).toBeVisible()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(quote.lines).toHaveCount(1)

  for (const [name, value] of Object.entries(ADDRESS)) {
    await quote.field(name).focus()
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Control+s')
  await expect(quote.saved).toBeVisible()
  await quote.order.focus()
  await page.keyboard.press('Enter')
  await expect(quote.dialog).toBeVisible()
  // The key that opened it orders nothing: what is ordered is read first.
  await page.keyboard.press('Enter')
  await expect(quote.dialog.getByRole('button', { name: 'Commander' })).toBeFocused()
  await page.waitForFunction(
    (opened) => performance.now() - opened > 600,
    await page.evaluate(() => performance.now()),
  )
  await page.keyboard.press('Enter')
  await expect(order.title).toContainText('Commande C000001')
})

test('a display product: no printing, a check of the files, its own order', async ({
  shell,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await shell.open()
  await catalogue.search.fill('roll-up enrouleur')
  // The list follows what is typed a moment later.
  await expect(catalogue.active).toContainText('Roll-up enrouleur')
  await catalogue.active.click()
  await expect(configurator.title).toContainText('Roll-up')
  const before = await configurator.chosenLeadTime.innerText()
  await configurator.options
    .getByRole('group', { name: 'Impression' })
    .locator('label', { hasText: 'Sans impression' })
    .click()
  await expect(configurator.chosenLeadTime).not.toHaveText(before)
  await configurator.field('Vérification des fichiers').check()
  await configurator.field('Quantité').fill('3')
  await expect(configurator.summary).toContainText('3 ex.')
  await configurator.add.click()
  await shell.quoteChip.click()
  await quote.fill(ADDRESS)
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(order.title).toContainText('Commande C000001')
})
