/** An order of the shop's own is cancelled at its page. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const LINE = { area: 'print', delai: null, line: { produit: 201, quantites_multiples: [1000] } }
async function ordered(service: DeskService, more: object): Promise<void> {
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { lines: [LINE], ...more })
  await service.call('POST', `/quotes/${id}/order`)
}

test('it asks for the reason, says what becomes of it, and its story tells it; another counter hears of it', async ({
  page,
  context,
  shell,
  service,
  order,
}) => {
  await ordered(service, { address: ADDRESS })
  await shell.open()
  await shell.go('/commandes/1')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Annuler la commande…' }).click()
  await expect(other.getByRole('dialog')).toBeVisible()

  await page.getByRole('button', { name: 'Annuler la commande…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Motif')).toBeFocused()
  await dialog.getByRole('button', { name: 'Annuler la commande', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Donnez un motif')
  await expect(dialog.getByLabel('Motif')).toBeFocused()
  await page.keyboard.type('Commandée deux fois')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await seriousFaults(page, 'dialog')).toEqual([])
  }
  await dialog.getByRole('button', { name: 'Annuler la commande', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(order.title).toBeFocused()
  await expect(shell.toast('Commande C000001 annulée.')).toBeVisible()
  await expect(page.locator('.page-head').getByText('Annulée')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Histoire de la commande' })).toContainText(
    'Commandée deux fois',
  )
  await expect(page.getByText('Livraison promise')).toBeHidden()
  const totals = page.getByRole('region', { name: 'Totaux' })
  await expect(totals).toContainText('plus rien n’est dû')
  await expect(totals.locator('dd').last()).toHaveCSS('text-decoration-line', 'line-through')
  expect(await seriousFaults(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Annuler la commande…' })).toBeHidden()
  await expect(order.lines).toHaveCount(1)
  await expect(other.getByRole('dialog')).toBeHidden()
  await expect(other.locator('.toast')).toContainText('elle a été annulée entre-temps')
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
  await other.close()

  await shell.go('/commandes')
  await expect(page.locator('td.ttc')).toHaveCSS('text-decoration-line', 'line-through')
  await shell.go('/commandes/1')
  await page.getByRole('link', { name: 'Fiche de fabrication' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'annulée' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Imprimer' })).toHaveCount(0)
})

test('with its last order its quote is cancelled; services go on with the order that is left', async ({
  page,
  shell,
  service,
}) => {
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  const { id: family } = entries.find(({ area }) => area === 'display')!
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/families/${family}`)
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    address: ADDRESS,
    lines: [
      LINE,
      { area: 'display', delai: null, line: defaultLine },
      { area: 'free', text: 'Pose sur place', quantity: 1, unitCents: 10_000 },
    ],
  })
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  const dialog = page.getByRole('dialog')
  for (const order of [1, 2]) {
    await shell.go(`/commandes/${order}`)
    await page.getByRole('button', { name: 'Annuler la commande…' }).click()
    if (order === 1)
      await expect(
        dialog.getByRole('checkbox', { name: /restent dues, avec la commande C000002.*Pose sur place/ }),
      ).toBeChecked()
    else await expect(dialog).toContainText('les prestations vendues avec elle non plus')
    await dialog.getByLabel('Motif').fill('Salon annulé')
    await dialog.getByRole('button', { name: 'Annuler la commande', exact: true }).click()
    await expect(dialog).toBeHidden()
    await shell.go(`/devis/${id}`)
    await expect(page.getByText(order === 1 ? 'C000001 (annulée)' : 'C000002 (annulée)')).toBeVisible()
    await expect(page.getByText(order === 1 ? 'Commandé en plusieurs' : 'Avait été commandé')).toBeVisible()
  }
  await expect(page.getByText('Annulé', { exact: true })).toBeVisible()
  await page.getByText('Historique').first().click()
  await expect(
    page.getByText('Motif : Salon annulé').or(page.getByText('Salon annulé')).first(),
  ).toBeVisible()
})

test('what was handed over is no more cancelled; one that is collected says so', async ({
  page,
  shell,
  service,
}) => {
  await ordered(service, { collected: true })
  await shell.open()
  await shell.go('/commandes/1')
  await expect(page.getByText(/Retrait promis le \p{L}+ \d+/u)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Retrait au magasin' })).toBeVisible()
  await page.getByRole('button', { name: 'Remise au client' }).click()
  await expect(shell.toast('Commande C000001 remise au client.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Annuler la commande…' })).toBeHidden()
  await page.getByRole('button', { name: 'Annuler la remise' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la remise' }).click()
  await expect(shell.toast('Commande C000001 : la remise est annulée.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Annuler la commande…' })).toBeVisible()
})

test('handed over at another counter meanwhile: the dialog goes, says so, and what was typed is there when it is asked again', async ({
  page,
  shell,
  service,
  order,
}) => {
  await ordered(service, { collected: true })
  await shell.open()
  await shell.go('/commandes/1')
  const dialog = page.getByRole('dialog')
  const ask = page.getByRole('button', { name: 'Annuler la commande…' })
  await ask.click()
  await dialog.getByLabel('Motif').fill('Commandée deux fois')
  await service.call('PUT', '/orders/1/handover', { done: true })
  await expect(dialog).toBeHidden()
  await expect(
    shell.toast(
      'C000001 : elle a été remise au client entre-temps, et ne peut plus être annulée. Le motif tapé reste là',
    ),
  ).toBeVisible()
  await expect(order.title).toBeFocused()
  await service.call('PUT', '/orders/1/handover', { done: false })
  await ask.click()
  await expect(dialog.getByLabel('Motif')).toHaveValue('Commandée deux fois')
  await expect(dialog.getByLabel('Motif')).toBeFocused()
})
