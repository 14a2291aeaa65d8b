/** Another counter acts first, while a dialog or a button of the same order or quote has the keyboard here. */
import { expect, test } from './fixtures.ts'
import { openedFlyers } from './roads.ts'
import { savedQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const becomes = (service: DeskService, id: number, state: string) =>
  service.call('PUT', `/quotes/${id}/state`, { state })

test('an e-mail that is written stays with what was typed, and says that it goes no more', async ({
  page,
  shell,
  service,
}) => {
  await service.call('PUT', '/mail', {
    ...{ host: '127.0.0.1', port: 25, security: 'none', from: 'devis@atelier.fr' },
    ...{ fromName: '', user: '', password: null, copyTo: '' },
  })
  await shell.open()
  const dialog = page.getByRole('dialog', { name: 'Envoyer le devis par e-mail' })
  for (const other of ['refused', 'revised'] as const) {
    const id = await savedQuote(service)
    await becomes(service, id, 'sent')
    await shell.go(`/devis/${id}`)
    await page.locator('#sent').getByRole('button', { name: 'E-mail', exact: true }).click()
    const to = dialog.getByLabel('À', { exact: true })
    await to.fill('client@exemple.fr')
    if (other === 'refused') await becomes(service, id, 'refused')
    else await service.call('POST', `/quotes/${id}/revise`, {})
    await expect(dialog).toContainText('Cet e-mail ne part plus')
    await expect(dialog).toContainText(other === 'refused' ? 'a été refusé entre-temps' : 'révision 2')
    await expect(to).toHaveValue('client@exemple.fr')
    await expect(to).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toContainText('pas enregistr')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('a dialog that loses what had the keyboard keeps it at its heading, and the screen after it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.open()
  const cases = [
    { from: null, ask: () => quote.sending, does: (id: number) => becomes(service, id, 'sent') },
    {
      from: 'sent',
      ask: () => page.getByRole('button', { name: 'Marquer accepté' }),
      does: (id: number) => becomes(service, id, 'refused'),
    },
    {
      from: 'sent',
      ask: () => quote.order,
      does: (id: number) => service.call('POST', `/quotes/${id}/order`),
    },
    {
      from: null,
      ask: () => quote.order,
      does: (id: number) => service.call('DELETE', `/quotes/${id}`),
    },
  ]
  for (const { from, ask, does } of cases) {
    const id = await savedQuote(service)
    if (from) await becomes(service, id, from)
    await shell.go(`/devis/${id}`)
    await ask().press('Enter')
    await expect(quote.dialog.locator('footer .primary')).toBeFocused()
    await does(id)
    await expect(quote.dialog.getByRole('heading').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(quote.dialog).toBeHidden()
    await expect(page.locator('main :focus')).toBeVisible()
  }
})

test('a sale at the counter whose draft is deleted says that the name that was typed is not kept', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  await expect(quote.dialog).toContainText('Vente comptoir')
  await page.keyboard.type('dupont')
  await expect(quote.dialog.getByRole('combobox')).toHaveValue('dupont')
  const [draft] = await service.call<[{ id: number }]>('GET', '/quotes')
  await service.call('DELETE', `/quotes/${draft.id}`)
  await expect(quote.dialog).toContainText('Ce devis a été supprimé ailleurs.')
  await expect(shell.toast('Le nom tapé n’est pas gardé : dupont')).toBeVisible()
  await expect(quote.dialog.getByRole('heading').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(quote.dialog).toBeHidden()
  await expect(page.locator('main:focus, main :focus')).toBeVisible()
})

test('a button that goes leaves the keyboard where the quote says what it is, and another counter is named', async ({
  page,
  shell,
  service,
}) => {
  const id = await savedQuote(service)
  await becomes(service, id, 'sent')
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('button', { name: 'Marquer accepté' }).focus()
  await becomes(service, id, 'accepted')
  await expect(page.locator('#sent')).toBeFocused()
  await expect(page.locator('#sent')).toContainText('Accepté')
  await expect(page.locator('#news')).toContainText('a été accepté entre-temps, ailleurs')
})

test('a row of the day that another counter hands over says so, and the keyboard is on the next', async ({
  page,
  shell,
  service,
}) => {
  for (let i = 0; i < 2; i++) await service.call('POST', `/quotes/${await savedQuote(service)}/order`)
  await shell.open()
  await shell.go('/jour')
  for (const order of [1, 2]) {
    await page.getByRole('button', { name: `Commande C00000${order} : remise au client` }).focus()
    await service.call('PUT', `/orders/${order}/handover`, { done: true })
    await expect(shell.toast(`Commande C00000${order} : remise au client ailleurs`)).toBeVisible()
    await expect(
      order === 1
        ? page.getByRole('link', { name: 'C000002', exact: true })
        : page.getByRole('heading', { level: 1 }),
    ).toBeFocused()
  }
})

test('a button that goes as another counter acts leaves the keyboard at the heading, and the page where it was', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  const ordered = (id: number) => service.call('POST', `/quotes/${id}/order`)
  const cases = [
    { from: 'sent', named: 'Faire signer', does: ordered },
    { from: 'sent', named: 'Copier le numéro', does: ordered },
    { from: null, named: 'Ajouter une prestation', does: (id: number) => becomes(service, id, 'sent') },
    { from: null, named: /^Retirer « /, does: (id: number) => becomes(service, id, 'sent') },
  ]
  for (const { from, named, does } of cases) {
    const id = await savedQuote(service)
    if (from) await becomes(service, id, from)
    await shell.go(`/devis/${id}`)
    const button = page.getByRole('main').getByRole('button', { name: named })
    await button.focus()
    const scrolled = await page.evaluate<number>('scrollY')
    await does(id)
    await expect(button).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate<number>('scrollY')).toBe(scrolled)
  }
})
