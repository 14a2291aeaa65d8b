/** A barcode scanner is a keyboard that is faster than a person: what it reads is opened wherever one is. */
import type { Page } from '@playwright/test'
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

/** Presses the keys as they come from a scanner: without waiting for one before the next. */
async function scan(page: Page, number: string): Promise<void> {
  await Promise.all([...number, 'Enter'].map((key) => page.keyboard.press(key)))
}

/** An order of a quote. @returns the number of the quote */
async function ordered(service: DeskService): Promise<string> {
  const line = { area: 'print', delai: null, line: { produit: 201, quantites_multiples: [1000] } }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines: [line] })
  const { quote } = await service.call<{ quote: { number: string } }>('POST', `/quotes/${id}/order`)
  return quote.number
}

test('the order and the quote of a number are opened from any screen, the catalogue’s search and the palette', async ({
  page,
  shell,
  service,
  catalogue,
  order,
}) => {
  const quote = await ordered(service)
  await shell.open()
  // The catalogue begins in its search: a number is no product, and what was searched stays.
  await expect(catalogue.search).toBeFocused()
  await scan(page, 'C000001')
  await expect(order.title).toContainText('C000001')
  await shell.go('/reglages')
  // What has the focus is not pressed by the Enter of the scanner.
  await page.getByRole('link', { name: 'Commandes', exact: true }).first().focus()
  await scan(page, quote)
  await expect(page).toHaveURL(/devis\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(quote)
  await page.keyboard.press('Control+k')
  await scan(page, 'C000001')
  await expect(order.title).toContainText('C000001')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a number that nothing has is said, and one that a list is searched for is opened', async ({
  page,
  shell,
  service,
  order,
}) => {
  await ordered(service)
  await shell.open()
  await shell.go('/commandes')
  await page.getByRole('heading', { level: 1 }).click()
  await scan(page, 'C000099')
  await expect(shell.toast('C000099')).toBeVisible()
  await scan(page, 'D2026-ZZ-0001')
  await expect(shell.toast('Aucun devis n’a le numéro D2026-ZZ-0001.')).toBeVisible()
  await expect(page).toHaveURL(/commandes$/)
  for (const list of ['/commandes', '/devis', '/clients']) {
    await shell.go(list)
    await page.getByRole('searchbox').first().focus()
    await scan(page, 'C000001')
    await expect(order.title).toContainText('C000001')
    await shell.go(list)
    // As fast as a person types, too.
    await page.getByRole('searchbox').first().fill('C000001')
    await page.keyboard.press('Enter')
    await expect(order.title).toContainText('C000001')
  }
})

test('a number that is scanned while a text of a draft is written is no part of it, and the draft is saved', async ({
  page,
  shell,
  service,
  quote,
  order,
}) => {
  await ordered(service)
  const draft = await quote.openSaved(shell, service)
  const text = async (field: string) =>
    (await service.call<Record<string, string>>('GET', `/quotes/${draft}`))[field]
  await quote.field('reference').fill('Mariage ')
  await scan(page, 'C000001')
  await expect(order.title).toContainText('C000001')
  await expect.poll(() => text('reference')).toBe('Mariage ')
  await quote.show(shell, draft)
  await quote.field('ville').fill('Nantes')
  await scan(page, 'C000099')
  await expect(shell.toast('C000099')).toBeVisible()
  await expect(quote.field('ville')).toHaveValue('Nantes')
  // A person who types one means it as a text.
  await quote.field('reference').pressSequentially('C000001', { delay: 150 })
  await page.keyboard.press('Enter')
  await expect.poll(() => text('reference')).toContain('C000001')
})

test('a number that is scanned into a field of a dialog stays out of it, and it is said what to do', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await ordered(service)
  await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Ajouter une prestation' }).click()
  await quote.field('line-text').focus()
  await page.keyboard.insertText('Pose ')
  await scan(page, 'C000001')
  await expect(shell.toast('Fermez ce dialogue')).toBeVisible()
  await expect(quote.field('line-text')).toHaveValue('Pose ')
  await expect(quote.dialog).toBeVisible()
})

test('a number in the catalogue’s search, or in the palette, is gone to at any typing speed', async ({
  page,
  shell,
  service,
  catalogue,
  order,
}) => {
  const quote = await ordered(service)
  await shell.open()
  for (const number of ['C000001', quote]) {
    await catalogue.search.fill(number)
    await expect(page).toHaveURL(new RegExp(`recherche=${number}`))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
    await shell.go('/')
    await expect(catalogue.search).toHaveValue('')
  }
  await catalogue.search.fill('C000099')
  await page.keyboard.press('Enter')
  await expect(shell.toast('C000099')).toBeVisible()
  // What is not there can be put right.
  await expect(catalogue.search).toHaveValue('C000099')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('C000001')
  await page.keyboard.press('Enter')
  await expect(order.title).toContainText('C000001')
  await expect(page.getByRole('dialog')).toBeHidden()
  // The order that is open already.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('C000001')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('what is scanned after a word is the scan, and the word stays', async ({
  page,
  shell,
  service,
  catalogue,
  order,
}) => {
  await ordered(service)
  await shell.open()
  await catalogue.search.pressSequentially('carte')
  await scan(page, 'C000001')
  await expect(order.title).toContainText('C000001')
  await shell.go('/')
  await expect(catalogue.search).toHaveValue('carte')
  await shell.go('/reglages')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('carte')
  await scan(page, 'C000001')
  await expect(order.title).toContainText('C000001')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the job ticket and the order show their number as bars, on any ground', async ({
  page,
  shell,
  service,
}) => {
  await ordered(service)
  await shell.open()
  await shell.go('/commandes/1')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('img', { name: 'Code-barres de C000001' })).toBeVisible()
    // Once the colours of the theme are there.
    await expect.poll(() => seriousFaults(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'Fiche de fabrication' }).click()
  const bars = page.getByRole('article').getByRole('img', { name: 'Code-barres de C000001' })
  await expect(bars).toBeVisible()
  await expect(bars.locator('xpath=..')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  expect(await seriousFaults(page)).toEqual([])
})
