/** A quote is marked accepted with what its customer took of it, and what was taken is ordered. */
import { expect, test } from './fixtures.ts'
import { seriousFaults } from './axe.ts'
import { FLYERS, savedQuote } from './pages/quote.ts'

const flyers = (quantity: number, more: object = {}) => ({
  ...FLYERS,
  line: { ...FLYERS.line, quantites_multiples: [quantity] },
  ...more,
})
const design = { area: 'free', text: 'Création graphique', quantity: 1, unitCents: 15_000 }
const CHOICES = [
  flyers(1000),
  flyers(2500, { role: 'alternative' }),
  flyers(5000, { role: 'alternative' }),
  { ...design, role: 'option' },
]

test('which of the choices the customer took is asked, with its total; that is kept, told and ordered', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service, { lines: CHOICES })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const accept = page.getByRole('button', { name: 'Marquer accepté' })
  await accept.click()
  const { dialog } = quote
  // Nobody has chosen yet: nothing is accepted, and the choice has the focus.
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('asked.png') })
  await dialog.getByRole('button', { name: 'Marquer accepté' }).click()
  await expect(dialog.getByText('Dites laquelle le client a retenue.')).toBeVisible()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent' })

  const total = dialog.locator('dd.grand')
  const first = (await total.textContent())!
  await dialog.getByRole('radio', { name: /2\s500/ }).check()
  await expect(total).not.toHaveText(first)
  const second = (await total.textContent())!
  await dialog.getByRole('checkbox', { name: /Création graphique/ }).check()
  await expect(total).not.toHaveText(second)
  const taken = (await total.textContent())!
  expect(await seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('chosen.png') })
  await dialog.getByRole('button', { name: 'Marquer accepté' }).click()

  const told = page.locator('#sent')
  await expect(told).toContainText('Accepté')
  await expect(told).toBeFocused()
  await expect(quote.total).toHaveText(taken)
  await expect(quote.lines.first()).toContainText(/2\s500/)
  for (const name of ['Copier le numéro', 'E-mail'])
    await expect(told.getByRole('button', { name })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('accepted.png') })
  await page.locator('summary', { hasText: 'Historique' }).click()
  await expect(page.getByText(/accepté ; retenu : .*2\s500.* ; Création graphique/)).toBeVisible()
  await quote.order.click()
  await expect(dialog.locator('.lines').first()).toContainText(/2\s500/)
  await expect(dialog).toContainText('2 options ou variantes non retenues')
})

test('what reads alike is told by its group, within one by its line; the total is not called the one that was sent once it is another', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const group = (text: string) => ({ area: 'heading', text })
  const option = flyers(500, { role: 'option' })
  const choice = [flyers(1000), flyers(2500, { role: 'alternative' })]
  const lines = [group('Salon'), ...choice, option, group('Siège'), ...choice, option, option]
  const id = await savedQuote(service, { lines })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('button', { name: 'Marquer accepté' }).click()
  const { dialog } = quote
  const choices = (name: string) => dialog.getByRole('group', { name: `${name} : le client a retenu…` })
  await expect(choices('Salon').getByRole('radio')).toHaveCount(2)
  await expect(choices('Siège').getByRole('radio')).toHaveCount(2)
  const options = dialog.getByRole('group', { name: 'Et les options' }).locator('label')
  await expect(options).toHaveText([/Salon/, /Siège · ligne 8/, /Siège · ligne 9/])
  await expect(options.first()).not.toContainText('ligne')
  const asSent = dialog.getByText('Total du devis tel qu’il a été envoyé')
  await expect(asSent).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('alike.png') })
  await choices('Siège')
    .getByRole('radio', { name: /2\s500/ })
    .check()
  await dialog.getByRole('checkbox', { name: /ligne 9/ }).check()
  await expect(asSent).toBeHidden()
  await expect(dialog.getByText('Total avec ce qui est déjà retenu ici')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await choices('Salon')
    .getByRole('radio', { name: /1\s000/ })
    .check()
  await dialog.getByRole('button', { name: 'Marquer accepté' }).click()
  await page.locator('summary', { hasText: 'Historique' }).click()
  await expect(
    page.getByText(/retenu : .*1\s000, J\+\d+, Salon\).*2\s500, J\+\d+, Siège\).*, Siège, ligne 9\)/),
  ).toBeVisible()
})

test('with a discount on the whole the choices have the prices of the document, which is said, and the total tells the discount', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [flyers(1000), flyers(2500, { role: 'alternative' }), { ...design, role: 'option' }]
  const id = await savedQuote(service, { lines, discount: { percent: '10' } })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  // Of what each line comes to before the discount the page of the quote says the same.
  const shown = await quote.lines.locator('strong').allInnerTexts()
  const prices = shown.filter((text) => /€$/.test(text)).map((text) => text.replace(/\s/g, ' '))
  await page.getByRole('button', { name: 'Marquer accepté' }).click()
  const { dialog } = quote
  const amounts = await dialog.locator('label .amount').allInnerTexts()
  expect(amounts.map((text) => text.replace(/\s/g, ' '))).toEqual(prices)
  await expect(dialog).toContainText(/Prix avant la remise de 10\s% sur le devis, qui vaut aussi/)
  await expect(dialog.getByText(/Remise sur le devis\s+10\s%/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('discounted.png') })
})

test('a quote without choices is accepted once that is confirmed; closed, nothing is', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const accept = page.getByRole('button', { name: 'Marquer accepté' })
  await accept.press('Enter')
  await expect(quote.dialog.getByRole('button', { name: 'Marquer accepté' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(accept).toBeFocused()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent' })
  await accept.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.locator('#sent')).toContainText('Accepté')
  await expect(page.locator('#sent')).toBeFocused()
})

for (const [name, state] of [
  ['Marquer refusé', 'refused'],
  ['Annuler le devis', 'cancelled'],
] as const) {
  test(`after « ${name} » the focus is where the quote says what it is`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    const id = await savedQuote(service)
    await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
    await shell.open()
    await shell.go(`/devis/${id}`)
    await page.getByRole('region', { name: 'Totaux' }).getByRole('button', { name }).press('Enter')
    await quote.dialog.getByRole('button', { name }).press('Enter')
    await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ state })
    await expect(quote.title).toBeFocused()
  })
}

test('an accepted indicative quote names ways that are there', async ({ page, shell, service }) => {
  const id = await savedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'accepted' })
  await page.route(`**/api/quotes/${id}`, async (route) => {
    const response = await route.fetch()
    const obstacles = [{ path: '/lines/0', code: 'price_estimated', message: 'Estimation.', stops: 'order' }]
    const json = { ...((await response.json()) as object), indicative: true, obstacles }
    await route.fulfill({ response, json })
  })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const totals = page.getByRole('region', { name: 'Totaux' })
  await expect(totals).toContainText('Ce devis est accepté : la suite passe par une copie aux prix du jour')
  await expect(totals).not.toContainText('révision ou une copie')
  for (const name of ['Copier aux prix du jour', 'Marquer refusé'])
    await expect(totals.getByRole('button', { name })).toBeVisible()
})
