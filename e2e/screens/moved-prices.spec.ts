/** Prices that moved: told line by line on the quote, and of all open quotes in one report, also after a partner was away. */
import { seriousFaults, seriousFaultsInBothThemes } from './axe.ts'
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { pricedProduct, synced, test } from './partner.ts'
import type { DeskService } from './service.ts'

interface Saved {
  readonly id: number
  readonly totals: { readonly prix_ht: number } | null
}

/** Drafts of two lines each, of products that the partner prices as they stand. */
async function drafts(service: DeskService, count: number): Promise<Saved[]> {
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  const lines: object[] = []
  for (const { area, id } of entries) {
    if (area !== 'print' || lines.length === 2) continue
    const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/products/${id}`)
    const line = { area, line: defaultLine, delai: null }
    const { totals } = await service.call<Saved>('POST', '/quotes/price', { lines: [line] })
    if (totals) lines.push(line)
  }
  const made: Saved[] = []
  for (let i = 0; i < count; i++)
    made.push(
      await service.call<Saved>('POST', '/quotes', { reference: `Devis ${i + 1}`, address: ADDRESS, lines }),
    )
  return made
}

test('a draft shows old and new of each line; one is taken, the other absorbed, and kept ones are asked about again', async ({
  page,
  shell,
  service,
  quote,
  partner,
}) => {
  test.slow()
  await synced(service)
  const [draft] = await drafts(service, 1)
  await partner.prices(1.1)
  await shell.open()
  await shell.go(`/devis/${draft!.id}`)
  const notice = page.locator('#moved-prices')
  await expect(notice.getByRole('listitem')).toHaveCount(2)
  await expect(notice.getByRole('listitem').first()).toContainText(/€ → .*€.*\+ .*€/)
  await expect(notice.getByRole('listitem').first()).toContainText(/\d\d:\d\d → maintenant/)
  expect(await seriousFaults(page)).toEqual([])

  await notice.getByRole('button', { name: 'Garder pour l’instant' }).press('Enter')
  await expect(notice.getByRole('listitem')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Regarder' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice).toBeFocused()

  await notice
    .getByRole('button', { name: /^Absorber dans la marge\s:/ })
    .first()
    .press('Enter')
  await expect(notice).toContainText('Le prix d’une ligne a changé')
  await expect(quote.lines.first()).toContainText('prix fixé')
  // Of one line there are no buttons of its own: what is decided of all has the keyboard.
  await expect(notice).toBeFocused()
  // What moved again since it was shown is shown, and nothing is taken.
  const shown = await notice.getByRole('listitem').first().textContent()
  await partner.prices(1.3)
  await notice.getByRole('button', { name: 'Reprendre les prix du jour' }).press('Enter')
  await expect(shell.toast('Le montant a changé entre-temps')).toBeVisible()
  await expect(notice).toContainText('Les prix de 2 lignes ont changé')
  await expect(notice.getByRole('listitem').first()).not.toHaveText(shown!)
  await expect(notice).toBeFocused()
  await notice.getByRole('button', { name: 'Reprendre les prix du jour' }).press('Enter')
  await expect(notice).toBeHidden()
  await expect(quote.title).toBeFocused()
})

test('of a line at a fixed price only the cost is told, within its column', async ({
  page,
  shell,
  service,
  quote,
  partner,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await synced(service)
  const [{ id, lines }] = (await drafts(service, 1)) as [Saved & { lines: object[] }]
  const sale = { by: 'fixed', cents: 123456 }
  const fixed = await service.call<Saved>('POST', '/quotes', {
    address: ADDRESS,
    lines: lines.map((line) => ({ ...line, sale })),
  })
  expect(fixed.id).not.toBe(id)
  await partner.prices(1.1)
  await shell.open()
  await shell.go(`/devis/${fixed.id}`)
  const notice = page.locator('#moved-prices')
  await expect(notice).toContainText('Les coûts de 2 lignes ont changé')
  await expect(notice).not.toContainText('Total TTC')
  const told = quote.lines.first().locator('.cost-moved')
  await expect(told).toContainText('le prix reste.')
  expect(await told.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
  await page.screenshot({ path: test.info().outputPath('fixed.png') })
})

test('what has moved is told again once the account has access to it again', async ({
  page,
  shell,
  service,
  quote,
  partner,
}) => {
  test.slow()
  await synced(service)
  const account = { name: 'Partiel', canOrder: true, discount: '0', products: [], families: [] }
  await service.call('POST', '/customers', account)
  const [draft] = await drafts(service, 1)
  await partner.prices(1.1)
  await shell.open()
  await quote.show(shell, draft!.id)
  const notice = page.locator('#moved-prices')
  await expect(notice).toContainText('Les prix de 2 lignes ont changé')
  const accounts = page.getByLabel('Compte (remise)')
  await accounts.selectOption({ label: 'Partiel' })
  await expect(quote.lines.first()).toContainText('Plus de prix')
  await expect(notice).toBeHidden()
  await accounts.selectOption({ label: 'Comptoir' })
  await expect(notice).toContainText('Les prix de 2 lignes ont changé')
  await expect(quote.lines.first()).toContainText('Aujourd’hui')
})

test('the report asks nobody by itself; asked, it names what moved, and several are settled at once', async ({
  page,
  shell,
  service,
  partner,
}) => {
  test.slow()
  await synced(service)
  const made = await drafts(service, 3)
  await service.call('PUT', `/quotes/${made[0]!.id}/state`, { state: 'sent' })
  await partner.prices(1.1)
  await shell.open()
  // It is in this window's hand.
  await shell.go(`/devis/${made[0]!.id}`)
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await page.getByRole('link', { name: 'Prix des devis ouverts' }).click()
  // The page of the one that was sent has asked for its lines, which the others have, too.
  const rows = page.locator('li.quote')
  await expect(rows).toHaveCount(3)

  await page.getByRole('button', { name: 'Demander aux partenaires' }).click()
  await expect(rows).toHaveCount(3, { timeout: 30_000 })
  await expect(rows.nth(2)).toContainText('Envoyé')
  await expect(rows.nth(2).getByRole('button', { name: /^Copier aux prix du jour/ })).toBeVisible()
  await expect(rows.nth(0)).toContainText(/→/)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])

  // Of one quote alone a loss is asked about, too.
  const dialog = page.getByRole('dialog')
  await rows
    .nth(0)
    .getByRole('button', { name: /^Absorber/ })
    .press('Enter')
  await expect(dialog).toContainText('Absorbées, 2 lignes seraient vendues sous leur coût.')
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(3)

  await page.getByLabel('Tous les brouillons de la page').press('Space')
  await page.getByRole('button', { name: 'Absorber dans la marge', exact: true }).press('Enter')
  await expect(dialog).toContainText('Absorber dans la marge de 2 devis')
  await dialog.getByRole('button', { name: 'Absorber dans la marge' }).press('Enter')
  await expect(shell.toast('2 devis absorbés dans la marge')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const after = await service.call<Saved>('GET', `/quotes/${made[1]!.id}`)
  expect(after.totals!.prix_ht).toBe(made[1]!.totals!.prix_ht)

  // A price that is fixed now stays on another cost, and that is said as on the quote.
  await partner.prices(1.21)
  await page.getByRole('button', { name: 'Demander aux partenaires' }).click()
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(/Coût .*€\s→\s.*€\s;\sle\sprix\sreste\./)

  // What was sent goes on under its number, as from its own page.
  await rows.nth(2).getByRole('button', { name: 'Réviser aux prix du jour' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/devis/${made[0]!.id}$`))
  await expect(shell.toast('Révision 2, aux prix du jour')).toBeVisible()
  // What this window does itself is no news of another's.
  await expect(page.getByText('ailleurs')).toHaveCount(0)
  await expect(page.locator('#moved-prices')).toHaveCount(0)
  const revised = await service.call<Saved>('GET', `/quotes/${made[0]!.id}`)
  expect(revised).toMatchObject({ state: 'draft', revision: 2 })
  expect(revised.totals!.prix_ht).toBeGreaterThan(made[0]!.totals!.prix_ht)
})

test('a partner that was away and returns dearer is told of quietly, with the way to the report', async ({
  page,
  shell,
  service,
  partner,
}) => {
  test.slow()
  await synced(service)
  await drafts(service, 2)
  await shell.open()
  await partner.offline(600_000)
  await service.call('POST', `/partners/${encodeURIComponent(new URL(partner.url).host)}/check`)
  await expect(shell.banner).toBeVisible({ timeout: 30_000 })
  await partner.prices(1.2)
  await partner.offline(0)
  const notice = shell.toast(/les prix de 2 devis ouverts ont changé/)
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await notice.getByRole('button', { name: 'Regarder' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Prix des devis ouverts' })).toBeVisible()
  await expect(page.locator('li.quote')).toHaveCount(2)
})

test('of a draft that another counter takes prices of at the same time, what is left to decide stays told', async ({
  page,
  shell,
  service,
  partner,
}) => {
  test.slow()
  await synced(service)
  const [draft] = await drafts(service, 1)
  const { id } = draft!
  await partner.prices(1.1)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const notice = page.locator('#moved-prices')
  await expect(notice.getByRole('listitem')).toHaveCount(2)
  await page.route('**/reprice', async (route) => {
    await service.call('POST', `/quotes/${id}/reprice`, { how: 'take', line: 0 })
    await route.continue()
  })
  await notice
    .getByRole('button', { name: /^Reprendre le prix du jour/ })
    .last()
    .click()
  await expect(notice).toContainText('Le prix d’une ligne a changé')
  await page.unroute('**/reprice')
  await notice.getByRole('button', { name: 'Reprendre les prix du jour' }).click()
  await expect(notice).toBeHidden()
})

test('a price from before its partner moved another is named before it is sent, and can be marked', async ({
  page,
  shell,
  service,
  quote,
  partner,
}) => {
  test.slow()
  await synced(service)
  const id = await pricedProduct(service)
  const { defaultLine, product } = await service.call<{
    defaultLine: { quantites_multiples: number[] }
    product: { quantites: { available?: number[] } }
  }>('GET', `/products/${id}`)
  const [quantity] = defaultLine.quantites_multiples
  const other = product.quantites.available?.find((one) => one !== quantity) ?? quantity! * 2
  const priced = (copies: number) =>
    service.call<{ leadTimes: { label: string; status: string }[] }>('POST', '/prices', {
      area: 'print',
      line: { ...defaultLine, quantites_multiples: [copies] },
    })
  await priced(quantity!)
  await priced(other)
  await partner.prices(1.1)
  await priced(other)
  await partner.stop()
  await expect.poll(async () => (await priced(quantity!)).leadTimes[0]!.status).toBe('observed')
  const line = {
    area: 'print',
    line: defaultLine,
    delai: null,
    leadTimeLabel: (await priced(quantity!)).leadTimes[0]!.label,
  }
  const made = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines: [line] })
  await shell.open()
  await quote.show(shell, made.id)
  await quote.sending.click()
  const told = quote.dialog.getByText(/d’avant un changement de prix/)
  await expect(told).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('overtaken.png') })
  // The customer reads nothing of partners.
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('button', { name: 'Vue client' }).click()
  await quote.sending.click()
  await expect(quote.dialog.getByText('Total TTC')).toBeVisible()
  await expect(told).toHaveCount(0)
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await quote.sending.click()
  await quote.dialog.getByRole('checkbox', { name: 'prix à reconfirmer' }).check()
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(quote.dialog).toBeHidden()
  const sent = await service.call<{ state: string; reconfirm: boolean }>('GET', `/quotes/${made.id}`)
  expect(sent).toMatchObject({ state: 'sent', reconfirm: true })
})
