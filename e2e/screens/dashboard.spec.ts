/** "Tableau de bord": what waits, and is decided from there; how the last twelve months went. */
import { danglingReferences, seriousFaultsInBothThemes, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS, FLYERS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const SHORT = { quoteValidityDays: 5 }

/** A quote that was sent. @returns its id */
async function sent(
  service: DeskService,
  reference: string,
  state = 'sent',
  reason?: string,
): Promise<number> {
  const quote = { reference, address: ADDRESS, lines: [FLYERS] }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', quote)
  const move = (to: string, why?: string) =>
    service.call('PUT', `/quotes/${id}/state`, { state: to, ...(why && { reason: why }) })
  await move('sent')
  if (state === 'ordered') await service.call('POST', `/quotes/${id}/order`)
  else if (state !== 'sent') await move(state, reason)
  return id
}

/** One of each that waits, and some that are over. */
async function fill(service: DeskService): Promise<void> {
  await service.call('PUT', '/settings', SHORT)
  await sent(service, 'Vitrine')
  await sent(service, 'Inauguration', 'accepted')
  await sent(service, 'Salon', 'ordered')
  await sent(service, 'Menu', 'refused', 'Prix')
  await sent(service, 'Carte', 'refused', 'prix.')
}

test('it comes into sight with the first quote that is sent; by then its page says what to do first', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  const link = page.getByRole('navigation').getByRole('link', { name: 'Tableau de bord' })
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Devis' })).toBeVisible()
  await expect(link).toHaveCount(0)
  await shell.go('/tableau-de-bord')
  await expect(page.getByRole('heading', { name: 'Rien à suivre pour l’instant' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await sent(service, 'Vitrine')
  await expect(link).toBeVisible()
  await expect(page.getByRole('table', { name: '' }).first()).toContainText('Ensemble')
  for (const none of ['Aucune commande', 'Aucun devis gagné'])
    await expect(page.getByText(`${none} en douze mois.`)).toBeVisible()
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await link.click()
  await expect(page).toHaveTitle('Tableau de bord · Comptoir')
})

test('what waits is decided from there, by the keyboard alone', async ({ page, shell, service }) => {
  await fill(service)
  await shell.open()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.type('gb')
  const list = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) })
  await expect(list('Expirent bientôt')).toContainText('Vitrine')
  await expect(list('Acceptés, à commander')).toContainText('Inauguration')
  await expect(list('À relancer')).toHaveCount(0)

  // Lost, with why: the dialog of the quote's own page is there at once.
  const lose = list('Expirent bientôt').getByRole('link', { name: /^Perdu… D\d{4}/ })
  await lose.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox').fill('Délai')
  await dialog.getByRole('button').last().press('Enter')
  await expect(page.getByText('Refusé', { exact: true }).first()).toBeVisible()
  // It was begun once: who comes back is not asked again.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Devis D')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.type('gb')
  await expect(list('Expirent bientôt')).toHaveCount(0)
  const why = page.getByRole('region', { name: 'Pourquoi des devis sont perdus' }).last()
  await expect(why.getByRole('row', { name: /^prix\b.* 2 66,7/i })).toBeVisible()
  await expect(why.getByRole('row', { name: /^Délai 1 33,3/ })).toBeVisible()

  await list('Acceptés, à commander')
    .getByRole('link', { name: /^Commander…/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Commander|Passer/ })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('turnover, margin and conversion of the month stand in the table of the plots', async ({
  page,
  shell,
  service,
}) => {
  await fill(service)
  await shell.open()
  await shell.go('/tableau-de-bord')
  const table = page.getByRole('region', { name: 'Chiffres par mois' })
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Mois', 'Chiffre d’affaires HT', 'Marge', 'Taux de marge', 'Devis envoyés', 'Gagnés', 'Conversion'],
  ])
  await expect(table.getByRole('row')).toHaveCount(14)
  const month = table.getByRole('row').nth(1)
  const name = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric' }).format(new Date())
  await expect(month.getByRole('rowheader')).toHaveText(name)
  await expect(month).toContainText(/\d+,\d{2}\s€.*5\s*2\s*40\s%/)
  await expect(page.locator('figure')).toHaveCount(2)
})

test('who may not see costs has no margin, and a customer sees none of it', async ({
  page,
  shell,
  service,
  people,
}) => {
  await people.set()
  await fill(service)
  await people.enter('Zoé Martin')
  await shell.go('/tableau-de-bord')
  const table = page.getByRole('region', { name: 'Chiffres par mois' })
  await expect(table).toContainText('Chiffre d’affaires HT')
  await expect(page.getByText(/Marge|marge/)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await shell.palette.getByRole('combobox').fill('vue client')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Masqué dans la vue client' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Tableau de bord' })).toHaveCount(0)
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('it is read by everyone: both themes, by touch, in English, with the service away', async ({
  page,
  shell,
  service,
}) => {
  await fill(service)
  await shell.open()
  await shell.go('/tableau-de-bord')
  await page.getByRole('region', { name: 'Chiffres par mois' }).waitFor()
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await expect.poll(() => danglingReferences(page)).toEqual([])
  for (const width of [1920, 1280, 1024, 820, 390]) {
    await page.setViewportSize({ width, height: 1000 })
    const wider = 'document.documentElement.scrollWidth - innerWidth'
    expect(await page.evaluate<number>(wider), `${width}`).toBeLessThanOrEqual(0)
  }
  await page.evaluate(`localStorage.setItem('comptoir.preferences', '{"locale":"en"}')`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Why quotes are lost' })).toBeVisible()
  const name = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date())
  await expect(page.getByRole('rowheader', { name })).toBeVisible()
  await service.stop()
  await page.getByRole('navigation').getByRole('link', { name: 'Catalogue' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await service.start()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Why quotes are lost' })).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } })

  test('everything is as large as a finger', async ({ page, shell, service }) => {
    await fill(service)
    await shell.open()
    await shell.go('/tableau-de-bord')
    await page.getByRole('region', { name: 'Chiffres par mois' }).waitFor()
    expect(await smallTargets(page)).toEqual([])
  })
})
