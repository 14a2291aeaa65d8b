/** What another counter does with quotes is seen here, as it is done, and takes nothing from who is writing. */
import { expect, test } from './fixtures.ts'
import { savedQuote, savesHeld } from './pages/quote.ts'
import type { DeskService } from './service.ts'

async function change(service: DeskService, id: number, fields: object): Promise<void> {
  const present = await service.call<object>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...present, ...fields })
}

test('the list of quotes shows what another counter makes, changes and deletes', async ({
  page,
  shell,
  service,
}) => {
  const id = await savedQuote(service, { reference: 'Premier' })
  await shell.open()
  await shell.go('/devis')
  const rows = page.locator('main tbody tr')
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: 'Brouillon 1' }).focus()
  await savedQuote(service, { reference: 'Second' })
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Brouillon 1' })).toBeFocused()
  await change(service, id, { reference: 'Premier, changé' })
  await expect(rows.first()).toContainText('Premier, changé')
  await service.call('DELETE', `/quotes/${id}`)
  await expect(rows).toHaveCount(1)
})

test('an open quote that another counter changes is shown anew, and says so', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { reference: 'Premier' })
  await expect(quote.field('reference')).toHaveValue('Premier')
  await quote.field('ville').focus()
  await change(service, id, { reference: 'De l’autre comptoir' })
  await expect(quote.field('reference')).toHaveValue('De l’autre comptoir')
  const news = page.getByText('Changé ailleurs : Référence (« De l’autre comptoir »).')
  await expect(news).toBeVisible()
  await expect(quote.field('ville')).toBeFocused()
  // Who types on has not read it yet: it stays until it is put away.
  await quote.field('ville').fill('Lyon')
  await expect(quote.saved).toBeVisible()
  await expect(news).toBeVisible()
  await page.locator('#news').getByRole('button', { name: 'Fermer' }).click()
  await expect(news).toBeHidden()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({
    reference: 'De l’autre comptoir',
    address: { ville: 'Lyon' },
  })
})

test('what is being typed is not written over: both versions are shown', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { reference: 'Premier' })
  await expect(quote.field('reference')).toHaveValue('Premier')
  // The save of what is typed waits while the other counter saves.
  const release = await savesHeld(page)
  await quote.field('reference').fill('Ici')
  await change(service, id, { reference: 'Là-bas' })
  release()
  const conflict = page.getByRole('alert', { name: /modifié ailleurs/ })
  await expect(conflict).toBeVisible()
  await expect(quote.field('reference')).toHaveValue('Ici')
  // It goes on following the other counter.
  await change(service, id, { reference: 'Là-bas encore' })
  await expect(conflict).toContainText('Là-bas encore')
  await expect(quote.field('reference')).toHaveValue('Ici')
})

test('an open quote that is deleted elsewhere says so by itself; this window’s own doings say nothing', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { reference: 'Premier' })
  await quote.field('reference').fill('Le mien')
  await expect(quote.saved).toContainText('à')
  await expect(page.locator('#news')).toHaveText('')
  await service.call('DELETE', `/quotes/${id}`)
  await expect(page.getByText('Ce devis a été supprimé ailleurs')).toBeVisible()
})

const markUp = (service: DeskService, percent: string) =>
  service.call('PUT', '/settings', { markUps: { general: { percent, rounding: 'cent' }, items: [] } })

test('another mark-up is seen in an open configurator: the price, the grid around it, and what is added', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const before = await configurator.agreedPrice()
  const grid = await configurator.matrix.innerText()
  await markUp(service, '50')
  await expect(configurator.chosenCell).not.toHaveText(before)
  const after = await configurator.agreedPrice()
  expect(after).not.toBe(before)
  expect(await configurator.matrix.innerText()).not.toBe(grid)
  await configurator.add.click()
  await expect(shell.toast('Ajouté au brouillon')).toBeVisible()
  await expect(page.getByText('Le prix a changé entre-temps')).toHaveCount(0)
})

test('a price that is added is said where the screen, which was not told, showed another', async ({
  shell,
  service,
  configurator,
}) => {
  await shell.unheard()
  await configurator.open(shell, '/produits/201')
  const before = await configurator.agreedPrice()
  await markUp(service, '50')
  await configurator.add.click()
  await expect(shell.toast('Le prix a changé entre-temps')).toContainText(before)
  await expect(configurator.chosenCell).not.toHaveText(before)
})
