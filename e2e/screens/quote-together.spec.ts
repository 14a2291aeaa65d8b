/** Two write on one quote at once: what is no dispute is saved, and what is said is seen wherever one types. */
import type { Locator, Page } from '@playwright/test'
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { FLYERS, changeQuote } from './pages/quote.ts'

/** Holds what this window saves until the given end. */
async function holdSaves(page: Page, id: number): Promise<() => void> {
  const held = Promise.withResolvers<null>()
  await page.route(`**/api/quotes/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  return () => held.resolve(null)
}

/** Scrolls as far down as the page goes with a field in sight, and types in it. */
async function typeFarDown(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await page.mouse.move(100, 400)
  await page.mouse.wheel(0, 5000)
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport()
  await field.pressSequentially(text)
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
  const go = await holdSaves(page, id)
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
  const goAgain = await holdSaves(page, id)
  await quote.field('ville').fill('Aubagne')
  await changeQuote(service, id, { lines: [...present.lines, FLYERS] })
  goAgain()
  await expect(quote.lines).toHaveCount(2)
  await expect(page.locator('#news')).toContainText(/Lignes \(Flyers A7 .*ajouté : 1\s000 ex\., J\+/)
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({ address: { ville: 'Aubagne' } })
})

test('who orders a quote that another changed at that moment sees what it was first', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.unheard()
  const id = await quote.openSaved(shell, service)
  const go = await holdSaves(page, id)
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

for (const size of [
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]) {
  test.describe(`what must be known is in sight where one types, at ${size.width} pixels`, () => {
    test.use({ viewport: size })

    test('a database that is away', async ({ page, shell, service, quote }) => {
      await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS] })
      await page.route(/\/health$|\/api\/(?!events|catalogue|sync|session)/, (route) =>
        route.fulfill({ status: 503, json: { detail: 'x', errors: [] } }),
      )
      const note = noteOf(page)
      await typeFarDown(page, note, 'Appeler')
      await expect(shell.banner).toBeInViewport({ ratio: 1 })
      expect(await isOnTop(note)).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
    })

    test('a dispute, and the way to where it is settled', async ({ page, shell, service, quote }) => {
      const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS] })
      const go = await holdSaves(page, id)
      const note = noteOf(page)
      await typeFarDown(page, note, 'Ici')
      await changeQuote(service, id, { note: 'Là-bas' })
      go()
      const strip = page.getByRole('region', { name: 'Devis modifié ailleurs' })
      await expect(strip).toContainText('rien ne s’enregistre avant votre choix')
      await expect(strip).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isOnTop(note)).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
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
      await expect(strip).toBeInViewport({ ratio: 1 })
    })

    test('a quote that was sent', async ({ page, shell, service, quote }) => {
      const id = await quote.openSaved(shell, service, { lines: [FLYERS, FLYERS, FLYERS] })
      await typeFarDown(page, noteOf(page), 'Appeler')
      await expect(quote.saved).toBeAttached()
      await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ note: 'Appeler' })
      await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
      const news = page.locator('#news')
      await expect(news).toContainText('a été envoyé entre-temps')
      await expect(news).toBeInViewport({ ratio: 1 })
    })
  })
}
