import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { danglingReferences, seriousFaults, seriousFaultsInBothThemes, smallTargets } from './axe.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const flyers = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
const place = (label: string, ville: string, isDefault = false) => ({
  ...{ label, isDefault },
  address: { adresse1: '1 rue des Presses', code_postal: '69001', ville, pays: 'France' },
})
const DUPONT = {
  name: 'Imprimerie Dupont',
  email: 'contact@dupont.fr',
  contacts: [
    { firstName: 'Élise', lastName: 'Garçon', role: 'Achats' },
    { firstName: 'Paul', lastName: 'Neuf' },
  ],
  addresses: [place('Atelier', 'Villeurbanne'), place('Siège', 'Lyon', true)],
}

const company = (service: DeskService, body: object = DUPONT) =>
  service.call<{ id: number }>('POST', '/companies', body)
const quoteIn = async (service: DeskService, more: object = {}) =>
  (await service.call<{ id: number }>('POST', '/quotes', { lines: [flyers], ...more })).id

/** The company of a quote, where one is chosen. */
const chosen = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Pour qui' }).getByRole('link', { name, exact: true })
const change = (page: Page) => page.getByRole('button', { name: /^Changer de client/ })

test('a customer is found as one types, by the keys alone, and gives its address', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await company(service)
  await company(service, { name: 'Dupont Frères' })
  const id = await quoteIn(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const field = page.getByRole('combobox', { name: 'Client', exact: true })
  const options = page.getByRole('listbox', { name: 'Client' }).getByRole('option')
  await field.focus()
  await page.keyboard.type('dup')
  await expect(options).toHaveText([/^Dupont Frères/, /^Imprimerie Dupont/, 'Créer « dup »'])
  expect(await danglingReferences(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('')
  // The key of the list goes to the first of it, which Enter alone would take, too: however fast one types.
  await page.keyboard.type('dup')
  await expect(options).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await page.keyboard.type('gar')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chosen(page, 'Imprimerie Dupont')).toBeVisible()
  await expect(quote.field('ville')).toHaveValue('Lyon')
  await expect(quote.field('societe')).toHaveValue('Imprimerie Dupont')
  await expect(quote.saved).toBeVisible()

  await page.getByLabel('Contact', { exact: true }).selectOption('Élise Garçon (Achats)')
  await expect(quote.field('nom')).toHaveValue('Garçon')
  await page.getByLabel('Livrer à').selectOption({ index: 0 })
  await expect(quote.field('ville')).toHaveValue('Villeurbanne')
  await expect(quote.saved).toBeVisible()
  await page.reload()
  await expect(chosen(page, 'Imprimerie Dupont')).toBeVisible()
  await expect(page.getByLabel('Contact', { exact: true })).toHaveValue(/\d/)
  await expect(quote.field('nom')).toHaveValue('Garçon')
})

test('a customer that is found by a contact is taken with him', async ({ page, shell, service, quote }) => {
  await company(service, {
    ...DUPONT,
    contacts: [
      { firstName: 'Élise', lastName: 'Garçon', email: 'elise@dupont.fr' },
      { firstName: 'Paul', lastName: 'Neuf', email: 'paul@dupont.fr' },
    ],
  })
  await quote.openSaved(shell, service, { address: {} })
  await page.getByRole('combobox', { name: 'Client', exact: true }).focus()
  await page.keyboard.type('paul')
  const option = page.getByRole('listbox', { name: 'Client' }).getByRole('option').first()
  await expect(option).toHaveText(/^Imprimerie Dupont\s*Paul Neuf · Lyon$/)
  await page.keyboard.press('Enter')
  await expect(chosen(page, 'Imprimerie Dupont')).toBeVisible()
  await expect(page.getByLabel('Contact', { exact: true }).locator('option:checked')).toHaveText('Paul Neuf')
  await expect(quote.field('nom')).toHaveValue('Neuf')
  await expect(quote.field('email')).toHaveValue('paul@dupont.fr')
  await expect(quote.saved).toBeVisible()
})

test('what was typed is replaced only after a question; clearing keeps it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await company(service)
  const id = await quoteIn(service, { address: ADDRESS })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const field = page.getByRole('combobox', { name: 'Client', exact: true })
  await field.fill('dupont')
  await page.getByRole('option', { name: /^Imprimerie/ }).click()
  const dialog = page.getByRole('dialog', { name: /Remplacer l’adresse/ })
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(chosen(page, 'Imprimerie Dupont')).toBeVisible()
  await expect(quote.field('adresse1')).toHaveValue(ADDRESS.adresse1)
  await page.getByLabel('Livrer à').selectOption({ label: 'Atelier · 1 rue des Presses · Villeurbanne' })
  await dialog.getByRole('button', { name: 'Remplacer l’adresse' }).click()
  await expect(quote.field('ville')).toHaveValue('Villeurbanne')
  await quote.field('instructions').fill('quai 2')
  // A customer without an address has none to put in its place.
  await company(service, { name: 'Ada' })
  await change(page).click()
  await field.fill('ada')
  await page.getByRole('option', { name: /^Ada/ }).click()
  await expect(chosen(page, 'Ada')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(quote.field('ville')).toHaveValue('Villeurbanne')
  await change(page).click()
  await page.getByRole('button', { name: 'Retirer le client du devis' }).click()
  await expect(field).toHaveValue('')
  await expect(quote.field('instructions')).toHaveValue('quai 2')
  await expect(quote.saved).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ companyId: null, contactId: null })
})

test('at the head of the quote another customer is looked for; Escape and going on leave the one that is chosen', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id: companyId } = await company(service)
  const id = await quoteIn(service, { companyId })
  await page.setViewportSize({ width: 1280, height: 720 })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const [head, lines] = [
    await chosen(page, DUPONT.name).boundingBox(),
    await quote.lines.first().boundingBox(),
  ]
  expect(head!.y).toBeLessThan(lines!.y)
  const field = page.getByRole('combobox', { name: 'Client', exact: true })
  await change(page).press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(change(page)).toBeFocused()
  await change(page).press('Enter')
  await page.keyboard.type('zo')
  await expect(page.getByRole('option', { name: 'Créer « zo »' })).toBeInViewport()
  await quote.field('ville').click()
  await expect(chosen(page, DUPONT.name)).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ companyId })
})

test('a new customer is made from what was typed, with its name alone', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quoteIn(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const field = page.getByRole('combobox', { name: 'Client', exact: true })
  await field.fill('Ada Lovelace')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nouveau client' })
  await expect(dialog.getByLabel('Nom ou raison sociale')).toHaveValue('Ada Lovelace')
  expect(await seriousFaults(page, 'dialog')).toEqual([])
  await dialog.getByLabel('Nom ou raison sociale').press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(chosen(page, 'Ada Lovelace')).toBeVisible()
  await expect(quote.field('societe')).toHaveValue('Ada Lovelace')
})

test('an e-mail and a telephone that are written with a person are that person’s, in the customer that is made as a quote is sent', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.sending.click()
  await quote.dialog.getByRole('combobox', { name: 'Client', exact: true }).fill('Verger Sud')
  await page.getByRole('option', { name: /^Créer/ }).click()
  const making = page.getByRole('dialog', { name: 'Nouveau client' })
  await making.getByLabel('Prénom').fill('Zoé')
  await making.getByLabel('Nom', { exact: true }).fill('Petit')
  await making.getByLabel('Téléphone').fill('01 02 03 04 05')
  await making.getByLabel('E-mail').fill('zoe')
  await making.getByRole('button', { name: 'Créer le client' }).click()
  await expect(making.getByLabel('E-mail')).toHaveAccessibleDescription(/adresse/)
  await making.getByLabel('E-mail').fill('zoe@verger.example')
  await making.getByRole('button', { name: 'Créer le client' }).click()
  await expect(making).toHaveCount(0)
  const saved = () => service.call<{ companyId: number | null }>('GET', `/quotes/${id}`)
  await expect.poll(async () => (await saved()).companyId).not.toBeNull()
  expect(await service.call('GET', `/companies/${(await saved()).companyId}`)).toMatchObject({
    ...{ name: 'Verger Sud', email: '', phone: '' },
    contacts: [{ firstName: 'Zoé', lastName: 'Petit', email: 'zoe@verger.example', phone: '01 02 03 04 05' }],
  })
})

test('the list: empty, one, thousands; found by a beginning; archived apart', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await page.getByRole('navigation', { name: 'Écrans' }).getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByRole('heading', { name: 'Aucun client' })).toBeVisible()
  await page.getByRole('button', { name: 'Nouveau client' }).click()
  await page.getByLabel('Nom ou raison sociale').fill('Zoé Dernier')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Zoé Dernier' })).toBeVisible()
  // Numbers that cannot be are said while they are typed, and kept as they are.
  const doubted = page.getByText('Un chiffre est sans doute faux ou manque')
  const vat = page.getByRole('textbox', { name: 'Numéro de TVA' })
  await vat.fill('FR12')
  await expect(vat).toHaveAccessibleDescription(/Un chiffre est sans doute faux/)
  await vat.fill('FR 40 303 265 045')
  await expect(doubted).toHaveCount(0)
  await page.getByRole('textbox', { name: 'SIRET' }).fill('123 456 789 00012')
  await expect(doubted).toHaveCount(1)
  await page.getByRole('textbox', { name: 'SIRET' }).fill('')
  await vat.fill('')
  for (let at = 0; at < 300; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => company(service, { name: `Client ${1000 + at + i}` })),
    )
  await shell.go('/clients')
  await expect(page.getByText('301 clients')).toBeVisible()
  expect(await page.getByRole('listitem').count()).toBeLessThan(60)
  await page.getByRole('region', { name: 'Clients' }).evaluate((element) => element.scrollTo(0, 1e6))
  await expect(page.getByRole('link', { name: 'Zoé Dernier' })).toBeVisible()
  await page.getByLabel('Chercher un client').fill('zoe derniet')
  await expect(page.getByText('Qui y ressemble')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([/Zoé Dernier/])
  await page.getByLabel('Chercher un client').fill('zo')
  await expect(page.getByText('Qui y ressemble')).toHaveCount(0)
  await page.getByRole('link', { name: 'Zoé Dernier' }).click()
  await page.getByRole('button', { name: 'Archiver' }).click()
  await expect(page.getByText('Archivé', { exact: true })).toBeVisible()
  await shell.go('/clients?recherche=zo')
  await expect(page.getByRole('heading', { name: 'Aucun client ne correspond' })).toBeVisible()
  await page.getByLabel('Archivés').check()
  await expect(page.getByRole('link', { name: 'Zoé Dernier' })).toBeVisible()
})

test('the list of quotes says whose each is; of one customer it has those alone, until all are asked for', async ({
  page,
  shell,
  service,
}) => {
  const { id } = await company(service)
  const { contacts } = await service.call<{ contacts: { id: number }[] }>('GET', `/companies/${id}`)
  await quoteIn(service, { companyId: id, contactId: contacts[1]!.id, reference: 'A' })
  await quoteIn(service, { address: ADDRESS, reference: 'B' })
  await shell.open()
  await shell.go('/devis')
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toContainText(ADDRESS.societe)
  await expect(rows.last()).toContainText(/Imprimerie Dupont\s*Paul Neuf/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dupont')
  await expect(page.getByRole('option', { name: /Brouillon 1/ })).toContainText('Imprimerie Dupont')
  await page.keyboard.press('Escape')
  await shell.go(`/clients/${id}`)
  await page.getByRole('link', { name: 'Tous ses devis' }).click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Client\s: Imprimerie Dupont/ }).click()
  await expect(rows).toHaveCount(2)
})

test('a typing error finds who was meant; a new customer is made only by who says so', async ({
  page,
  shell,
  service,
}) => {
  await company(service)
  const id = await quoteIn(service, {})
  await shell.open()
  await shell.go(`/devis/${id}`)
  const field = page.getByRole('combobox', { name: 'Client', exact: true })
  await field.fill('impirmerie dupomt')
  const options = page.getByRole('listbox', { name: 'Client' }).getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.first()).toContainText('Imprimerie Dupont')
  await expect(page.getByText('Qui y ressemble')).toBeVisible()
  for (const option of await options.all()) await expect(option).toHaveAttribute('aria-selected', 'false')
  expect(await seriousFaults(page)).toEqual([])
  await field.press('Enter')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page.getByRole('link', { name: /Imprimerie Dupont/ })).toBeVisible()
})

test('a file is previewed row by row, and imported as it was shown', async ({ page, shell, service }) => {
  await company(service)
  await shell.open()
  await shell.go('/clients')
  await page.getByRole('link', { name: 'Importer' }).click()
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
  await choose('Société;E-mail;Solde\nMairie de Sète;nobody;1\n')
  const preview = page.getByRole('region', { name: 'Aperçu' })
  await expect(preview.getByRole('row').nth(1)).toContainText('2Mairie de SèteÀ corrigerE-mail')
  await expect(preview.getByRole('button', { name: /^Importer/ })).toBeDisabled()
  await choose('Société;E-mail;Nom\nMairie de Sète;a@sete.fr;\nMairie de Sète;b@sete.fr;\n')
  await expect(preview.getByRole('row').nth(1)).toContainText('E-mail : gardé « a@sete.fr » de la ligne 2')
  await expect(preview).toContainText('1 ligne dit autre chose')
  expect(await seriousFaults(page)).toEqual([])
  await choose('Société;Ville\nMairie de Sète;Sète\nImprimerie Dupont;Nice\n')
  await expect(preview.getByRole('row')).toHaveCount(3)
  expect(await seriousFaults(page)).toEqual([])
  await preview.getByRole('button', { name: 'Importer (2)' }).click()
  await expect(shell.toast(/1\sligne nouvelle, 1\smodifiée\./)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Mairie de Sète/ })).toBeVisible()
})

test('a file that was corrected is chosen again under its name, and stays where none is chosen', async ({
  page,
  shell,
}) => {
  await shell.open()
  await shell.go('/clients/import')
  const input = page.getByRole('button', { name: 'Fichier CSV' })
  const path = test.info().outputPath('clients.csv')
  const files = () =>
    input.evaluate((field) =>
      [...(field as unknown as { files: { name: string }[] }).files].map(({ name }) => name),
    )
  const choose = async (text: string) => {
    await writeFile(path, text)
    const opened = page.waitForEvent('filechooser')
    await input.click()
    const chooser = await opened
    // A browser tells nothing where a field names the file already.
    expect(await files()).toEqual([])
    await chooser.setFiles(path)
  }
  await choose('Société,E-mail\nMairie de Sète,nobody\n')
  const preview = page.getByRole('region', { name: 'Aperçu' })
  await expect(preview.getByRole('row').nth(1)).toContainText('À corriger')
  await choose('Société,E-mail\nMairie de Sète,a@sete.fr\n')
  await expect(preview.getByRole('button', { name: 'Importer (1)' })).toBeEnabled()
  const opened = page.waitForEvent('filechooser')
  await input.click()
  await opened
  await input.dispatchEvent('cancel')
  expect(await files()).toEqual(['clients.csv'])
  await preview.getByRole('button', { name: 'Importer (1)' }).click()
  await expect(page.getByRole('link', { name: /^Mairie de Sète/ })).toBeVisible()
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } })
  test('nothing to stumble over, and nothing smaller than a finger', async ({ page, shell, service }) => {
    const { id } = await company(service)
    const made = await quoteIn(service, { companyId: id })
    await shell.open()
    for (const path of ['/clients', `/clients/${id}`, `/devis/${made}`]) {
      await shell.go(path)
      await expect(page.getByText('Dupont').or(page.getByLabel('Livrer à')).first()).toBeVisible()
      expect(await seriousFaultsInBothThemes(page), path).toEqual([])
      expect(await danglingReferences(page), path).toEqual([])
      if (path.startsWith('/clients')) expect(await smallTargets(page), path).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
    }
    await change(page).click()
    await page.getByRole('combobox', { name: 'Client', exact: true }).fill('dup')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await seriousFaultsInBothThemes(page)).toEqual([])
  })
})
