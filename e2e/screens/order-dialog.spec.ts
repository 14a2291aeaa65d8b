/** What the dialog that orders reads back: how much of what goes to whom, and what the partners ask for it now. */
import { seriousFaults } from './axe.ts'
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, SOUTH, test } from './sources.ts'

const ASKED = 'Ce que demandent les partenaires'

test('orders, transmissions and last day are read back, and each partner’s total beside the quote’s', async ({
  page,
  shell,
  service,
  quote,
  north,
  south: _south,
}) => {
  const id = await mixedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await north.prices(1.12)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  await expect(
    quote.dialog.getByText('1 commande · 2 transmissions · 3 lignes · dernière livraison'),
  ).toBeVisible()
  const asked = quote.dialog.getByRole('region', { name: ASKED })
  const moved = asked.getByRole('listitem').filter({ hasText: NORTH }).first()
  await expect(moved).toContainText('Autre total')
  await expect(moved).toContainText(/\+\d+,\d\d\s€, \+\d+(,\d)?\s%/)
  await expect(moved).toContainText('attendra votre accord')
  await expect(asked.getByRole('listitem').filter({ hasText: 'Même total' })).toContainText('Au devis')
  // The step that cannot be undone is called so, has the focus, and is read with its consequence.
  const confirm = quote.dialog.getByRole('button', { name: 'Commander définitivement' })
  await expect(confirm).toBeFocused()
  await expect(confirm).toHaveAccessibleDescription(/Étape définitive/)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await seriousFaults(page, 'dialog')).toEqual([])
  }
})

test('what a partner would refuse is said by its line, who is away when it leaves; ordering waits for neither', async ({
  shell,
  service,
  quote,
  north,
  south,
}) => {
  const id = await mixedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  const { lines } = await service.call<{ lines: { line: { produit: number } }[] }>('GET', `/quotes/${id}`)
  await north.catalogue({ op: 'remove', id: lines[1]!.line.produit % 1e10 })
  await south.offline(600_000)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  const asked = quote.dialog.getByRole('region', { name: ASKED })
  await expect(asked.getByRole('listitem').filter({ hasText: NORTH }).first()).toContainText(
    /^Refusé.*Ligne 2\s: /,
  )
  const away = asked.getByRole('listitem').filter({ hasText: SOUTH })
  await expect(away).toContainText('Part plus tard')
  await expect(away).toContainText(/essai toutes les \d+\u00a0s/)
})

test('a partner that does not answer holds nothing up', async ({ page, shell, service, quote, north }) => {
  const id = await mixedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await north.faults({ path: 'panier/$', kind: 'delay', ms: 60_000, times: 9 })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  await expect(quote.dialog.getByText('Vous pouvez commander sans attendre')).toBeVisible()
  await quote.dialog.getByRole('button', { name: 'Commander définitivement' }).click()
  await expect(page).toHaveURL(/commandes\/\d+$/)
})

test('what keeps the partners from being asked is said by its line', async ({
  page,
  shell,
  service,
  quote,
  north: _north,
}) => {
  const id = await mixedQuote(service)
  const errors = [
    { path: '/lines/1', code: 'lead_time_unavailable', message: 'Ce délai n’a pas de numéro connu.' },
  ]
  await page.route(/\/api\/quotes\/\d+\/order$/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 400, json: { detail: '', errors } })
      : route.continue(),
  )
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  const asked = quote.dialog.getByRole('region', { name: ASKED })
  await expect(asked).toContainText(/Ligne 2\s: .*\(nord\)\s: Ce délai n’a pas de numéro connu\./)
  await page.unroute(/\/api\/quotes\/\d+\/order$/)
})

test('a message covers nothing of the step that cannot be undone, also once what partners ask makes the dialog taller', async ({
  page,
  shell,
  service,
  quote,
  north,
  south: _south,
}) => {
  const id = await mixedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await page.setViewportSize({ width: 1280, height: 600 })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await north.faults({ path: 'panier/$', kind: 'delay', ms: 1_000, times: 1 })
  // A message that stays for a while.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await page.getByRole('button', { name: 'Copier le numéro' }).click()
  const toast = shell.toast('sélectionnez le texte')
  await expect(toast).toBeVisible()
  await quote.order.click()
  const covered = () =>
    quote.dialog.evaluate((dialog) => {
      const said = dialog.ownerDocument.querySelector('.toast')!.getBoundingClientRect()
      const footer = dialog.querySelector('footer')!.getBoundingClientRect()
      const isOver = said.left < footer.right && footer.left < said.right
      return isOver && said.top < footer.bottom && footer.top < said.bottom
    })
  await expect(quote.dialog.getByRole('region', { name: ASKED }).getByRole('listitem')).toHaveCount(2)
  await expect.poll(covered).toBe(false)
  await expect(toast).toBeVisible()
})

test('what would be refused at its lead time is said before it is ordered, and is not to be ordered until it may be', async ({
  page,
  shell,
  service,
  quote,
  north: _north,
  south: _south,
}) => {
  const id = await mixedQuote(service)
  const message = 'Ce délai ne peut pas être commandé hors ligne.'
  const rehearsals = '**/api/quotes/*/order'
  await page.route(rehearsals, (route) => {
    const errors = [{ path: '/lines/1', code: 'lead_time_unavailable', message }]
    return route.fulfill({ status: 400, json: { detail: message, errors } })
  })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  const confirm = quote.dialog.getByRole('button', { name: 'Commander définitivement' })
  await expect(quote.dialog.getByRole('region', { name: ASKED }).locator('.fault')).toContainText(message)
  await expect(confirm).toBeDisabled()
  await page.screenshot({ path: test.info().outputPath('barred.png') })
  await page.keyboard.press('Escape')
  await page.unroute(rehearsals)
  await quote.order.click()
  await expect(confirm).toBeEnabled()
})
