/** The keyboard stays on the screen: what is done with a press leaves it where one can go on. */
import { expect, test } from './fixtures.ts'

test('what adds to the quote keeps the keyboard, and letters are shortcuts from there', async ({
  page,
  shell,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/203')
  const quantity = page.getByRole('combobox', { name: 'Quantité du visuel 1' })
  await quantity.focus()
  await page.keyboard.press('Control+Enter')
  const added = page.locator('.toast').filter({ hasText: 'Ajouté au brouillon' })
  await expect(added).toBeVisible()
  await expect(configurator.add).toBeFocused()

  // Pressed itself it stays, too, and held or pressed twice it adds one line.
  await added.getByRole('button', { name: 'Fermer' }).click()
  await configurator.leadTimes.first().check()
  await configurator.agreedPrice()
  await configurator.add.press('Enter')
  await page.keyboard.press('Enter')
  await expect(added).toBeVisible()
  await expect(configurator.add).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(quote.lines).toHaveCount(2)

  // What is in the way is where a press leads to.
  await page.goBack()
  await quantity.fill('0')
  await page.keyboard.press('Control+Enter')
  await expect(quantity).toBeFocused()
  await configurator.add.focus()
  await page.keyboard.press('Enter')
  await expect(quantity).toBeFocused()
})

test('a double click adds one line', async ({ shell, configurator, quote }) => {
  await configurator.open(shell, '/produits/203')
  await configurator.add.dblclick()
  await expect(shell.toast('Ajouté au brouillon')).toBeVisible()
  await shell.quoteChip.click()
  await expect(quote.lines).toHaveCount(1)
})

test('rows of the settings that are added and taken out, and the last token that is revoked, keep the keyboard', async ({
  page,
  shell,
  service,
}) => {
  const account = { name: 'Agence', canOrder: true, discount: '0', products: null, families: null }
  const { id } = await service.call<{ id: number }>('POST', '/customers', account)
  await service.call('POST', `/customers/${id}/tokens`)
  await shell.open()
  await shell.go('/reglages')
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).last().focus()
    await page.keyboard.press('Enter')
  }
  const every = page.locator('[data-row]')
  await expect(page.getByRole('button', { name: 'Ajouter une fermeture' })).toBeVisible()
  for (const add of ['Ajouter une exception', 'Ajouter un taux', 'Ajouter une fermeture']) {
    const before = await every.count()
    await press(add)
    await expect(every).toHaveCount(before + 1)
    await expect(page.locator('[data-row] input:focus')).toHaveCount(1)
    await page.locator('[data-row]:has(:focus) button').last().focus()
    await page.keyboard.press('Enter')
    await expect(every).toHaveCount(before)
    await expect(page.locator('button:focus')).toHaveCount(1)
  }
  await shell.go('/reglages/clients')
  await press('Révoquer')
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Révoquer' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /Jetons/ })).toBeFocused()
})
