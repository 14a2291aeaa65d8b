/** What another counter does is told by name, where one looks, and moves nothing from under the hands. */
import { expect, test } from './fixtures.ts'
import { FLYERS, changeQuote, savedQuote } from './pages/quote.ts'

test('a price that another counter changed is told by its line, old and new; of many lines a few, and which was moved', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await expect(quote.lines).toHaveCount(1)
  const news = page.locator('#news')
  const heavy = { ...FLYERS, line: { ...FLYERS.line, variantes: [2010106] } }
  await changeQuote(service, id, { lines: [heavy] })
  await expect(news).toContainText(/Lignes \(Flyers[^:]*\s: Papier\s: Couché mat 350\sg/)
  await changeQuote(service, id, { lines: [{ ...FLYERS, sale: { by: 'fixed', cents: 9900 } }] })
  await expect(news).toContainText(/Lignes \(Flyers[^:]*\s: [\d,]+\s€ → 99,00\s€\)/)
  await changeQuote(service, id, { lines: [{ ...FLYERS, role: 'option' }] })
  await expect(news).toContainText(/Lignes \(Flyers[^:]*\s: en option, hors du total\)/)
  await changeQuote(service, id, { lines: [FLYERS, { area: 'heading', text: 'Bureau' }] })
  await expect(news).toContainText(/Bureau ajouté\)\./)
  const more = [1, 2, 3, 4].map((n) => ({ area: 'free', text: `Studio ${n}`, quantity: n, unitCents: 1000 }))
  await changeQuote(service, id, { lines: more })
  await expect(news).toContainText('Studio 1 ajouté : 1, 10,00 €')
  await expect(news).toContainText('+ 2')
  await expect(news).not.toContainText('Studio 4')
  const close = news.getByRole('button', { name: 'Fermer' })
  const [one, two, three, four] = more
  await close.click()
  await changeQuote(service, id, { lines: [two, three, four, one] })
  await expect(news).toHaveText('Changé ailleurs : Lignes (Studio 1 déplacé).')
  await close.click()
  await changeQuote(service, id, { lines: [one, four, three, two] })
  await expect(news).toHaveText('Changé ailleurs : Lignes (dans un autre ordre).')
  // What is put back is no change of the lines any more.
  await changeQuote(service, id, { lines: [two, three, four, one] })
  await expect(news).toHaveText('')
})

test('a line from the catalogue that begins a new quote says why, with the way to both', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await shell.go('/produits/203')
  await configurator.chosenCell.waitFor()
  await service.call('PUT', '/quotes/1/state', { state: 'sent' })
  await page.keyboard.press('Control+Enter')
  const toast = shell.toast(
    /Devis D\d{4}-\S+ a été envoyé entre-temps\s: ajouté à un nouveau devis, brouillon 2\./,
  )
  await expect(toast).toBeVisible()
  await expect(shell.toast('attendent votre choix')).toHaveCount(0)
  await expect(toast.getByRole('button', { name: 'Brouillon 2' })).toBeVisible()
  await toast.getByRole('button', { name: /^Devis D/ }).click()
  await expect(page).toHaveURL(/devis\/1$/)
})

test('what changed while the service was away is told, in a dialog that confirms it to be read again, as while it is there', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  /** Another counter hears of the service before this window does. */
  async function meanwhile(fields: object): Promise<void> {
    await page.route('**/api/**', (route) => route.abort())
    await service.stop()
    await service.start()
    await changeQuote(service, id, fields)
    await page.unroute('**/api/**')
  }
  await meanwhile({ reference: 'REF-2' })
  const news = page.locator('#news')
  await expect(news).toContainText('Changé ailleurs : Référence (« REF-2 »)')
  await news.getByRole('button', { name: 'Fermer' }).click()
  await quote.sending.click()
  const send = quote.dialog.getByRole('button', { name: 'Envoyer' })
  await expect(send).toBeEnabled()
  await send.focus()
  await meanwhile({ lines: [{ ...FLYERS, sale: { by: 'fixed', cents: 9900 } }] })
  await expect(quote.dialog).toContainText(/Relisez\. Changé ailleurs\s: Lignes .*99,00/)
  // What binds gives up the keyboard: a press of Enter would send what was not read.
  await expect(quote.dialog.locator('.notice').filter({ hasText: 'Relisez' })).toBeFocused()
  await expect(send).toBeEnabled()
})

test('customers and tokens made elsewhere are shown at once', async ({ page, shell, service }) => {
  await shell.open()
  await shell.go('/reglages/clients')
  await expect(page.getByRole('heading', { name: 'Comptes des outils (API)' })).toBeVisible()
  const body = { name: 'Agence Nord', canOrder: false, discount: '0', products: null, families: null }
  const { id } = await service.call<{ id: number }>('POST', '/customers', body)
  await expect(page.getByRole('row', { name: /Agence Nord/ })).toBeVisible()
  await service.call('POST', `/customers/${id}/tokens`)
  await expect(page.getByRole('button', { name: 'Révoquer' })).toBeVisible()
})

test('a dispute leaves the field in its place; what is chosen by keyboard leaves the focus on the quote', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await shell.unheard()
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS, FLYERS] })
  const reference = quote.field('reference')
  await expect(reference).toHaveValue('REF-1')
  await changeQuote(service, id, { reference: 'Leur référence' })
  await reference.focus()
  const before = (await reference.boundingBox())!
  await reference.fill('Ma référence')
  await expect(page.locator('#conflict')).toBeAttached()
  await expect.poll(async () => Math.abs((await reference.boundingBox())!.y - before.y)).toBeLessThan(50)
  await expect(reference).toBeFocused()
  // A part of a pixel may be beyond the edge that it was brought to.
  await expect(reference).toBeInViewport({ ratio: 0.95 })
  const conflict = page.locator('#conflict')
  await conflict.getByRole('radio', { name: /^Référence, Ici/ }).check()
  await conflict.getByRole('button', { name: 'Enregistrer ce choix' }).press('Enter')
  await expect(conflict).toHaveCount(0)
  await expect(quote.title).toBeFocused()
})

test('who orders what another counter has just ordered is told that it was made there', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  await quote.order.click()
  await expect(quote.dialog).toBeVisible()
  await service.call('POST', `/quotes/${id}/order`, {})
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
  await expect(shell.toast('commandé entre-temps, ailleurs')).toBeVisible()
  await expect(shell.toast('Commande enregistrée')).toHaveCount(0)
})

test('a dialog that orders says what another counter ordered meanwhile, and leads to it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.order.click()
  await expect(quote.dialog).toBeVisible()
  await service.call('POST', `/quotes/${id}/order`, {})
  await quote.dialog.getByRole('link', { name: 'C000001' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
})

test('amounts of a line keep their spaces, and the head of a quote its height', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const id = await savedQuote(service, {
    reference: 'Plaquettes de rentrée, deuxième tirage',
    lines: [{ ...FLYERS, sale: { by: 'margin', percent: '20' } }],
  })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.lines.first().locator('.costs')).toHaveText(/%\s·\s+[−-]?\d/)
  const head = page.locator('.page-head')
  const { height } = (await head.boundingBox())!
  await quote.field('reference').pressSequentially(' x')
  await expect(quote.saved).toHaveText(/à/)
  expect((await head.boundingBox())!.height).toBe(height)
  const [title, fresh] = [
    await quote.title.boundingBox(),
    await page.getByRole('button', { name: 'Nouveau devis' }).boundingBox(),
  ]
  expect(Math.abs(title!.y + title!.height / 2 - (fresh!.y + fresh!.height / 2))).toBeLessThan(20)
})

test('a field that is written in while another counter sends the quote gives its keyboard to what says so', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.field('reference').pressSequentially('bis')
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await expect(page.locator('#elsewhere, #conflict')).toBeFocused()
  await expect(page.locator('#elsewhere, #conflict')).toContainText('bis')
  await page.keyboard.type('g')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Devis')
})
