/** A dialog of the quote is open while another counter changes it: only what was touched here is written. */
import { expect, test } from './fixtures.ts'
import { ADDRESS, FLYERS, changeQuote, savedQuote } from './pages/quote.ts'
import type { Shell } from './pages/shell.ts'
import type { DeskService } from './service.ts'

test('a discount dialog in which nothing was touched shows the other counter’s, and writes none', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await expect(quote.field('discount')).toBeFocused()
  await changeQuote(service, id, { discount: { percent: '10' } })
  await expect(quote.field('discount')).toHaveValue('10')
  await page.keyboard.press('Enter')
  await expect(quote.dialog).toHaveCount(0)
  await expect(quote.saved).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ discount: { percent: '10' } })
})

test('a discount that was typed stands beside the other counter’s; saving decides, or taking theirs', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await quote.field('discount').fill('5')
  await changeQuote(service, id, { discount: { percent: '10' } })
  await expect(quote.dialog).toContainText(/Changé ailleurs\s: 10\s%/)
  await expect(quote.field('discount')).toHaveValue('5')
  await quote.dialog.getByRole('button', { name: 'Reprendre' }).click()
  await expect(quote.field('discount')).toHaveValue('10')
  await expect(quote.dialog).not.toContainText('Changé ailleurs')
  await quote.field('discount').fill('7')
  await changeQuote(service, id, { discount: { percent: '12' } })
  await expect(quote.dialog).toContainText(/Changé ailleurs\s: 12\s%/)
  await quote.field('discount').press('Enter')
  await expect(quote.dialog).toHaveCount(0)
  await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ discount: { percent: '7' } })
})

test('a fixed price goes over what the other counter gave the line meanwhile, and nothing else does', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const free = { area: 'free', text: 'Studio', quantity: 1, unitCents: 1000 }
  const id = await quote.openSaved(shell, service)
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.dialog.getByRole('radio', { name: 'Prix fixé' }).check()
  await quote.field('sale-cents').fill('90')
  await expect(quote.dialog.getByText(/^1\s000 ex\., J\+\d+, [\d,]+\s€$/)).toBeVisible()
  await expect(quote.dialog).not.toContainText('Relisez')
  const other = { ...FLYERS, line: { ...FLYERS.line, quantites_multiples: [2500] } }
  await changeQuote(service, id, { lines: [free, { ...other, discount: '20' }] })
  await expect(quote.field('line-discount')).toHaveValue('20')
  await expect(quote.field('sale-cents')).toHaveValue('90')
  await expect(quote.dialog).toContainText(
    /Relisez\. Changé ailleurs\s: Lignes \(Flyers.* 1\s000 ex\. → 2\s500 ex\./,
  )
  await expect(quote.dialog.getByText(/^2\s500 ex\., J\+\d+, [\d,]+\s€$/)).toBeVisible()
  await changeQuote(service, id, {
    lines: [free, { ...other, discount: '20', sale: { by: 'fixed', cents: 8000 } }],
  })
  await expect(quote.dialog).toContainText(/Changé ailleurs\s: Prix fixé, 80,00\s€/)
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(quote.dialog).toHaveCount(0)
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({
      lines: [{ text: 'Studio' }, { line: other.line, discount: '20', sale: { by: 'fixed', cents: 9000 } }],
    })
  await expect(page.locator('#conflict')).toHaveCount(0)
})

test('a service whose words the other counter changes keeps its price that is typed here', async ({
  shell,
  service,
  quote,
}) => {
  const free = (text: string) => ({ area: 'free', text, quantity: 1, unitCents: 1000 })
  const id = await quote.openSaved(shell, service, { lines: [free('Une'), free('Deux')] })
  await quote.lines
    .nth(1)
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-unit').fill('25')
  await changeQuote(service, id, { lines: [free('Une'), free('Deux, pressée')] })
  await expect(quote.field('line-text')).toHaveValue('Deux, pressée')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(quote.dialog).toHaveCount(0)
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({
      lines: [
        { text: 'Une', unitCents: 1000 },
        { text: 'Deux, pressée', unitCents: 2500 },
      ],
    })
})

test('a line that the other counter removed cannot be set any more, which its dialog says', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const free = { area: 'free', text: 'Studio', quantity: 1, unitCents: 1000 }
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, free] })
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-discount').fill('5')
  await changeQuote(service, id, { lines: [free] })
  await expect(quote.dialog).toContainText('Cette ligne n’est plus dans le devis')
  await expect(quote.dialog.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0)
  const close = quote.dialog.locator('footer').getByRole('button', { name: 'Fermer' })
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quote.dialog).toHaveCount(0)
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ lines: [{ text: 'Studio' }] })
})

/** A quote that was sent, on the screen. */
async function openSent(shell: Shell, service: DeskService): Promise<number> {
  const id = await savedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  return id
}

for (const [name, action, state] of [
  ['Marquer refusé', 'Marquer refusé', 'refused'],
  ['Annuler le devis', 'Annuler le devis', 'cancelled'],
] as const)
  test(`« ${name} »: the reason has the focus and outlives what another counter changes, which is said`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    const id = await openSent(shell, service)
    await page.getByRole('button', { name }).click()
    const reason = quote.dialog.getByLabel('Motif')
    await expect(reason).toBeFocused()
    await page.keyboard.type('Trop ')
    const { version } = await service.call<{ version: number }>('GET', `/quotes/${id}`)
    await service.call('PUT', `/quotes/${id}/delivery`, { note: 'Quai B', address: ADDRESS, version })
    await expect(quote.dialog).toContainText('Changé ailleurs : Note pour le client (« Quai B »)')
    await page.keyboard.type('grand, refait')
    await expect(reason).toHaveValue('Trop grand, refait')
    // The answer is lost on its way: that it is done is found out, and said.
    await page.route('**/state', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await quote.dialog.getByRole('button', { name: action }).click()
    await expect(shell.toast('La réponse s’est perdue, mais c’est fait')).toBeVisible()
    await expect(quote.dialog).toHaveCount(0)
    await expect(page.locator('#news')).not.toContainText('ailleurs.')
    await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ state, note: 'Quai B' })
  })

for (const heard of [true, false])
  test(`a reason stays readable where another counter ordered the quote; this window is ${heard ? '' : 'not '}told`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    if (!heard) await shell.unheard()
    const id = await openSent(shell, service)
    await page.getByRole('button', { name: 'Marquer refusé' }).click()
    const reason = quote.dialog.getByLabel('Motif')
    await reason.fill('Trop cher')
    await service.call('POST', `/quotes/${id}/order`, {})
    const act = quote.dialog.getByRole('button', { name: 'Marquer refusé' })
    if (!heard) await act.click()
    await expect(quote.dialog).toContainText('a été commandé entre-temps, ailleurs')
    await expect(act).toHaveCount(0)
    await expect(reason).toHaveValue('Trop cher')
    await expect(reason).not.toBeEditable()
    await expect(shell.toast(/rien n’a été remplacé/)).toHaveCount(0)
  })

test('the dialogs that order and send stay, and say what is to be read again', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.sending.click()
  await expect(quote.dialog).toContainText('1 ligne')
  await changeQuote(service, id, { note: 'Quai B' })
  await expect(quote.dialog).toContainText('Relisez. Changé ailleurs : Note pour le client (« Quai B »)')
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
  await quote.order.click()
  await expect(quote.dialog).not.toContainText('Relisez')
  await changeQuote(service, id, { note: 'Quai C', address: { ...ADDRESS, ville: 'Aubagne' } })
  await expect(quote.dialog).toContainText('Relisez. Changé ailleurs :')
  await expect(quote.dialog.getByText('13001 Aubagne')).toBeVisible()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
})

test('the dialog that orders names the revision that another counter begins and sends, and promises nothing once it is refused', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const of = (copies: number) => ({ ...FLYERS, line: { ...FLYERS.line, quantites_multiples: [copies] } })
  const id = await savedQuote(service, { lines: [of(1000), of(2500)] })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  await expect(quote.dialog).toContainText('La commande est enregistrée aussitôt')
  await service.call('POST', `/quotes/${id}/revise`, {})
  await expect(quote.dialog).toContainText('Relisez. Une révision 2 a été commencée ailleurs')
  await expect(page.locator('#news')).toContainText('Une révision 2 a été commencée ailleurs')
  await changeQuote(service, id, { lines: [of(5000)] })
  await expect(quote.dialog).toContainText(/1\s000 ex\. → 5\s000 ex\./)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await expect(quote.dialog).toContainText('La révision 2 a été envoyée entre-temps, ailleurs.')
  await expect(quote.dialog).toContainText(/1\s000 ex\. → 5\s000 ex\..* retiré \(2\s500 ex\., J\+/)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'refused' })
  await expect(quote.dialog).toContainText('a été refusé entre-temps, ailleurs')
  await expect(quote.dialog).not.toContainText('enregistrée aussitôt')
  await expect(quote.dialog.getByRole('button', { name: 'Commander' })).toHaveCount(0)
})

for (const where of ['page', 'dialog that sends'])
  test(`a customer that is being made in the ${where} while another counter sends the quote is made all the same`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    const id = await quote.openSaved(shell, service)
    if (where !== 'page') await quote.sending.click()
    const field = (where === 'page' ? page : quote.dialog).getByRole('combobox', { name: 'Client' })
    await field.fill('Atelier Bleu')
    await page.getByRole('option', { name: /^Créer/ }).click()
    const making = page.getByRole('dialog', { name: 'Nouveau client' })
    await making.getByLabel('E-mail').fill('a@bleu.example')
    await expect(making).not.toContainText('ne prend plus')
    await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
    await expect(making).toContainText('a été envoyé entre-temps, ailleurs')
    await expect(making).toContainText('Le devis ne prend plus de client')
    await expect(making.getByLabel('E-mail')).toHaveValue('a@bleu.example')
    await making.getByRole('button', { name: 'Créer le client' }).click()
    await expect(making).toHaveCount(0)
    await expect(shell.toast('Atelier Bleu n’est que dans la liste')).toBeVisible()
    expect(await service.call('GET', '/companies')).toMatchObject([{ name: 'Atelier Bleu' }])
    expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent', companyId: null })
  })

test('who loses a simultaneous sending is told so calmly', async ({ page, shell, service, quote }) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  await quote.sending.click()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeVisible()
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.locator('#news')).toContainText('a été envoyé entre-temps, ailleurs')
  await expect(page.locator('#sent')).toBeFocused()
  await expect(page.getByText('rien n’a été remplacé')).toHaveCount(0)
})

test('a refused step is told until the next one succeeds, or it is put away', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await openSent(shell, service)
  const banner = page.locator('main .notice.magenta')
  const refused = { detail: 'Non.', errors: [{ path: '', code: 'x', message: 'Non.' }] }
  for (const step of ['state', 'revise'])
    await page.route(`**/${step}`, (route) => route.fulfill({ status: 422, json: refused }))
  // In the dialog of a step that has one.
  await page.getByRole('button', { name: 'Marquer accepté' }).click()
  await quote.dialog.getByRole('button', { name: 'Marquer accepté' }).click()
  await expect(quote.dialog.getByRole('alert')).toContainText('Non.')
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Fermer' }).click()
  await expect(banner).toHaveCount(0)
  const revise = page.getByRole('button', { name: 'Réviser' })
  await revise.click()
  await expect(banner).toContainText('Non.')
  await banner.getByRole('button', { name: 'Fermer' }).click()
  await expect(banner).toHaveCount(0)
  await revise.click()
  await expect(banner).toContainText('Non.')
  await page.getByRole('textbox', { name: 'Note pour le client' }).fill('Autre')
  await expect(quote.saved).toHaveText(/à/)
  await expect(banner).toHaveCount(0)
})

test('with the database away the dialog that sends stays, with the words in it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await quote.sending.click()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeVisible()
  const detail = 'La base de données ne répond pas.'
  await page.route('**/state', (route) =>
    route.fulfill({
      status: 503,
      json: { detail, errors: [{ path: '', code: 'store_away', message: detail }] },
    }),
  )
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(quote.dialog.getByRole('alert')).toContainText(detail)
  await page.unroute('**/state')
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.locator('#sent')).toBeVisible()
})

test('a revision given up elsewhere is told as that; the time of a save here is not said of another’s', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await openSent(shell, service)
  await page.getByRole('button', { name: 'Réviser' }).click()
  await expect(quote.title).toContainText('rév. 2')
  await quote.field('reference').fill('Autre')
  await expect(quote.saved).toHaveText(/à \d/)
  await changeQuote(service, id, { note: 'Quai B' })
  await expect(page.locator('#news')).toContainText('Quai B')
  await expect(quote.saved).toHaveText(/^\s*Enregistré\s*$/)
  const { version } = await service.call<{ version: number }>('GET', `/quotes/${id}`)
  await service.call('POST', `/quotes/${id}/give-up`, { version })
  await expect(page.locator('#news')).toContainText('Révision abandonnée ailleurs')
  await expect(page.locator('#news')).not.toContainText('envoyé entre-temps')
})

test('the prices of all lines are written where one was chosen, and not by a key alone', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const sale = { by: 'fixed', cents: 9000 }
  const id = await quote.openSaved(shell, service, { lines: [{ ...FLYERS, sale }] })
  await page.getByRole('button', { name: 'Prix de toutes les lignes' }).click()
  const apply = quote.dialog.getByRole('button', { name: 'Appliquer' })
  await expect(apply).toBeDisabled()
  await quote.dialog.getByRole('radio').first().press('Enter')
  await expect(quote.dialog).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ lines: [{ sale }] })
  await quote.dialog.getByRole('radio', { name: 'Prix du catalogue' }).check()
  await apply.click()
  await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ lines: [{ sale: null }] })
})

/** In the page: a letter in a dialog, which closes, then `g` and `r` on the page. Whether that was a shortcut. */
const TYPED_ON = `(() => {
  const press = (target, key) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const dialog = document.querySelector('dialog[open]')
  press(dialog.querySelector('button'), 'e')
  dialog.remove()
  press(document.body, 'g')
  return !press(document.body, 'r')
})()`

test('a dialog that closes under the hands turns no letter into a shortcut', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect(quote.dialog).toBeVisible()
  expect(await page.evaluate(TYPED_ON)).toBe(false)
})
