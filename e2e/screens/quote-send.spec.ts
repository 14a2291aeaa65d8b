/** Sending in one step: what cannot be sent, what moved, for whom, until when; then it is sent, once. */
import { seriousFaults, seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { FLYERS, flyersAt, savedQuote } from './pages/quote.ts'
import { synced, test as partnered } from './partner.ts'
import type { DeskService } from './service.ts'

interface Saved {
  readonly state: string
  readonly version: number
  readonly number: string
  readonly reconfirm: boolean
  readonly validUntil: string
  readonly evidence: { readonly until: string | null } | null
}
const read = (service: DeskService, id: number) => service.call<Saved>('GET', `/quotes/${id}`)

test('by the keyboard alone: one key asks, one sends, and what is next is at hand', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  // Neither way a word of what it opens is chosen, and the focus is at the button.
  await quote.sending.dblclick()
  const button = quote.dialog.getByRole('button', { name: 'Envoyer' })
  await expect(button).toBeFocused()
  expect(await page.evaluate('String(getSelection())')).toBe('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(button).toBeFocused()
  await expect(quote.dialog).toContainText('1 ligne · livraison')
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(button).toBeInViewport({ ratio: 1 })
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  const sent = page.locator('#sent')
  await expect(sent).toBeFocused()
  await expect(sent).toContainText(/Envoyé · D\d{4}-[A-Z2-9]{4}-0001 · valable jusqu’au/)
  const file = sent.getByRole('button', { name: 'Enregistrer le fichier .comptoir' })
  await Promise.all([page.waitForEvent('download'), file.press('Enter')])
  await expect(file).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  const { number } = await read(service, id)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await sent.getByRole('button', { name: 'Copier le numéro' }).click()
  await expect(shell.toast(`Numéro copié : ${number}.`)).toBeVisible()
})

test('what would be given away is named before it is sent', async ({ shell, service, quote }) => {
  const given = { ...FLYERS, sale: { by: 'fixed', cents: 0 } }
  await quote.openSaved(shell, service, { lines: [given, FLYERS] })
  await quote.sending.click()
  await expect(quote.dialog).toContainText(/À\s0\s€, donc offert\s: Flyers [^)]*\)[^(]*\(ligne\s1\)Total/)
})

test('what an account’s discount makes of the whole is told before it is sent', async ({
  shell,
  service,
  quote,
}) => {
  const account = {
    name: 'Agence',
    canOrder: true,
    discount: '12.5',
    products: null,
    families: null,
  }
  const { id: customerId } = await service.call<{ id: number }>('POST', '/customers', account)
  await quote.openSaved(shell, service, { customerId })
  await quote.sending.click()
  await expect(quote.dialog.getByText(/Le devis entier fait perdre \d+,\d\d\s€/)).toBeVisible()
})

test('a number that cannot be copied is to be copied by hand', async ({ page, shell, service, quote }) => {
  const id = await quote.openSaved(shell, service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  // So do browsers over plain http from another machine.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await page.locator('#sent').getByRole('button', { name: 'Copier le numéro' }).click()
  await expect(shell.toast('sélectionnez le texte')).toBeVisible()
})

test('what cannot be sent is named, with the way to it; without a line nothing can be pressed', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS] })
  await page.route(`**/api/quotes/${id}`, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { obstacles: object[] }
    const fault = { path: '/lines/1', code: 'price_unavailable', message: 'Sans prix.', stops: 'both' }
    await route.fulfill({ response, json: { ...json, obstacles: [...json.obstacles, fault] } })
  })
  await page.reload()
  await quote.sending.click()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toHaveCount(0)
  await quote.dialog.getByRole('button', { name: /Flyers.*\s: Sans prix/ }).click()
  await expect(quote.dialog).toHaveCount(0)
  await expect(page.locator('[data-grip="1"]')).toBeFocused()
})

test('prices that moved are decided there, and the quote is sent at them', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await flyersAt(service, 5000)
  await shell.open()
  await quote.show(shell, id)
  const before = await quote.total.textContent()
  await quote.sending.click()
  const moved = quote.dialog.locator('#moved-prices')
  await expect(moved).toContainText('→')
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toHaveCount(0)
  await expect(quote.dialog.getByRole('button', { name: 'Garder pour l’instant' })).toHaveCount(0)
  await quote.dialog.getByRole('button', { name: 'Reprendre les prix du jour' }).press('Enter')
  await expect(moved).toBeHidden()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeFocused()
  await expect(quote.dialog.locator('dd.grand')).not.toHaveText(before!)
  await page.keyboard.press('Enter')
  await expect(page.locator('#sent')).toBeFocused()
})

test('who may not see costs settles what moved without being told one', async ({
  page,
  people,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await flyersAt(service, 5000)
  await people.set()
  for (const [name, told] of [
    ['Ada', 1],
    ['Zoé Martin', 0],
  ] as const) {
    await people.enter(name)
    await page.goto(`${service.url}/#/devis/${id}`)
    await quote.sending.click()
    await expect(quote.dialog.locator('#moved-prices')).toContainText('→')
    await expect(quote.dialog.getByText(/sous son coût/)).toHaveCount(told)
    await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
    if (told) await people.leave()
  }
})

test('an estimate is told, and sent marked alone', async ({ page, shell, service, quote }) => {
  const id = await savedQuote(service)
  const evidence = { until: null, estimated: 1, seen: [] }
  const indicative = { indicative: true, uncertainty: 200, evidence }
  for (const address of [`**/api/quotes/${id}`, `**/api/quotes/${id}/prices`])
    await page.route(address, async (route) => {
      const response = await route.fetch()
      const json = { ...((await response.json()) as object), ...indicative }
      await route.fulfill({ response, json })
    })
  await shell.open()
  await quote.show(shell, id)
  await page.keyboard.press('Control+Enter')
  await expect(quote.dialog).toContainText('1 prix est une estimation.')
  await expect(quote.dialog).toContainText('devis indicatif')
  await expect(quote.dialog.getByRole('button', { name: /^Jusqu’au/ })).toHaveCount(0)
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).press('Enter')
  await expect(quote.dialog.getByLabel('Prix à reconfirmer')).toBeFocused()
  await page.keyboard.press('Space')
  const asked = page.waitForRequest('**/state')
  await page.keyboard.press('Enter')
  expect((await asked).postDataJSON()).toMatchObject({ indicative: true, reconfirm: true })
  await expect(page.locator('#sent')).toContainText('prix à reconfirmer')
})

test('a price that moves while the dialog is open is not sent unseen', async ({
  shell,
  page,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  // The page hears of nothing until it sends.
  let deaf = true
  page.on('request', (request) => (deaf &&= !request.url().endsWith('/state')))
  await page.route('**/prices', (route) => (deaf ? route.abort() : route.continue()))
  await quote.sending.click()
  await expect(quote.dialog).toContainText('ils le seront à l’envoi')
  await flyersAt(service, 5000)
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(quote.dialog.locator('#moved-prices')).toBeVisible()
  expect((await read(service, id)).state).toBe('draft')
})

test('a key that is held since it opened the dialog confirms nothing', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  const button = quote.dialog.getByRole('button', { name: 'Envoyer' })
  for (const modifier of ['', 'Control']) {
    if (modifier) await page.keyboard.down(modifier)
    else await quote.sending.focus()
    await page.keyboard.down('Enter')
    await expect(button).toBeFocused()
    for (let i = 0; i < 3; i++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    if (modifier) await page.keyboard.up(modifier)
    await expect(button).toBeFocused()
    await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
  }
  expect((await read(service, id)).state).toBe('draft')
  await quote.sending.press('Enter')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#sent')).toBeFocused()
})

test('the day that is seen is sent: while it is none, nothing is', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.sending.click()
  const button = quote.dialog.getByRole('button', { name: 'Envoyer' })
  const field = quote.dialog.getByRole('textbox', { name: 'Valable jusqu’au' })
  for (const [text, press] of [
    ['32/13/2026', () => button.click()],
    ['', () => field.press('Enter')],
    // As tools do that press without the pointer.
    ['32/13/2026', () => button.dispatchEvent('click')],
  ] as const) {
    await field.fill(text)
    await press()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(text)
    await expect(quote.dialog).toContainText('Une date est attendue')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
  }
  expect(await seriousFaults(page)).toEqual([])
  await field.fill('')
  await field.press('Tab')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.pressSequentially('15/01/2027')
  await expect(field).toHaveValue('15/01/2027')
  await button.click()
  await expect(page.locator('#sent')).toBeFocused()
  expect(await read(service, id)).toMatchObject({ state: 'sent', validUntil: '2027-01-15' })
})

test('two clicks send once', async ({ page, shell, service, quote }) => {
  const id = await quote.openSaved(shell, service)
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/state') ? 1 : 0))
  await quote.sending.click()
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).dblclick()
  await expect(page.locator('#sent')).toBeVisible()
  await expect(page.locator('.toast.error')).toHaveCount(0)
  expect([asked, (await read(service, id)).version]).toEqual([1, 2])
})

test('an answer that is lost is found out: the quote was sent, once', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.route('**/state', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await quote.send()
  await expect(page.locator('#sent')).toBeFocused()
  await expect(page.locator('.toast.error')).toHaveCount(0)
  expect(await read(service, id)).toMatchObject({ state: 'sent', version: 2 })
})

test('one that never went out is said not to be sent once that is certain, and nothing is lost', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await page.clock.install()
  const id = await quote.openSaved(shell, service)
  await page.route('**/state', (route) => route.abort())
  await quote.send()
  const wait = page.getByRole('dialog', { name: 'Envoi du brouillon 1' })
  await expect(wait).toContainText('peut-être déjà envoyé')
  await expect(wait.getByRole('button', { name: /Annuler|Fermer/ })).toHaveCount(0)
  await page.clock.runFor(25_000)
  await expect(quote.dialog.getByRole('alert')).toContainText('Rien n’a été envoyé')
  await page.unroute('**/state')
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.locator('#sent')).toBeVisible()
  expect(await read(service, id)).toMatchObject({ state: 'sent', version: 2 })
})

test('reloaded in the middle, the page shows what became of it', async ({ page, shell, service, quote }) => {
  const id = await quote.openSaved(shell, service)
  await page.route('**/state', async (route) => {
    await route.fetch()
    // No answer: the page is another by then.
  })
  await quote.send()
  await expect.poll(async () => (await read(service, id)).state).toBe('sent')
  await page.reload()
  await expect(page.locator('#sent')).toContainText('Envoyé · D')
})

test('what another counter changed meanwhile is shown, and nothing is sent over it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.route('**/api/events**', (route) => route.abort())
  await quote.sending.click()
  await expect(quote.dialog).toContainText('1 ligne')
  const saved = await service.call<object>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...saved, reference: 'Ailleurs' })
  // A click that was on its way is none for what it has not seen.
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).dispatchEvent('click')
  await expect(quote.dialog).toContainText('Relisez. Changé ailleurs : Référence (« Ailleurs »)')
  await expect(quote.field('reference')).toHaveValue('Ailleurs')
  expect((await read(service, id)).state).toBe('draft')
})

/** A draft of one product that the partner prices. */
async function draftOfPartner(service: DeskService): Promise<number> {
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  for (const { area, id } of entries.filter((entry) => entry.area === 'print')) {
    const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/products/${id}`)
    const lines = [{ area, line: defaultLine, delai: null }]
    const { totals } = await service.call<{ totals: object | null }>('POST', '/quotes/price', { lines })
    if (totals) return savedQuote(service, { lines, validUntil: '2030-06-30' })
  }
  throw new Error('the partner prices nothing')
}

partnered(
  'beyond what its prices are known to hold, a quote is sent for as long as they do, or marked',
  async ({ page, shell, service, quote, partner }) => {
    test.slow()
    expect(partner.url).toBeTruthy()
    await synced(service)
    const [id, other] = [await draftOfPartner(service), await draftOfPartner(service)]
    const until = (await read(service, id)).evidence!.until!
    await shell.open()
    await quote.show(shell, id)
    await quote.sending.click()
    const button = quote.dialog.getByRole('button', { name: 'Envoyer' })
    await expect(quote.dialog).toContainText('Ces prix ne sont connus que jusqu’au')
    await expect(quote.dialog).toContainText(/Prix vus chez .+ le /)
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(await seriousFaults(page)).toEqual([])
    await quote.dialog.getByRole('button', { name: /^Jusqu’au/ }).click()
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    await button.click()
    await expect(page.locator('#sent')).toBeVisible()
    expect(await read(service, id)).toMatchObject({ reconfirm: false, validUntil: until })

    await quote.show(shell, other)
    await page.keyboard.press('Control+Enter')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    const mark = quote.dialog.getByLabel('Prix à reconfirmer')
    await expect(mark).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(page.locator('#sent')).toContainText('prix à reconfirmer')
    expect(await read(service, other)).toMatchObject({ reconfirm: true, validUntil: '2030-06-30' })
    await shell.go('/devis')
    await expect(quote.lines.first()).toContainText('Prix à reconfirmer')
  },
)
