/** A quote over time: prices that move, two counters, what is missing, what was sent and what has expired. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ADDRESS, FLYERS, flyersAt, savedQuote } from './pages/quote.ts'

const moved = (page: Page) => page.getByRole('alert').filter({ hasText: 'prix d’une ligne a changé' })

test('prices that move under an open draft are shown beside the old ones, and taken by a button', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { lines: [{ ...FLYERS, discount: '10' }] })
  await expect(quote.total).toBeVisible()
  const before = await quote.total.textContent()
  await flyersAt(service, 5000)
  await expect(moved(page)).toBeVisible()
  // After the line's discount, as the price that it is beside.
  const today = quote.lines.first().locator('.today')
  await expect(today).toHaveText(/Aujourd’hui 40,95\s€/)
  await expect(moved(page).getByRole('listitem')).toContainText(/→\s*40,95\s€/)
  await expect(quote.total).toHaveText(before!)
  // Neither ordered nor sent at the old ones: both lead to the same choice.
  await expect(quote.order).toHaveAccessibleDescription(/Décidez d’abord des prix qui ont changé/)
  await expect(page.getByText('Décidez d’abord des prix qui ont changé')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 400 })
  await quote.order.click()
  await expect(page.locator('#moved-prices')).toBeFocused()
  await expect(page.locator('#moved-prices')).toHaveCSS('outline-style', 'solid')
  await expect(page.locator('#moved-prices')).toBeInViewport({ ratio: 1 })
  await quote.sending.click()
  await expect(quote.dialog.locator('#moved-prices')).toBeVisible()
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.locator('#moved-prices').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(moved(page)).toBeHidden()
  await expect(quote.total).not.toHaveText(before!)
  await expect(page.locator('#order-blocker')).toBeHidden()
  await expect(quote.lines.first()).toContainText(/40,95\s€/)
  // Nor unseen at what a setting has just made of them, in the dialog that was open by then.
  await quote.order.click()
  const confirm = quote.dialog.getByRole('button', { name: 'Commander' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'false')
  const { vat } = await service.call<{ vat: object }>('GET', '/settings')
  await service.call('PUT', '/settings', { vat: { ...vat, rate: '21' } })
  await expect(quote.dialog.locator('#moved-prices')).toContainText(/TVA\s: 20\s% → 21\s%/)
  await expect(quote.dialog.locator('#moved-prices')).toBeFocused()
  await confirm.dispatchEvent('click')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await quote.dialog.getByRole('button', { name: 'Reprendre les prix du jour' }).press('Enter')
  await expect(confirm).toBeFocused()
  await expect(quote.dialog).toContainText(/TVA 21\s%/)
  expect(await service.call('GET', '/orders')).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/commandes\/1$/)
})

test('of a line that has no price any more there is none to take: what can be done is said, on the quote and in the report', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await flyersAt(service, null)
  const notice = page.locator('#moved-prices')
  await expect(notice.getByRole('listitem')).toContainText(/→\s*sans prix.*Changez la quantité/)
  await expect(notice.getByRole('button')).toHaveText('Garder pour l’instant')
  await shell.go('/devis')
  await page.getByRole('link', { name: 'Prix des devis ouverts' }).click()
  const row = page.locator('li.quote')
  await expect(row).toContainText('Changez la quantité')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('prices that moved before a draft is opened again are shown; writing a note does not take them', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await flyersAt(service, 5000)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(moved(page)).toBeVisible()
  const before = await quote.total.textContent()
  await page.getByLabel('Note pour le client').fill('Rappeler jeudi')
  await expect(quote.saved).toBeVisible()
  await expect(moved(page)).toBeVisible()
  await expect(quote.total).toHaveText(before!)
})

test('what the other counter saved is not written over: both are shown, field by field', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  const theirs = await service.call<{ version: number; lines: object[] }>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, {
    ...theirs,
    reference: 'Leur référence',
    address: { ...ADDRESS, ville: 'Aubagne' },
  })
  await quote.field('reference').fill('Ma référence')
  const conflict = page.getByRole('alert', { name: /modifié ailleurs/ })
  await expect(conflict).toContainText('Leur référence')
  await expect(conflict).toContainText('Ma référence')
  await expect(conflict).toContainText('Aubagne')
  // Nothing goes out while the choice is open, and a reload does not lose it.
  await quote.field('adresse2').fill('Bâtiment B')
  await page.reload()
  await expect(conflict).toContainText('Bâtiment B')
  // What was changed there alone stays.
  await expect(conflict.getByRole('radio', { name: /^Ville, Ici/ })).toBeDisabled()
  expect((await service.call<{ reference: string }>('GET', `/quotes/${id}`)).reference).toBe('Leur référence')
  // Mine where I alone wrote, theirs where they did; where both did a person says which.
  await expect(conflict.getByRole('button', { name: 'Enregistrer ce choix' })).toBeDisabled()
  await expect(conflict).toContainText('Reste à choisir : Référence.')
  for (const name of ['Enregistrer', 'Envoyer'])
    await expect(page.getByRole('button', { name, exact: true }), name).toBeDisabled()
  await conflict.getByRole('radio', { name: /^Référence, Ici/ }).check()
  await conflict.getByRole('button', { name: 'Enregistrer ce choix' }).press('Enter')
  await expect(conflict).toBeHidden()
  await expect(quote.saved).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({
    reference: 'Ma référence',
    address: { ville: 'Aubagne', adresse2: 'Bâtiment B' },
  })
})

test('where lines differ in what they are to the total alone, that is seen', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS] })
  const read = await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, {
    ...read,
    lines: read.lines.with(1, { ...read.lines[1], role: 'option' }),
  })
  await page
    .getByRole('button', { name: /^Prix et réglages/ })
    .nth(1)
    .click()
  await quote.dialog.getByText('Variante', { exact: true }).click()
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  const conflict = page.getByRole('alert', { name: /modifié ailleurs/ })
  await expect(conflict.getByRole('radio', { name: /^Lignes, Ici.*Variante/s })).toBeVisible()
  await expect(conflict.getByRole('radio', { name: /^Lignes, Ailleurs.*Option/s })).toBeVisible()
})

test('the other counter’s version can be taken whole', async ({ page, shell, service, quote }) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  const read = await service.call<object>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...read, reference: 'Leur référence' })
  await quote.field('reference').fill('Ma référence')
  // The strip that leads to the panel goes once that is in sight, and what is below it moves up.
  await page.locator('#conflict').scrollIntoViewIfNeeded()
  await expect(page.locator('#strips')).toBeEmpty()
  await page.getByRole('button', { name: 'Tout reprendre d’ailleurs' }).click()
  await expect(quote.field('reference')).toHaveValue('Leur référence')
})

test('a save whose answer was lost on the way is no one else’s change', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  let lost = 0
  // It tries again by itself, perhaps before anyone has read that it was not saved.
  const read = Promise.withResolvers<null>()
  await page.route(`**/api/quotes/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    if (lost++ > 0) {
      await read.promise
      return route.fallback()
    }
    await route.fetch()
    await route.abort()
  })
  await quote.field('reference').fill('Une fois')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  read.resolve(null)
  await page.keyboard.press('Control+s')
  await expect(quote.saved).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ reference: 'Une fois', version: 2 })
})

test('what is missing to send is listed; a sent quote without an address is completed, then ordered', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: [], address: {} })
  await quote.sending.click()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toHaveCount(0)
  await quote.dialog.getByRole('button', { name: /pas encore de ligne/ }).click()
  await expect(page.locator('#add-line')).toBeFocused()
  await expect(page.locator('#missing')).toContainText('pas encore de ligne')
  const read = await service.call<object>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...read, lines: [FLYERS] })
  await page.reload()
  await quote.send({ unnamed: true })
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`devis/${id}$`))
  await expect(quote.title).toContainText(/Devis D\d{4}-[A-Z2-9]{4}-0001/)

  await quote.order.click()
  await expect(page.locator('#missing')).toContainText('Adresse, Code postal, Ville')
  await quote.fill(ADDRESS)
  await expect(page.locator('#missing')).toBeHidden()
  await expect(quote.saved).toBeVisible()
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
})

test('an address with another VAT is refused on a sent quote, and goes with its copy', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.field('code_postal').fill('97110')
  await quote.field('code_postal').blur()
  await expect(page.getByText('ferait passer la TVA de 20 à 8,5 %')).toBeVisible()
  await flyersAt(service, 5000)
  await page.getByRole('button', { name: 'Copier aux prix du jour' }).click()
  await expect(quote.title).toContainText('Brouillon 2')
  await expect(shell.toast(/Total HT\s: 21,75\s€ → .*\d,\d\d\s€\.$/)).toBeVisible()
  await expect(quote.field('code_postal')).toHaveValue('97110')
  await expect(page.getByText('TVA 8,5 % : selon le code postal')).toBeVisible()
})

test('a country is chosen by any of its names; one that is none is asked about', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const country = quote.field('pays')
  const names = page.locator(`#${await country.getAttribute('list')} option`)
  await expect(names, 'drawn for nobody who does not come near').toHaveCount(0)
  await country.fill('FRA')
  await expect(names.first()).toHaveAttribute('value', 'France')
  await country.press('Tab')
  await expect(country).toHaveValue('France')
  // Begun, it is the one that begins so.
  await country.fill('Allem')
  await country.press('Enter')
  await expect(country).toHaveValue('Allemagne')
  await country.fill('Frence')
  await country.press('Tab')
  await expect(page.getByText('Vouliez-vous dire France ?')).toBeVisible()
  await expect(page.getByText('TVA 0 % : pays non reconnu')).toBeVisible()
  await quote.order.click()
  await expect(country).toBeFocused()
  await country.fill('Belgique')
  await country.press('Tab')
  await expect(page.getByText('TVA 0 % : livraison hors de France')).toBeVisible()
  await quote.field('email').fill('ada@')
  await quote.field('email').press('Tab')
  await expect(
    page.locator('p.fault').filter({ hasText: 'Cette adresse e-mail n’est pas complète' }),
  ).toBeVisible()
})

test('an expired quote says since when, and is ordered by who confirms it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { validUntil: '2020-03-05' })
  await quote.order.click()
  await expect(quote.dialog).toContainText('a expiré le 5 mars 2020')
  const confirm = quote.dialog.getByRole('button', { name: 'Commander' })
  await expect(confirm).toBeDisabled()
  await quote.dialog.getByLabel('Commander quand même').check()
  await confirm.click()
  await expect(page).toHaveURL(/commandes\/1$/)
})

test('a removed line comes back by the button that the focus is on', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, {
    lines: [FLYERS, { ...FLYERS, line: { ...FLYERS.line, label: 'B' } }],
  })
  await quote.lines
    .first()
    .getByRole('button', { name: /^Retirer «/ })
    .press('Enter')
  await expect(quote.lines).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Remettre' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quote.lines).toHaveCount(2)
  await expect(quote.lines.nth(1)).toContainText('B')
})

test('20 visuals are said in one line, their list on demand; a total alone is said once', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const cards = (quantities: number[]) => ({
    area: 'print',
    line: { produit: 101, quantites_multiples: quantities },
    delai: null,
  })
  await quote.openSaved(shell, service, {
    lines: [cards(Array<number>(20).fill(400)), cards([100, 250])],
  })
  await expect(quote.lines.first()).toContainText('8 000 ex.')
  await expect(quote.lines.first().getByText('20 visuels × 400')).toHaveCount(1)
  const several = quote.lines.nth(1)
  await expect(several).toContainText('350 ex.')
  await several.locator('summary').click()
  await expect(several.getByRole('listitem')).toHaveText(['100', '250'])
  await expect(page.getByText('Lignes HT')).toHaveCount(0)
  const row = (await quote.lines.first().boundingBox())!
  const side = (await page.getByRole('region', { name: 'Totaux' }).boundingBox())!
  expect(row.x + row.width).toBeLessThanOrEqual(side.x)
})

test('a quote has its own address from its first line on', async ({ page, shell, configurator, quote }) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.add.click()
  await shell.quoteChip.click()
  await expect(page).toHaveURL(/devis\/1$/)
  await quote.fill(ADDRESS)
  await quote.send()
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible()
  await page.reload()
  await expect(quote.title).toContainText(/Devis D\d{4}-[A-Z2-9]{4}-0001/)
})

test('two clicks order once', async ({ page, shell, service, quote }) => {
  await quote.openSaved(shell, service)
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).dblclick()
  await expect(page).toHaveURL(/commandes\/1$/)
  expect(await service.call('GET', '/orders')).toHaveLength(1)
})

test('200 lines and texts without a space: nothing leaves its place', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const long = 'W'.repeat(200)
  await quote.openSaved(shell, service, {
    reference: long,
    note: long,
    address: { ...ADDRESS, nom: long, adresse1: long },
    lines: Array.from({ length: 200 }, (_, i) => ({
      ...FLYERS,
      line: { ...FLYERS.line, label: `${long}${i}` },
    })),
  })
  await expect(quote.lines).toHaveCount(200)
  await quote.order.click()
  await expect(quote.dialog).toBeVisible()
  for (const width of [1280, 420]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
})
