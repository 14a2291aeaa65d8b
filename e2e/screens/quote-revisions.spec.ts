/** What was sent goes on under its number: revised, compared, given up; refused and cancelled with a reason that its history tells. */
import type { Locator, Page } from '@playwright/test'
import { danglingReferences, seriousFaults, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { FLYERS, savedQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

interface Kept {
  readonly number: string
  readonly version: number
  readonly state: string
  readonly lines: object[]
}

async function sentQuote(service: DeskService): Promise<{ id: number; number: string }> {
  const id = await savedQuote(service)
  const { number } = await service.call<Kept>('PUT', `/quotes/${id}/state`, { state: 'sent' })
  return { id, number }
}

/** Writes lines of a draft as another program would. */
async function write(service: DeskService, id: number, lines: object[]): Promise<void> {
  const present = await service.call<Kept>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...present, lines })
}

async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.page().keyboard.press('Enter')
}

async function isSound(page: Page): Promise<void> {
  expect(await seriousFaults(page)).toEqual([])
  expect(await danglingReferences(page)).toEqual([])
}

const history = (page: Page) => page.locator('.history')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('revisions are compared at prices before the discount on the whole, which has its row; a group says that its sum is another', async ({
  page,
  shell,
  service,
}) => {
  const heading = { area: 'heading', text: 'Salon' }
  const service1 = { area: 'free', text: 'Livraison', quantity: 1, unitCents: 1500 }
  const discount = { percent: '10' }
  const id = await savedQuote(service, { lines: [heading, service1, FLYERS], discount })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await service.call('POST', `/quotes/${id}/revise`, {})
  const present = await service.call<Kept>('GET', `/quotes/${id}`)
  const lines = [heading, { ...service1, unitCents: 2500 }, FLYERS]
  await service.call('PUT', `/quotes/${id}`, { ...present, lines })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await press(history(page).locator('summary'))
  await press(history(page).getByRole('button', { name: 'Révision 1' }))
  const dialog = page.getByRole('dialog')
  const rows = dialog.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('modifiée')
  await expect(rows.nth(0).locator('.parts')).toContainText('lignes du groupe')
  await expect(rows.nth(1)).toContainText(/15,00\s€.*25,00\s€/s)
  await expect(rows.nth(2)).toContainText('inchangée')
  const off = dialog.locator('tfoot tr').filter({ hasText: 'Remise sur le devis' })
  const total = dialog.locator('tfoot tr').filter({ hasText: 'Total HT' })
  await expect(total, 'and by how much the total is another').toHaveText(/\+\s9,00\s€\s*$/)
  await expect(off, 'the lines add up to the total').toHaveText(/10\s%.*−3,68\s€.*10\s%.*−4,68\s€\s*$/s)
  await service.call('PUT', `/quotes/${id}`, {
    ...(await service.call<Kept>('GET', `/quotes/${id}`)),
    discount: null,
  })
  await expect(off).toHaveText(/−3,68\s€\s*—\s*modifiée/s)
  await page.screenshot({ path: test.info().outputPath('compared.png') })
})

test('a sent quote is revised by keyboard under its number, and read beside what was sent, line by line', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id, number } = await sentQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.title).toContainText(`Devis ${number}`)
  await press(button(page, 'Réviser'))
  await expect(quote.title).toContainText(`Devis ${number} rév. 2`)
  await expect(quote.title).toBeFocused()
  const more = { ...FLYERS, line: { produit: 201, quantites_multiples: [2500] } }
  await write(service, id, [more, { area: 'free', text: 'Livraison', quantity: 1, unitCents: 1500 }])
  await expect(quote.lines).toHaveCount(2)

  await press(history(page).locator('summary'))
  await expect(history(page)).toContainText('révision commencée')
  await expect(history(page)).toContainText('en vigueur')
  await press(history(page).getByRole('button', { name: 'Révision 1' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toContainText(`Devis ${number}`)
  const rows = dialog.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(/1[\s\u202f]000 ex\..*2[\s\u202f]500 ex\./s)
  await expect(rows.nth(0)).toContainText('modifiée')
  await expect(rows.nth(0).locator('.parts')).toContainText(/1[\s\u202f]000 ex\. → 2[\s\u202f]500 ex\./)
  await expect(rows.nth(1)).toContainText('ajoutée')
  await isSound(page)
  await page.keyboard.press('Escape')
  await expect(history(page).getByRole('button', { name: 'Révision 1' })).toBeFocused()

  // It is sent in its turn: the one before it is read as it was.
  await service.call('POST', `/quotes/${id}/reprice`, { how: 'take' })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await expect(history(page).getByRole('button', { name: 'Révision 2' })).toBeVisible()
  await press(history(page).getByRole('button', { name: 'Révision 2' }))
  await expect(dialog.getByRole('heading')).toContainText(`${number} rév. 2`)
  await expect(dialog.getByLabel('Comparer avec')).toHaveValue('1')
  await expect(rows.nth(1)).toContainText('ajoutée')
  await expect(dialog.getByRole('row', { name: /^Total TTC .*€ .*€/ })).toBeVisible()
  await isSound(page)
})

test('a revision that is given up leaves what was sent; cancelling and refusing ask for a reason, which the history tells', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id, number } = await sentQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await press(button(page, 'Réviser'))
  await expect(quote.title).toContainText(`Devis ${number} rév. 2`)
  await expect(button(page, 'Supprimer')).toHaveCount(0)
  await quote.field('reference').fill('Autre')
  await press(button(page, 'Abandonner la révision'))
  const dialog = page.getByRole('dialog')
  await isSound(page)
  await press(dialog.getByRole('button', { name: 'Abandonner la révision' }))
  await expect(quote.title).not.toContainText('rév.')
  await expect(quote.title).toBeFocused()
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent', reference: 'REF-1' })

  await press(button(page, 'Annuler le devis'))
  await dialog.getByLabel('Motif').fill('Salon reporté')
  await isSound(page)
  await press(dialog.getByRole('button', { name: 'Annuler le devis' }))
  await expect(page.getByText('Annulé', { exact: true })).toBeVisible()
  await expect(button(page, 'Réviser')).toHaveCount(0)
  await expect(page.locator('.notice')).toContainText(/^Annulé · .* · Motif\s: Salon reporté$/)
  await press(history(page).locator('summary'))
  await expect(history(page)).toContainText('Motif : Salon reporté')
  await expect(history(page)).not.toContainText('en vigueur')
  await expect(history(page).locator('ol > li')).toHaveCount(5)

  const other = await sentQuote(service)
  await shell.go(`/devis/${other.id}`)
  await press(button(page, 'Marquer refusé'))
  await dialog.getByLabel('Motif').fill('Trop cher')
  await press(dialog.getByRole('button', { name: 'Marquer refusé' }))
  await expect(page.getByText('Refusé', { exact: true })).toBeVisible()
  await expect(page.locator('.notice')).toContainText(/^Refusé · .* · Motif\s: Trop cher$/)
  await press(history(page).locator('summary'))
  await expect(history(page)).toContainText('Motif : Trop cher')
  await expect(history(page)).not.toContainText('Salon reporté')
  await press(button(page, 'Réviser'))
  await expect(quote.title).toContainText(`${other.number} rév. 2`)
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(history(page)).toHaveCount(0)
})

test('one that another counter sent, revised or cancelled meanwhile is shown as it stands', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id, number } = await sentQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.title).toContainText(`Devis ${number}`)
  await page.route('**/api/quotes/*/revise', async (route) => {
    await service.call('PUT', `/quotes/${id}/state`, { state: 'accepted' })
    await route.continue()
  })
  await press(button(page, 'Réviser'))
  await expect(page.getByText('Accepté', { exact: true })).toBeVisible()
  await expect(button(page, 'Réviser')).toHaveCount(0)
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'accepted', revision: 1 })
})

test('an expired quote is revised from where it would be ordered', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id, number } = await sentQuote(service)
  await page.route(`**/api/quotes/${id}`, async (route) => {
    const response = await route.fetch()
    const json = { ...((await response.json()) as object), expired: true, validUntil: '2020-01-31' }
    await route.fulfill({ response, json })
  })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  await expect(quote.dialog).toContainText('a expiré le 31 janv. 2020')
  await press(quote.dialog.getByRole('button', { name: 'Réviser' }))
  await expect(quote.title).toContainText(`Devis ${number} rév. 2`)
  await expect(page.getByText('Expiré', { exact: true })).toHaveCount(0)
})

test('an expired quote is marked accepted by who was told that its validity is over; then it is ordered without a question', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id } = await sentQuote(service)
  await page.route(`**/api/quotes/${id}`, async (route) => {
    const response = await route.fetch()
    const json = { ...((await response.json()) as object), expired: true, validUntil: '2020-01-31' }
    await route.fulfill({ response, json })
  })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const accept = page.getByRole('button', { name: 'Marquer accepté' })
  await accept.first().click()
  await expect(quote.dialog).toContainText('Ce devis a expiré le 31 janv. 2020.')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent' })
  await accept.first().click()
  await quote.dialog.getByRole('button', { name: 'Marquer accepté' }).click()
  await expect(page.getByText('Accepté', { exact: true })).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'accepted' })
})

test.describe('with a finger, in English', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } })

  test('notes, files, revisions and their comparison are as large as one', async ({
    page,
    shell,
    service,
  }) => {
    const { id } = await sentQuote(service)
    const notes = { internalNote: 'Call back', files: ['a.pdf'], notesVersion: 0 }
    await service.call('PUT', `/quotes/${id}/notes`, notes)
    await service.call('POST', `/quotes/${id}/revise`, {})
    await shell.open()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await shell.go(`/devis/${id}`)
    await expect(page.getByRole('button', { name: 'Give up the revision' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Internal notes' })).toContainText('a.pdf')
    await history(page).locator('summary').click()
    await expect(history(page)).toContainText('rev. 2: revision begun')
    const first = history(page).locator('ul button')
    await expect(first).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
    await first.click()
    await expect(page.getByRole('dialog').locator('tbody tr')).toContainText('1,000 copies')
    expect(await smallTargets(page)).toEqual([])
    await isSound(page)
  })
})
