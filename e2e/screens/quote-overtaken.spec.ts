/** A quote that another counter sends or deletes while something of it is being written: nothing typed goes astray. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ADDRESS, savedQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const send = (service: DeskService, id: number) =>
  service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
const quotes = (service: DeskService) => service.call<{ id: number }[]>('GET', '/quotes')
const linesOf = async (service: DeskService, id: number) =>
  (await service.call<{ lines: { text?: string }[] }>('GET', `/quotes/${id}`)).lines

const elsewhere = (page: Page) => page.locator('#elsewhere')
const copy = (page: Page) => elsewhere(page).getByRole('button', { name: 'Copie avec mes changements' })

for (const heard of [true, false]) {
  const when = heard ? 'is told' : 'is not told'

  test(`a line typed while the quote is sent elsewhere goes into the copy, and begins no quote of its own; this window ${when}`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    if (!heard) await shell.unheard()
    const id = await quote.openSaved(shell, service)
    await quote.writeService('Mise en page', '45')
    await send(service, id)
    if (heard) await expect(quote.title).toContainText(/D\d{4}-/)
    await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(quote.dialog).toHaveCount(0)
    await expect(elsewhere(page)).toContainText('a été envoyé entre-temps')
    await expect(elsewhere(page)).toContainText('vos changements : Lignes')
    await expect(elsewhere(page)).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`devis/${id}$`))
    expect(await quotes(service)).toHaveLength(1)
    expect(await linesOf(service, id)).toHaveLength(1)
    await page.reload()
    await copy(page).click()
    await expect(quote.title).toContainText('Brouillon 2')
    expect(await linesOf(service, 2)).toMatchObject([{}, { text: 'Mise en page' }])
  })

  test(`a discount given while the quote is sent elsewhere is no saved one; this window ${when}`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    if (!heard) await shell.unheard()
    const id = await quote.openSaved(shell, service)
    await page.getByRole('button', { name: 'Remise sur le devis' }).click()
    await quote.field('discount').fill('10')
    await send(service, id)
    if (heard) await expect(quote.title).toContainText(/D\d{4}-/)
    await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(elsewhere(page)).toBeFocused()
    await expect(quote.saved).toHaveCount(0)
    await copy(page).click()
    await expect(quote.title).toContainText('Brouillon 2')
    expect(await service.call('GET', '/quotes/2')).toMatchObject({ discount: { percent: '10' } })
    expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ discount: null })
  })
}

test('a price of a line, and one of all, that are set while the quote is deleted go into the copy', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-discount').fill('5')
  await service.call('DELETE', `/quotes/${id}`)
  await expect(elsewhere(page)).toBeAttached()
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(quote.dialog).toHaveCount(0)
  await expect(elsewhere(page)).toBeFocused()
  expect(await quotes(service)).toHaveLength(0)
  await elsewhere(page).getByRole('button', { name: 'Reprendre ses lignes' }).click()
  await expect(quote.title).toContainText('Brouillon 2')
  expect(await linesOf(service, 2)).toMatchObject([{ discount: '5' }])
})

test('a line that another counter took away is not put in the place of the next', async ({
  shell,
  service,
  quote,
}) => {
  const free = (text: string) => ({ area: 'free', text, quantity: 1, unitCents: 1000 })
  const id = await quote.openSaved(shell, service, { lines: [free('Une'), free('Deux'), free('Trois')] })
  await quote.lines
    .nth(1)
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-unit').fill('25')
  const read = await service.call<object>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...read, lines: [free('Deux'), free('Trois')] })
  await expect(quote.lines).toHaveCount(2)
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(quote.dialog).toHaveCount(0)
  await expect
    .poll(() => linesOf(service, id))
    .toMatchObject([
      { text: 'Deux', unitCents: 2500 },
      { text: 'Trois', unitCents: 1000 },
    ])
})

test('whoever types while the quote is deleted elsewhere types on: no letter is a shortcut, all of it goes into the copy', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  const reference = quote.field('reference')
  await reference.fill('Un ')
  await expect(quote.saved).toBeVisible()
  await service.call('DELETE', `/quotes/${id}`)
  await expect(elsewhere(page)).toBeVisible()
  await page.keyboard.type('grand devis')
  await expect(page).toHaveURL(new RegExp(`devis/${id}$`))
  await expect(reference).toHaveValue('Un grand devis')
  const notes = page.getByRole('textbox', { name: 'Notes internes' })
  await notes.fill('Rappeler lundi')
  await expect(page.getByText('elles suivent les lignes')).toBeVisible()
  await elsewhere(page).getByRole('button', { name: 'Reprendre ses lignes' }).click()
  await expect(quote.title).toContainText('Brouillon 2')
  expect(await service.call('GET', '/quotes/2')).toMatchObject({ reference: 'Un grand devis' })
  await expect(notes).toHaveValue('Rappeler lundi')
  await expect
    .poll(() => service.call('GET', '/quotes/2/notes'))
    .toMatchObject({ internalNote: 'Rappeler lundi' })
})

/** In the page: types in the field, which closes or not, then `g` and `r` on the page. Whether that was a shortcut. */
const typedOn = (closes: boolean) => `(() => {
  const press = (target, key) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const field = document.querySelector('[name="reference"]')
  press(field, 'e')
  field.disabled = ${closes}
  press(document.body, 'g')
  return !press(document.body, 'r')
})()`

test('a field that closes under the hands turns no letter into a shortcut', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  expect(await page.evaluate(typedOn(true))).toBe(false)
  expect(await page.evaluate(typedOn(false))).toBe(true)
})

for (const done of ['ordered', 'deleted'] as const) {
  test(`a line that was changed in a quote that is ${done} meanwhile waits for its choice whenever one comes back`, async ({
    page,
    shell,
    service,
    quote,
    configurator,
  }) => {
    const id = await quote.openSaved(shell, service)
    await quote.lines
      .first()
      .getByRole('link', { name: /^Modifier/ })
      .click()
    await configurator.pick('Quantité', '2000')
    if (done === 'ordered') await service.call('POST', `/quotes/${id}/order`, {})
    else await service.call('DELETE', `/quotes/${id}`)
    await configurator.add.click()
    const told = shell.toast('attendent votre choix')
    await expect(told).toBeVisible()
    await page.reload()
    await expect(told).toBeVisible()
    await shell.go('/produits/203')
    await configurator.chosenCell.waitFor()
    await configurator.add.click()
    await expect(shell.toast('nouveau devis, brouillon 2')).toBeVisible()
    await told.getByRole('button', { name: 'Choisir' }).click()
    await expect(elsewhere(page)).toBeVisible()
    await page.reload()
    await expect(elsewhere(page)).toContainText(done === 'ordered' ? 'a été commandé' : 'a été supprimé')
    const take = done === 'ordered' ? 'Copie avec mes changements' : 'Reprendre ses lignes'
    await elsewhere(page).getByRole('button', { name: take }).click()
    await expect(quote.title).toContainText('Brouillon 3')
    expect(await linesOf(service, 3)).toMatchObject([{ line: { quantites_multiples: [2000] } }])
    await shell.go('/devis/2')
    await expect(quote.title).toContainText('Brouillon 2')
    await page.goto(`${service.url}/#/devis/${id}`)
    await expect(page.getByText(done === 'ordered' ? 'Commandé :' : 'n’existe pas ou plus')).toBeVisible()
    await expect(elsewhere(page)).toHaveCount(0)
  })
}

test('the address and the note of a quote that is sent elsewhere are saved on it, which is said', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  await expect(quote.field('ville')).toHaveValue(ADDRESS.ville)
  await send(service, id)
  await quote.field('instructions').fill('Quai B')
  await page.getByRole('textbox', { name: 'Note pour le client' }).fill('Appeler avant')
  await expect(page.locator('#news')).toContainText('a été envoyé entre-temps')
  await expect(page.locator('#news')).toContainText('L’adresse et la note s’y complètent encore.')
  await expect(elsewhere(page)).toHaveCount(0)
  await expect(quote.saved).toBeVisible()
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({ state: 'sent', note: 'Appeler avant', address: { instructions: 'Quai B' } })
})

test('of what a sent quote takes in part nothing is saved before the choice, also where it is opened again', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  await send(service, id)
  await quote.field('reference').fill('REF-2')
  await page.getByRole('textbox', { name: 'Note pour le client' }).fill('Appeler avant')
  await expect(elsewhere(page)).toContainText('vos changements : Référence (« ')
  await expect(page.locator('.page-head').getByText('Envoyé', { exact: true })).toBeVisible()
  await shell.go('/devis')
  await shell.go(`/devis/${id}`)
  await expect(elsewhere(page)).toContainText('vos changements : Référence (« ')
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ reference: 'REF-1', note: '' })
  await elsewhere(page)
    .getByRole('button', { name: 'Enregistrer seulement : Note pour le client' })
    .press('Enter')
  await expect(elsewhere(page)).toHaveCount(0)
  await expect(quote.title).toBeFocused()
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({ reference: 'REF-1', note: 'Appeler avant' })
  await expect(quote.field('reference')).toHaveValue('REF-1')
})

test('while an unsaved address waits for a choice, the state that is shown is the one that the quote has by now', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await savedQuote(service)
  await send(service, id)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const head = page.locator('.page-head')
  await expect(head.getByText('Envoyé', { exact: true })).toBeVisible()
  await service.call('POST', `/quotes/${id}/order`, {})
  await quote.field('ville').fill('Lyon')
  await expect(elsewhere(page)).toContainText('a été commandé entre-temps')
  await expect(head.getByText('Commandé', { exact: true })).toBeVisible()
  await expect(head.getByText('Envoyé', { exact: true })).toHaveCount(0)
  await expect(page.locator('#sent')).toHaveCount(0)
  await expect(page.getByText('Ce devis a été envoyé')).toHaveCount(0)
  await expect(quote.order).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'C000001' })).toBeVisible()
  await expect(quote.field('ville')).toHaveValue('Lyon')
})

test('lines added while this window has no service, to a quote that is sent meanwhile: what waits there is said where one is', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await page.route('**/api/**', (route) => route.abort())
  await configurator.add.click()
  await expect(shell.toast('Pas encore enregistré')).toBeVisible()
  await send(service, id)
  await page.unroute('**/api/**')
  const told = shell.toast('a été envoyé entre-temps')
  await expect(told).toContainText(/^\s*Devis D\d{4}-.*attendent votre choix/)
  expect(await linesOf(service, id)).toHaveLength(1)
  await told.getByRole('button', { name: 'Choisir' }).click()
  await expect(elsewhere(page)).toContainText('vos changements : Lignes')
  await expect(told).toHaveCount(0)
  await expect(page.locator('.page-head').getByText('Envoyé', { exact: true })).toBeVisible()
  await expect(quote.lines).toHaveCount(1)
  await expect(page.getByRole('main')).not.toContainText(/enregistre…|enregistrement…|s’enregistrent/)
  await expect(page.getByRole('button', { name: /^(Retirer «|Dupliquer «)/ })).toHaveCount(0)
  await copy(page).click()
  await expect(quote.title).toContainText('Brouillon 2')
  expect(await linesOf(service, 2)).toHaveLength(2)
})
