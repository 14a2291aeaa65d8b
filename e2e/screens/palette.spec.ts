/** Ctrl+K: everything that a desk looks for, under what it is, by the keyboard. */
import { danglingReferences, seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS, FLYERS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

/** A customer of Quimper, his quote and its order, and another's draft. */
async function fill(service: DeskService): Promise<{ company: number; quote: number; order: number }> {
  const address = { ...ADDRESS, societe: 'Théâtre du Flyer', ville: 'Quimper' }
  const addresses = [{ label: 'Siège', isDefault: true, address }]
  const { id: company } = await service.call<{ id: number }>('POST', '/companies', {
    name: 'Théâtre du Flyer',
    addresses,
  })
  const body = { reference: 'Saison flyers', companyId: company, address, lines: [FLYERS] }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', body)
  const { orders } = await service.call<{ orders: number[] }>('POST', `/quotes/${id}/order`)
  await service.call('POST', '/quotes', { reference: 'Menu', address: ADDRESS, lines: [FLYERS] })
  return { company, quote: id, order: orders[0]! }
}

test('products, quotes, customers, orders, screens, settings and commands stand under what they are', async ({
  page,
  shell,
  service,
}) => {
  const { company, order } = await fill(service)
  await shell.open()
  const field = shell.palette.getByRole('combobox')
  const group = (name: string) => shell.palette.getByRole('group', { name, exact: true })
  const open = async (text: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(text)
  }
  await open('flyer')
  await expect(group('Devis').getByRole('option')).toContainText(['Saison flyers'])
  await expect(group('Clients').getByRole('option')).toHaveText([/Théâtre du Flyer\s*Quimper/])
  await expect(group('Commandes').getByRole('option')).toContainText(['C000001 Saison flyers'])
  await expect(group('Produits').getByRole('option').first()).toContainText('Flyers')
  await expect(shell.palette.getByRole('status').first()).toHaveText(/^\d+ résultats$/)
  await expect.poll(() => seriousFaultsInBothThemes(page, 'dialog')).toEqual([])
  await expect.poll(() => danglingReferences(page)).toEqual([])

  // Each by the keyboard alone: a town without its capital, a name with an error, a number.
  await field.fill('quimper')
  // Who is named so comes before what is his.
  await expect(shell.palette.getByRole('option').first()).toContainText('Théâtre du Flyer')
  await expect(group('Clients').getByRole('option')).toHaveCount(1)
  await expect(group('Devis').getByRole('option')).toHaveCount(1)
  await field.fill('theatre')
  await expect(group('Clients').getByRole('option')).toHaveCount(1)
  await field.fill('theatr du fliyer')
  await expect(group('Clients').getByRole('option')).toContainText(['nom proche'])
  const chosen = shell.palette.getByRole('option', { selected: true })
  for (let i = 0; i < 20 && !(await chosen.textContent())?.includes('nom proche'); i++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`clients/${company}$`))
  await open('c000001')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`commandes/${order}$`))
  // One that was cancelled looks so.
  await service.call('POST', `/orders/${order}/cancel`, { reason: 'Salon annulé' })
  await open('c000001')
  await expect(shell.palette.getByRole('option').first()).toContainText('· Annulée')
  await page.keyboard.press('Escape')

  // Screens, settings and commands by their names; the exact ones before all.
  await open('devis')
  await expect(group('Exactement').getByRole('option').first()).toHaveText(/^Devis\s*Écran$/)
  await field.fill('TVA')
  await expect(group('Réglages').or(group('Exactement')).getByRole('option').first()).toContainText('Général')
  await field.fill('thème')
  await expect(shell.palette.getByRole('option').first()).toContainText('Thème')
  await field.fill('entreprise')
  await expect(group('Exactement').getByRole('option')).toHaveText(/^Documents/)
  await field.fill('sauvegarder')
  await expect(shell.palette.getByRole('option').first()).toContainText('Sauvegardes')
  await field.fill('tableau de bord')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord')
})

test('a setting is found by what is set there, a list by what is done with it', async ({ page, shell }) => {
  await shell.open()
  await page.getByRole('option').first().waitFor()
  const palette = page.getByRole('dialog')
  for (const [text, name] of [
    ['smtp', 'Documents'],
    ['iban', 'Documents'],
    ['retractation', 'Documents'],
    ['jours feries', 'Général'],
    ['anglais', 'English'],
    ['export', 'Commandes'],
    ['classeur', 'Partenaires'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await expect(palette.getByRole('option').filter({ hasText: name }).first(), text).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('an answer that comes late says nothing of what was typed since', async ({ page, shell, service }) => {
  await fill(service)
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route(/\/api\/search\?q=menu$/, async (route) => {
    const answer = await route.fetch()
    await held
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  await shell.open()
  await page.keyboard.press('Control+k')
  const field = shell.palette.getByRole('combobox')
  const asked = page.waitForRequest(/search\?q=menu$/)
  await field.fill('menu')
  await asked
  await field.fill('saison')
  const quotes = shell.palette.getByRole('group', { name: 'Devis', exact: true }).getByRole('option')
  await expect(quotes).toContainText(['Saison flyers'])
  release()
  // What comes after it has come, too.
  await field.fill('saison ')
  await expect(quotes).toContainText(['Saison flyers'])
  await expect(shell.palette.getByText('Menu')).toHaveCount(0)
})

test('who types before the catalogue can be searched opens what he named, and nothing else', async ({
  page,
  shell,
}) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/catalogue-index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await shell.open()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ouvrir un fich')
  await expect(shell.palette.getByRole('option')).toHaveCount(1)
  await expect(shell.palette.getByRole('option')).toContainText('Ouvrir un fichier')
  await page.keyboard.press('Escape')

  await page.getByRole('combobox').fill('flyers a5')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Flyers A5')
})

test('with the service away, products, screens, settings and commands are found, and the rest is said to be away', async ({
  page,
  shell,
  service,
  catalogue,
}) => {
  await fill(service)
  await catalogue.open(shell)
  // Where one goes to then has been loaded.
  await shell.go('/commandes')
  await shell.go('/')
  await service.stop()
  await page.keyboard.press('Control+k')
  const field = shell.palette.getByRole('combobox')
  await field.fill('flyers')
  await expect(
    shell.palette.getByText(/Devis, clients et commandes n’ont pas pu être cherchés/),
  ).toBeVisible()
  await expect(
    shell.palette.getByRole('group', { name: 'Produits' }).getByRole('option').first(),
  ).toContainText('Flyers')
  await field.fill('sombre')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await field.fill('commandes')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/commandes$/)
})

test('turned to a customer, no other customer is named', async ({ page, shell, service }) => {
  const { quote } = await fill(service)
  await shell.open()
  await shell.go(`/devis/${quote}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('0001')
  await page.evaluate(`localStorage.setItem('comptoir.preferences', '{"clientView":true}')`)
  // Whose quote it is is known later than the palette is asked.
  let read = (): void => undefined
  const typed = new Promise<void>((done) => (read = done))
  await page.route(`**/api/quotes/${quote}`, async (route) => {
    await typed
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('Vue client : coûts, marges')).toBeVisible()
  await page.keyboard.press('Control+k')
  await shell.palette.getByRole('combobox').fill('theatre')
  read()
  const quotes = shell.palette.getByRole('group', { name: 'Devis', exact: true }).getByRole('option')
  await expect(quotes).toHaveText([/^D\d{4}-\w+-0001\s*Commandé$/])
  await expect(shell.palette.getByRole('group', { name: 'Clients', exact: true })).toHaveCount(0)
  await expect(shell.palette.getByText(/Théâtre|Saison/)).toHaveCount(0)
})
