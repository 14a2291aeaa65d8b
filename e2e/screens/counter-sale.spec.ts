/** The sale at the counter: three keys from product to price to order, for who walks in without an address. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { keysOf, openedFlyers, saleAtCounter } from './roads.ts'

const CONFIRM = 'Commander définitivement'

test('three keys from product to price to order: nothing is asked, and it is collected at the shop', async ({
  page,
  shell,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await shell.open()
  await catalogue.search.fill('flyers a5')
  await expect(catalogue.active).toContainText('Flyers A5')
  expect(await saleAtCounter({ page, configurator, quote, order })).toBe(3)
})

test('an order with a customer, a lead time and how it was paid takes at most 60 keys from the search on', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await service.call('POST', '/companies', { name: 'Boulangerie Martin' })
  await shell.open()
  const keys = keysOf(page)
  await keys.type('flyers a5')
  await expect(catalogue.active).toContainText('Flyers A5')
  await keys.press('Enter')
  await configurator.agreedPrice()
  await keys.press('v')
  await expect(quote.dialog).toBeVisible()
  await keys.type('mart')
  await expect(quote.dialog.getByRole('option', { name: /Boulangerie Martin/ })).toBeVisible()
  await keys.press('Enter')
  await expect(quote.dialog.getByText(/1 ligne · dernier retrait \p{L}+/u)).toBeVisible()
  const confirm = quote.dialog.getByRole('button', { name: CONFIRM })
  await expect(confirm).toBeFocused()
  await expect(confirm).toHaveAttribute('aria-disabled', 'false')
  await keys.press('Shift+Tab')
  while (
    !(await quote.dialog
      .getByRole('radio', { name: 'Non noté' })
      .evaluate((radio) => radio.matches(':focus')))
  )
    await keys.press('Shift+Tab')
  await keys.press('ArrowRight')
  await expect(quote.dialog.getByRole('radio', { name: 'Carte' })).toBeChecked()
  while (!(await confirm.evaluate((button) => button.matches(':focus')))) await keys.press('Tab')
  await keys.press('Enter')
  await expect(order.title).toContainText('Commande C000001')
  expect(keys.count).toBeLessThanOrEqual(60)
  const [ordered] = await service.call<{ internalNote: string; company: string }[]>('GET', '/quotes')
  expect(ordered).toMatchObject({ company: 'Boulangerie Martin' })
  expect(await service.call('GET', '/quotes/1')).toMatchObject({
    ...{ state: 'ordered', collected: true, internalNote: 'Réglé par carte' },
  })
  const noted = page.getByRole('region', { name: 'Notes internes' })
  await expect(noted, 'who hands it over need not ask').toContainText('Réglé par carte')
})

test('who walks in may be named without being kept as a customer', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  const confirm = quote.dialog.getByRole('button', { name: CONFIRM })
  await expect(confirm).toBeFocused()
  await page.keyboard.type('Ana Ruiz')
  await expect(quote.dialog.getByRole('option', { name: 'Client de passage : Ana Ruiz' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(confirm).toBeFocused()
  await expect(confirm).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expect(order.title).toContainText('C000001')
  await expect(order.address).toContainText('Ana Ruiz')
  expect(await service.call<unknown[]>('GET', '/companies')).toEqual([])
  expect(await service.call<{ recipient: string }[]>('GET', '/orders')).toMatchObject([
    { recipient: 'Ana Ruiz' },
  ])
})

test('after how it is paid Enter goes on to what orders', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  const card = quote.dialog.getByRole('radio', { name: 'Carte' })
  await card.check()
  await card.press('Enter')
  await expect(quote.dialog.getByRole('button', { name: CONFIRM })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(order.title).toContainText('C000001')
  expect(await service.call('GET', '/quotes/1/notes')).toMatchObject({ internalNote: 'Réglé par carte' })
})

test('a sale that is left leaves nothing: the quote in hand is in hand again, and it is taken up as a quote all the same', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
}) => {
  const drafts = async () =>
    (await service.call<{ id: number; lineCount: number }[]>('GET', '/quotes')).map(({ id, lineCount }) => [
      id,
      lineCount,
    ])
  await openedFlyers({ page, shell, catalogue, configurator })
  await configurator.add.click()
  await expect(shell.toast('Ajouté au brouillon 1')).toBeVisible()
  // Pressed twice it is one sale.
  await configurator.title.click()
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await expect(quote.dialog).toContainText('Vente comptoir')
  await page.keyboard.press('Escape')
  await expect(configurator.title, 'back at its product').toContainText('Flyers A5')
  await expect(shell.toast('Vente abandonnée : rien n’en est gardé.')).toBeVisible()
  await expect(shell.quoteChip).toContainText('Brouillon 1')
  expect(await drafts()).toEqual([[1, 1]])
  await configurator.agreedPrice()
  await page.keyboard.press('Control+z')
  await expect(quote.title).toContainText('Brouillon')
  await expect(quote.field('collected')).toBeChecked()
  await expect(quote.field('adresse1')).toBeHidden()
  expect(await seriousFaults(page)).toEqual([])
  // It goes to an address after all.
  await quote.field('collected').uncheck()
  await quote.fill({ adresse1: '1 rue Haute', code_postal: '75001', ville: 'Paris', nom: 'Durand' })
  await page.keyboard.press('Control+s')
  await expect(quote.saved).toBeVisible()
  const [[id]] = (await drafts()) as [[number, number]]
  expect(await drafts()).toEqual([
    [id, 1],
    [1, 1],
  ])
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({
    collected: false,
    address: { adresse1: '1 rue Haute', nom: 'Durand' },
  })
})

test('what the next customer takes is not put with a sale that was left by the browser’s Back', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  await expect(quote.dialog.getByRole('button', { name: CONFIRM })).toBeFocused()
  await page.goBack()
  await expect(configurator.title).toContainText('Flyers A5')
  await expect(shell.toast('Vente abandonnée')).toBeVisible()
  expect(await service.call<unknown[]>('GET', '/quotes')).toEqual([])
  await configurator.agreedPrice()
  await page.keyboard.press('Control+Enter')
  await expect(shell.toast('Ajouté au brouillon')).toBeVisible()
  expect(await service.call<{ lineCount: number }[]>('GET', '/quotes')).toMatchObject([{ lineCount: 1 }])
})

test('a sale in which somebody was named stays as a draft, which is not in hand any more', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  await expect(quote.dialog.getByRole('button', { name: CONFIRM })).toBeFocused()
  await page.keyboard.type('Ana Ruiz')
  await expect(quote.dialog.getByRole('option', { name: 'Client de passage : Ana Ruiz' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(quote.dialog.getByRole('button', { name: CONFIRM })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(shell.toast('Vente non commandée : elle reste dans le brouillon 1.')).toBeVisible()
  await configurator.agreedPrice()
  await page.keyboard.press('Control+Enter')
  await expect(shell.toast('Ajouté au brouillon 2')).toBeVisible()
  expect(await service.call('GET', '/quotes/1')).toMatchObject({ address: { nom: 'Ana Ruiz' } })
  expect(await service.call<{ lineCount: number }[]>('GET', '/quotes')).toMatchObject([
    { lineCount: 1 },
    { lineCount: 1 },
  ])
})

test('another lead time is chosen where the sale is read; once it is sold, the quote in hand is in hand again', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await configurator.add.click()
  await expect(shell.quoteChip).toContainText('Brouillon 1')
  await configurator.title.click()
  await page.keyboard.press('v')
  const confirm = quote.dialog.getByRole('button', { name: CONFIRM })
  await expect(confirm).toBeFocused()
  const first = quote.dialog.getByRole('radiogroup', { name: 'Délai et prix HT' }).getByRole('radio').first()
  await expect(first).not.toBeChecked()
  const said = (await first.locator('xpath=..').innerText()).replaceAll(/\s/g, ' ')
  const [label, price] = /^(J\+\d+) · ([\d ,]+€)/.exec(said)!.slice(1) as [string, string]
  await first.check()
  const priced = new RegExp(`${label.replace('+', '\\+')}.*${price.replaceAll(' ', '\\s')}`, 's')
  await expect(quote.dialog.getByRole('listitem').first()).toHaveText(priced)
  await expect(confirm).toHaveAttribute('aria-disabled', 'false')
  await confirm.press('Enter')
  await expect(order.title).toContainText('C000001')
  const { leadTimes } = await service.call<{ leadTimes: string[] }>('GET', '/orders/1')
  expect(leadTimes).toEqual([label])
  await expect(shell.quoteChip).toContainText('Brouillon 1')
})

test('a stray scan orders nothing: neither a product’s barcode nor one of ours', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  const confirm = quote.dialog.getByRole('button', { name: CONFIRM })
  await expect(confirm).toBeFocused()
  await Promise.all([...'3017620422003', 'Enter'].map((key) => page.keyboard.press(key)))
  await expect(shell.toast('Ce code-barres n’est celui d’aucun devis')).toBeVisible()
  await expect(confirm).toBeFocused()
  await Promise.all([...'C000012', 'Enter'].map((key) => page.keyboard.press(key)))
  await expect(confirm).toBeFocused()
  await expect(quote.dialog.getByRole('combobox')).toHaveValue('')
  expect(await service.call<unknown[]>('GET', '/orders')).toEqual([])
})

test('pressed twice, in two tabs, or with its answer lost, it is one order', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  const confirm = quote.dialog.getByRole('button', { name: CONFIRM })
  await expect(confirm).toBeFocused()
  // Another tab has the same sale open, and orders it first.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Commander', exact: true }).click()
  await expect(other.getByRole('button', { name: CONFIRM })).toBeFocused()
  await page.route('**/api/quotes/*/order', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The service has it, the answer is lost on the way back.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(order.title).toContainText('C000001')
  // The other tab is told.
  await expect(other.getByRole('button', { name: CONFIRM })).toBeHidden()
  expect(await service.call<unknown[]>('GET', '/orders')).toHaveLength(1)
  await other.close()
})

test('without the service a sale is kept as a draft, and ordered once it is back', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  quote,
  order,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await service.stop()
  await page.keyboard.press('v')
  await expect(shell.toast('enregistré')).toBeVisible()
  await service.start()
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.field('collected')).toBeChecked()
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: CONFIRM }).click()
  await expect(order.title).toContainText('C000001')
  expect(await service.call<unknown[]>('GET', '/orders')).toHaveLength(1)
})

test('its dialog is fit for all: both themes, narrow and wide', async ({
  page,
  shell,
  catalogue,
  configurator,
  quote,
}) => {
  await openedFlyers({ page, shell, catalogue, configurator })
  await page.keyboard.press('v')
  await expect(quote.dialog.getByRole('button', { name: CONFIRM })).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 800 })
      // A theme's colours come in little by little.
      await expect
        .poll(() => seriousFaults(page, 'dialog'), { message: `${colorScheme} ${width}` })
        .toEqual([])
    }
  }
})
