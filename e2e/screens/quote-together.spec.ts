/** Two write on one quote at once: what is no dispute is saved, and what is said is seen wherever one types. */
import type { Locator, Page } from '@playwright/test'
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS, FLYERS, changeQuote, savesHeld } from './pages/quote.ts'
import type { DeskService } from './service.ts'

/** Scrolls as far down as the page goes with a field in sight, and types in it. */
async function typeFarDown(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await farDown(page)
  await field.pressSequentially(text)
}

async function farDown(page: Page): Promise<void> {
  await page.mouse.move(100, 400)
  await page.mouse.wheel(0, 5000)
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport()
}

const noteOf = (page: Page) => page.getByRole('textbox', { name: 'Note pour le client' })

/** Whether nothing stands over the middle of the field that has the keyboard. */
async function isOnTop(field: Locator): Promise<boolean> {
  await expect(field).toBeFocused()
  const { x, y, width, height } = (await field.boundingBox())!
  const middle = `${x + width / 2}, ${y + height / 2}`
  return field.page().evaluate<boolean>(`document.elementFromPoint(${middle}) === document.activeElement`)
}

test('changes of different fields by two people are both saved, and what the other changed is said', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  const go = await savesHeld(page)
  await quote.field('reference').fill('Ma référence')
  await changeQuote(service, id, { note: 'Rappeler Remi' })
  await quote.field('reference').pressSequentially(' bis')
  go()
  await expect(page.locator('#news')).toContainText(
    'Changé ailleurs : Note pour le client (« Rappeler Remi »).',
  )
  await expect(quote.saved).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enregistrer ce choix' })).toHaveCount(0)
  await expect(noteOf(page)).toHaveValue('Rappeler Remi')
  await expect(quote.field('reference')).toBeFocused()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({
    reference: 'Ma référence bis',
    note: 'Rappeler Remi',
  })
  // It goes on, with the address against lines of the other.
  const present = await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)
  const goAgain = await savesHeld(page)
  await quote.field('ville').fill('Aubagne')
  await changeQuote(service, id, { lines: [...present.lines, FLYERS] })
  goAgain()
  await expect(quote.lines).toHaveCount(2)
  await expect(page.locator('#news')).toContainText(/Lignes \(Flyers A7 .*ajouté\s: 1\s000 ex\., J\+/)
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({ address: { ville: 'Aubagne' } })
  // And with one line against another, though both are alike: each is told by its place.
  const goOn = await savesHeld(page)
  await page
    .getByRole('button', { name: /^Prix et réglages/ })
    .nth(1)
    .click()
  await quote.dialog.getByText('Option', { exact: true }).click()
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await changeQuote(service, id, { lines: [{ ...FLYERS, discount: '10' }, FLYERS] })
  goOn()
  await expect(quote.dialog).toHaveCount(0)
  await expect(page.locator('#conflict')).toHaveCount(0)
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({
      lines: [
        { discount: '10', role: 'included' },
        { discount: null, role: 'option' },
      ],
    })
})

test('who orders a quote that another changed at that moment sees what it was first', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  const go = await savesHeld(page)
  await quote.field('reference').fill('Ma référence')
  await changeQuote(service, id, { note: 'Pas avant lundi' })
  await quote.order.click()
  go()
  await expect(page.locator('#news')).toContainText('Pas avant lundi')
  await expect(quote.saved).toBeVisible()
  await expect(quote.dialog).toHaveCount(0)
  await quote.order.click()
  await expect(quote.dialog).toBeVisible()
})

/** Whether a message is seen from the end of the page in every window, where a field is written in that stands there. */
async function inSightAtAnySize(
  page: Page,
  message: Locator,
  field?: Locator,
  besides = () => Promise.resolve(),
): Promise<void> {
  for (const [width, height] of [
    [1280, 720],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await field?.focus()
    await farDown(page)
    await expect(message, `${width}`).toBeInViewport({ ratio: 1 })
    await besides()
  }
}

test('a dispute is over by itself once both versions are the same, or only one counter has changed the field', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const free = (text: string) => ({ area: 'free', text, quantity: 1, unitCents: 1000 })
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, free('Pose'), free('Maquette')] })
  const conflict = page.locator('#conflict')
  const removed = async (theirs: object[]): Promise<void> => {
    const go = await savesHeld(page)
    await page.getByRole('button', { name: 'Retirer « Pose »' }).click()
    await changeQuote(service, id, { lines: theirs })
    go()
    await expect(conflict).toBeVisible()
    await page.unrouteAll()
  }
  const twice = { ...free('Pose'), quantity: 2 }
  // What the other alone changed and added is on either side, and a choice is of what is seen.
  const dearer = { ...free('Maquette'), unitCents: 1200 }
  const later = { ...free('Livraison'), unitCents: 1500 }
  await removed([FLYERS, twice, dearer, free('Livraison')])
  const ours = conflict.getByRole('radio', { name: /^Lignes, Ici/ })
  const here = conflict
    .getByRole('row', { name: /^Lignes/ })
    .getByRole('cell')
    .first()
  await expect(here).toContainText(/Flyers.*Maquette\s*12,00.*Livraison\s*10,00/)
  await expect(here).not.toContainText('Pose')
  await ours.check()
  await changeQuote(service, id, { lines: [FLYERS, twice, dearer, later] })
  await expect(page.locator('#news')).toContainText(
    /Changé ailleurs\s: Lignes \(Livraison\s: 10,00\s€ → 15,00\s€\)/,
  )
  await expect(here).toContainText(/Livraison\s*15,00/)
  await expect(ours).not.toBeChecked()
  await ours.check()
  await conflict.getByRole('button', { name: 'Enregistrer ce choix' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(quote.saved).toBeVisible()
  await expect(quote.lines).toHaveText([/Flyers/, /Maquette.*12,00/, /Livraison.*15,00/])
  await changeQuote(service, id, { lines: [FLYERS, free('Pose'), free('Maquette')] })

  await removed([FLYERS, twice, free('Maquette')])
  await page.getByRole('button', { name: 'Remettre' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(quote.lines).toHaveText([/Flyers/, /Pose.*20,00/, /Maquette/])

  await removed([FLYERS, free('Pose'), free('Maquette')])
  await changeQuote(service, id, { lines: [FLYERS, free('Maquette')] })
  await expect(conflict).toHaveCount(0)
  await expect(quote.lines).toHaveText([/Flyers/, /Maquette/])
  await expect(quote.saved).toBeVisible()
  await expect(quote.sending).toBeEnabled()
  await quote.sending.click()
  await expect(quote.dialog).toBeVisible()
})

for (const [done, finish] of [
  ['envoyé', (desk: DeskService, id: number) => desk.call('PUT', `/quotes/${id}/state`, { state: 'sent' })],
  ['commandé', (desk: DeskService, id: number) => desk.call('POST', `/quotes/${id}/order`, {})],
] as const)
  test(`what another counter wrote on while a dispute stood open is on the screen and in the copy once it is ${done}`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    const id = await quote.openSaved(shell, service)
    const go = await savesHeld(page)
    await quote.field('reference').fill('La mienne')
    await changeQuote(service, id, { reference: 'La sienne' })
    go()
    const conflict = page.locator('#conflict')
    await expect(conflict).toContainText('La sienne')
    const service250 = { area: 'free', text: 'Pose', quantity: 1, unitCents: 25_000 }
    const later = {
      ...{ lines: [FLYERS, service250], discount: { percent: '10' }, note: 'Du collègue' },
      address: { ...ADDRESS, ville: 'Rezé', telephone: '0612345678' },
    }
    await changeQuote(service, id, later)
    await expect(conflict).toContainText('Rezé')
    await finish(service, id)
    const elsewhere = page.locator('#elsewhere')
    await expect(elsewhere).toContainText(`a été ${done} entre-temps`)
    await expect(elsewhere).toContainText('Référence')
    await expect(quote.lines).toHaveCount(2)
    await expect(quote.field('ville')).toHaveValue('Rezé')
    await expect(quote.field('telephone')).toHaveValue('0612345678')
    await expect(noteOf(page)).toHaveValue('Du collègue')
    await expect(quote.field('reference')).toHaveValue('La mienne')
    await elsewhere.getByRole('button', { name: 'Copie avec mes changements' }).press('Enter')
    await expect(quote.title).toContainText('Brouillon 2')
    expect(await service.call('GET', '/quotes/2')).toMatchObject({
      ...{ reference: 'La mienne', note: later.note, discount: later.discount, address: later.address },
      lines: [{}, { text: 'Pose', unitCents: 25_000 }],
    })
  })

test.describe('what must be known is in sight where one types', () => {
  test('a database that is away', async ({ page, shell, service, quote }) => {
    await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS] })
    await page.route(/\/health$|\/api\/(?!events|catalogue|sync|session)/, (route) =>
      route.fulfill({ status: 503, json: { detail: 'x', errors: [] } }),
    )
    const note = noteOf(page)
    await typeFarDown(page, note, 'Appeler')
    await inSightAtAnySize(page, shell.banner, note, async () => {
      await expect.poll(() => isOnTop(note)).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
    })
  })

  test('a dispute, and the way to where it is settled', async ({ page, shell, service, quote }) => {
    const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS] })
    const go = await savesHeld(page)
    const note = noteOf(page)
    await typeFarDown(page, note, 'Ici')
    await changeQuote(service, id, { note: 'Là-bas' })
    go()
    const strip = page.getByRole('region', { name: 'Devis modifié ailleurs' })
    await expect(strip).toContainText('rien ne s’enregistre avant votre choix')
    await inSightAtAnySize(page, strip, note, async () => {
      await expect.poll(() => isOnTop(note)).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
    })
    await strip.getByRole('button', { name: 'Voir' }).click()
    const conflict = page.getByRole('alert', { name: /modifié ailleurs/ })
    await expect(conflict).toBeFocused()
    await expect(conflict.getByText('Ce devis a été modifié ailleurs')).toBeInViewport({ ratio: 1 })
    await expect(strip).toBeHidden()
  })

  test('a quote that was deleted', async ({ page, shell, service, quote }) => {
    const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS] })
    await typeFarDown(page, noteOf(page), 'Appeler')
    await service.call('DELETE', `/quotes/${id}`)
    const strip = page.getByRole('region', { name: 'Devis modifié ailleurs' })
    await expect(strip).toContainText('Devis supprimé ailleurs')
    await inSightAtAnySize(page, strip)
  })

  test('a quote that was sent', async ({ page, shell, service, quote }) => {
    const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS] })
    await typeFarDown(page, noteOf(page), 'Appeler')
    await expect(quote.saved).toBeAttached()
    await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ note: 'Appeler' })
    await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
    const news = page.locator('#news')
    await expect(news).toContainText('a été envoyé entre-temps')
    await inSightAtAnySize(page, news)
  })
})

test('a heading and a service that two add at once are both in the quote, the service outside of the other’s group', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.writeService('Studio', '50')
  const go = await savesHeld(page)
  const asked = page.waitForRequest((request) => request.method() === 'PUT')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await asked
  await changeQuote(service, id, { lines: [FLYERS, { area: 'heading', text: 'Bureau' }] })
  go()
  await expect(quote.dialog).toHaveCount(0)
  await expect(quote.saved).toBeVisible()
  await expect(page.locator('#conflict')).toHaveCount(0)
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({
    lines: [{ area: 'print' }, { text: 'Studio' }, { text: 'Bureau' }],
  })
})

test('a dialog for a new line, or a discount, says in it that the quote was sent, and what is written then waits for a choice', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await quote.field('discount').fill('5')
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await expect(quote.dialog).toContainText('a été envoyé')
  await page.keyboard.press('Escape')
  const other = await quote.openSaved(shell, service)
  await quote.writeService('Studio', '50')
  await service.call('PUT', `/quotes/${other}/state`, { state: 'sent' })
  await expect(quote.dialog).toContainText('a été envoyé')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.locator('#elsewhere')).toContainText('vos changements : Lignes (Studio ajouté')
})

test('what waits of lines in a quote that was sent meanwhile is told line by line', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const free = (text: string) => ({ area: 'free', text, quantity: 1, unitCents: 1000 })
  const lines = [FLYERS, free('Un'), free('Deux'), free('Trois')]
  const id = await quote.openSaved(shell, service, { lines })
  const go = await savesHeld(page)
  await page.getByRole('button', { name: 'Déplacer « Un »' }).press('Alt+ArrowDown')
  await page.getByRole('button', { name: 'Retirer « Trois »' }).click()
  await page.getByRole('button', { name: /Dupliquer «\sFlyers/ }).click()
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  go()
  await expect(page.locator('#elsewhere')).toContainText(
    /vos changements\s: Lignes \(Flyers[^;]* ajouté[^;]*\s; Trois retiré \([^;]*\)\s; (Un|Deux) déplacé\)\./,
  )
})

test('a line that is written in a quote that another counter deletes is not said to be being saved', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.writeService('Studio', '50')
  await service.call('DELETE', `/quotes/${id}`)
  await expect(quote.dialog).toContainText('a été supprimé ailleurs')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.locator('#elsewhere')).toBeVisible()
  await expect(quote.lines.nth(1)).toContainText('pas enregistré')
  await expect(page.getByText('un nouveau devis peut les reprendre')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/enregistrement…|s’enregistrent/)
  await page.getByRole('button', { name: 'Abandonner mes changements' }).click()
  await expect(page).toHaveURL(/devis$/)
  await page.goto(`${service.url}/#/devis/${id}`)
  await expect(page.getByText('n’existe pas ou plus')).toBeVisible()
})

test('a line that is held to be dragged is the one that is moved, though another counter removes one above it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const all = ['Une', 'Deux', 'Trois', 'Quatre'].map((text) => ({
    ...{ area: 'free', text, quantity: 1, unitCents: 15_000 },
  }))
  const id = await quote.openSaved(shell, service, { lines: all })
  await quote.lines.nth(1).getByRole('button', { name: 'Déplacer « Deux »' }).hover()
  await page.mouse.down()
  await quote.lines.nth(3).hover()
  await changeQuote(service, id, { lines: all.slice(1) })
  await expect(quote.lines).toHaveCount(3)
  await quote.lines.nth(2).hover()
  await page.mouse.up()
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({ lines: [{ text: 'Trois' }, { text: 'Quatre' }, { text: 'Deux' }] })
})
