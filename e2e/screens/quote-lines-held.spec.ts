/** Lines that are pressed while the last change of them is still being saved: what is pressed is what is seen. */
import { expect, test } from './fixtures.ts'
import { FLYERS, changeQuote, savesHeld } from './pages/quote.ts'

const free = (text: string) => ({ area: 'free', text, quantity: 1, unitCents: 1000 })
const LINES = [FLYERS, free('Maquette'), free('Livraison'), free('Pose')]

test('a bin that is clicked twice removes one line, which comes back as itself', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { lines: LINES })
  await page.getByRole('button', { name: 'Retirer « Maquette »' }).dblclick()
  await expect(page.getByText('Ligne retirée : « Maquette »')).toBeVisible()
  await expect(quote.lines).toHaveCount(3)
  await expect(quote.saved).toBeVisible()
  await page.getByRole('button', { name: 'Remettre' }).click()
  await expect(quote.lines).toHaveCount(4)
  await expect(quote.lines.nth(1)).toContainText('Maquette')
  await expect(quote.lines.nth(2)).toContainText('Livraison')
})

test('an option that is included with two clicks is, and nothing else: what comes under the pointer meanwhile is not meant', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const option = {
    ...free('Pose sur place, dépose et enlèvement de l’ancien support compris'),
    role: 'option',
  }
  await quote.openSaved(shell, service, { lines: [FLYERS, option] })
  const include = page.getByRole('button', { name: /^Inclure «\sPose sur place/ })
  await include.hover()
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  await expect(include).toHaveCount(0)
  // As far as the row has shrunk, it is the link that is below it by now.
  await page.getByRole('link', { name: 'Ajouter un produit' }).hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(quote.saved).toBeVisible()
  await expect(page).toHaveURL(/devis/)
  await expect(quote.lines).toHaveCount(2)
  // A click of its own is.
  await page.getByRole('link', { name: 'Ajouter un produit' }).click()
  await expect(page).not.toHaveURL(/devis/)
})

test('while a change is being saved the lines are shown as they will be, and each button is its own line’s', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: LINES })
  const letGo = await savesHeld(page)
  await page.getByRole('button', { name: 'Retirer « Maquette »' }).click()
  await expect(quote.lines).toHaveCount(3)
  await expect(page.getByText('Les montants suivent')).toBeVisible()
  await page.getByRole('button', { name: 'Dupliquer « Pose »' }).click()
  await expect(quote.lines).toHaveCount(4)
  await expect(quote.lines.nth(3)).toContainText('enregistrement…')
  letGo()
  await expect(quote.lines.nth(3)).toContainText('10,00')
  await expect(page.getByText('Les montants suivent')).toHaveCount(0)
  const { lines } = await service.call<{ lines: { name: string }[] }>('GET', `/quotes/${id}`)
  expect(lines.slice(1).map(({ name }) => name)).toEqual(['Livraison', 'Pose', 'Pose'])
})

test('bins of several lines that are clicked one right after the other remove each its own', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const other = { ...FLYERS, line: { ...FLYERS.line, quantites_multiples: [2500] } }
  const rollUp = { ...FLYERS, line: { ...FLYERS.line, quantites_multiples: [500] } }
  const lines = [
    FLYERS,
    { ...other, role: 'alternative' },
    free('Création'),
    rollUp,
    { ...free('Livraison'), role: 'option' },
  ]
  await quote.openSaved(shell, service, { lines })
  const count = (lines: number) => expect(quote.lines).toHaveCount(lines, { timeout: 2_000 })
  await count(5)
  // The last two stand at the same place, one after the other.
  for (const left of [4, 3, 2]) {
    await quote.lines
      .nth(left === 4 ? 3 : 2)
      .getByRole('button', { name: /^Retirer/ })
      .click()
    await count(left)
  }
  await expect(quote.saved).toBeVisible()
  await quote.lines
    .nth(1)
    .getByRole('button', { name: /^Retirer/ })
    .dblclick()
  await count(1)
})

test('a service that stands still is named, and the line that it is asked for is not taken for cancelled', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: LINES })
  const go = await savesHeld(page)
  await quote.writeService('Étude', '70')
  await page.keyboard.press('Enter')
  await expect(quote.dialog).toContainText('le service n’a pas encore répondu')
  await expect(quote.dialog).toContainText('déjà dans le devis')
  await expect(quote.dialog.getByRole('button', { name: 'Annuler' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(quote.lines).toHaveCount(5)
  await expect(page.getByText('le service tarde')).toBeVisible()
  go()
  await expect(quote.saved).toBeVisible()
  expect(await service.call<{ lines: unknown[] }>('GET', `/quotes/${id}`)).toMatchObject({
    lines: { length: 5 },
  })

  // What is refused, or asked for and not answered yet, is no other counter's change.
  await page
    .getByRole('button', { name: /^Prix et réglages/ })
    .first()
    .click()
  await quote.dialog.getByRole('radio', { name: 'Prix fixé' }).check()
  await quote.fill({ 'sale-cents': '90,00', 'line-discount': '5,0' })
  const json = { detail: 'Non.', errors: [{ path: '', code: 'x', message: 'Non.' }] }
  await page.route('**/api/quotes/*', (route) => route.fulfill({ status: 422, json }), { times: 1 })
  await page.keyboard.press('Enter')
  await expect(quote.dialog.getByRole('button', { name: 'Enregistrer' })).toBeEnabled()
  await expect(quote.dialog).not.toContainText('ailleurs')
  const goAgain = await savesHeld(page)
  await page.keyboard.press('Enter')
  await expect(quote.dialog).toContainText('déjà dans le devis')
  await expect(quote.dialog).not.toContainText('ailleurs')
  goAgain()
  await expect(quote.dialog).toHaveCount(0)
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({
    lines: [{ sale: { cents: 9000 } }, {}, {}, {}, {}],
  })
})

test('a line that is moved by the keys gives the focus back to nobody who has gone elsewhere; another counter’s line moves it to no other', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: [free('Un'), free('Deux'), free('Trois')] })
  const grip = (text: string) => page.getByRole('button', { name: `Déplacer « ${text} »` })
  const go = await savesHeld(page)
  await grip('Un').press('Alt+ArrowDown')
  await quote.field('reference').fill('Salon')
  go()
  await expect(page.getByText('« Un » est en place 2 sur 3')).toBeAttached()
  await expect(quote.field('reference')).toBeFocused()
  await expect(quote.saved).toBeVisible()
  await grip('Trois').focus()
  const { lines } = await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)
  await changeQuote(service, id, { lines: [free('Zéro'), ...lines] })
  await expect(quote.lines).toHaveCount(4)
  await expect(grip('Trois')).toBeFocused()
  // Also where it is this very line that they move, or take away.
  const read = async () => (await service.call<{ lines: { name: string }[] }>('GET', `/quotes/${id}`)).lines
  const [zero, two, one, three] = await read()
  await changeQuote(service, id, { lines: [zero, three, two, one] })
  await expect(quote.lines.nth(1)).toContainText('Trois')
  await expect(grip('Trois')).toBeFocused()
  await changeQuote(service, id, { lines: [zero, two, one] })
  await expect(quote.lines).toHaveCount(3)
  await expect(grip('Deux')).toBeFocused()
})

test('the keys move a line as often as they are pressed, though the first step is still being saved', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = Array.from({ length: 40 }, (_, i) => free(`Ligne ${i + 1}`))
  const id = await quote.openSaved(shell, service, { lines })
  const grip = page.getByRole('button', { name: 'Déplacer « Ligne 2 »' })
  const go = await savesHeld(page)
  await grip.focus()
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(grip).toBeFocused()
  await expect(grip).toBeInViewport()
  await expect(quote.lines.nth(30)).toContainText('Ligne 2')
  go()
  await expect(page.getByText('« Ligne 2 » est en place 31 sur 40')).toBeAttached()
  await expect(grip).toBeFocused()
  await expect(quote.saved).toBeVisible()
  const saved = await service.call<{ lines: { name: string }[] }>('GET', `/quotes/${id}`)
  expect(saved.lines.map(({ name }) => name).indexOf('Ligne 2')).toBe(30)
})

test('a long quote stays where one was: a line that is removed and comes back, one that is changed, the way back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const one = (text: string) => page.getByRole('button', { name: `Retirer « ${text} »` })
  const lines: object[] = Array.from({ length: 60 }, (_, i) => free(`Ligne ${i + 1}`))
  await quote.openSaved(shell, service, { lines: lines.with(43, FLYERS) })
  const [above, flyers] = [quote.lines.nth(42), quote.lines.nth(43)]

  await one('Ligne 45').press('Enter')
  await expect(one('Ligne 45')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remettre' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Remettre' })).toBeInViewport()
  await expect(above).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Déplacer « Ligne 45 »' })).toBeFocused()
  await one('Ligne 45').press('Enter')
  await page.getByRole('main').getByRole('button', { name: 'Fermer' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Déplacer « Ligne 46 »' })).toBeFocused()
  await expect(quote.saved).toBeVisible()

  const ways = {
    update: () => page.getByRole('button', { name: 'Mettre à jour la ligne' }).click(),
    link: () => page.getByRole('link', { name: 'Retour au devis' }).click(),
    browser: () => page.goBack(),
  }
  for (const way of [ways.update, ways.link, ways.browser]) {
    await flyers.getByRole('link', { name: /^Modifier/ }).click()
    await page.getByRole('gridcell', { selected: true }).waitFor()
    await way()
    await expect(flyers).toBeInViewport()
  }
})
