/** What is noted in house of a quote: seen and written in every state, by two people, never by the customer. */
import type { Page } from '@playwright/test'
import { danglingReferences, seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

interface Notes {
  readonly internalNote: string
  readonly files: string[]
  readonly notesVersion: number
}

const panel = (page: Page) => page.getByRole('region', { name: 'Notes internes' })
const note = (page: Page) => panel(page).getByRole('textbox', { name: 'Notes internes' })
const kept = (page: Page) => panel(page).getByRole('status').filter({ hasText: 'Notes enregistrées' })
const read = (service: DeskService, id: number) => service.call<Notes>('GET', `/quotes/${id}/notes`)

/** Somebody else notes something on what is there. */
async function noteElsewhere(service: DeskService, id: number, notes: Partial<Notes>): Promise<void> {
  await service.call('PUT', `/quotes/${id}/notes`, { ...(await read(service, id)), ...notes })
}

/** Somebody else is the quicker one, the next time that this window saves notes. */
async function noteFirst(page: Page, service: DeskService, id: number, notes: Partial<Notes>): Promise<void> {
  let due = true
  await page.route(`**/api/quotes/${id}/notes`, async (route) => {
    if (due && route.request().method() === 'PUT') {
      due = false
      await noteElsewhere(service, id, notes)
    }
    await route.continue()
  })
}

test('notes in house and files of a quote that was sent are there, completed by keyboard, and not for the customer', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await noteElsewhere(service, id, { internalNote: 'À rappeler mardi' })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'refused' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(note(page)).toHaveValue('À rappeler mardi')
  const { version } = await service.call<{ version: number }>('GET', `/quotes/${id}`)
  await note(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' à 9 h')
  await expect.poll(() => read(service, id)).toMatchObject({ internalNote: 'À rappeler mardi à 9 h' })
  await page.keyboard.press('Tab')
  await page.keyboard.type('P:\\clients\\port\\flyer.pdf')
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://example.test/verso.pdf')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await expect(kept(page)).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const files = ['P:\\clients\\port\\flyer.pdf']
  await expect.poll(() => read(service, id)).toMatchObject({ files })
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ version, state: 'refused' })
  expect(await seriousFaults(page)).toEqual([])
  expect(await danglingReferences(page)).toEqual([])
  await page.reload()
  await expect(quote.title).toBeVisible()
  await expect(note(page)).toHaveValue('À rappeler mardi à 9 h')
  await expect(panel(page).getByRole('listitem')).toHaveText(files)
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByText('À rappeler mardi')).toHaveCount(0)
})

test('what another notes meanwhile is taken in and said; where both wrote the same, a person chooses', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await noteElsewhere(service, id, { internalNote: 'Papier en stock' })
  await expect(note(page)).toHaveValue('Papier en stock')
  await expect(panel(page)).toContainText('Notes changées ailleurs')
  // The note here, the files there: both stay.
  await noteFirst(page, service, id, { files: ['a.pdf'] })
  await note(page).fill('Papier réservé')
  await expect(panel(page).getByRole('listitem')).toHaveText(['a.pdf'])
  await expect
    .poll(() => read(service, id))
    .toMatchObject({ internalNote: 'Papier réservé', files: ['a.pdf'] })
  await expect(kept(page)).toBeVisible()
  // The note here and there.
  await noteFirst(page, service, id, { internalNote: 'Le client passe jeudi' })
  await note(page).fill('Livrer au quai 3')
  await expect(panel(page).getByRole('alert')).toContainText('Le client passe jeudi')
  expect(await read(service, id)).toMatchObject({ internalNote: 'Le client passe jeudi' })
  await page.reload()
  await expect(panel(page).getByRole('alert')).toContainText('Le client passe jeudi')
  expect(await seriousFaults(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Garder les deux' }).focus()
  await page.keyboard.press('Enter')
  await expect(note(page)).toBeFocused()
  await expect
    .poll(() => read(service, id))
    .toMatchObject({ internalNote: 'Le client passe jeudi\n\nLivrer au quai 3', files: ['a.pdf'] })
})

test('a note that meets no answer is said to be kept, and goes out when the service answers; also from another quote', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const other = await savedQuote(service)
  const id = await quote.openSaved(shell, service)
  await page.route('**/api/quotes/*/notes', (route) => route.abort())
  await note(page).fill('Hors ligne')
  await expect(panel(page).getByRole('status').last()).not.toContainText('Notes enregistrées')
  await quote.show(shell, other)
  await expect(note(page)).toHaveValue('')
  await page.unroute('**/api/quotes/*/notes')
  await quote.show(shell, id)
  await expect(note(page)).toHaveValue('Hors ligne')
  await expect.poll(() => read(service, id)).toMatchObject({ internalNote: 'Hors ligne' })
  // What is typed just before another quote is opened is saved, too.
  await note(page).fill('En partant')
  await quote.show(shell, other)
  await expect.poll(() => read(service, id)).toMatchObject({ internalNote: 'En partant' })
})
