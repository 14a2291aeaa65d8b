/** An empty store: its three doors, each wholly in the screens. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { startPartner } from '../partner/client.ts'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { PASSWORD, People } from './pages/people.ts'

test.use({ stocked: false })

const CARDS = {
  id: 1,
  nom: 'Cartes',
  delais: [1],
  quantites: { range: false, available: [100] },
  options: [],
}
const BUNDLE = { format: 'comptoir-bundle/1', delais: [{ id: 1, jours: 2 }], produits: [CARDS] }
const fileOf = (bundle: unknown, name = 'tarifs.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof bundle === 'string' ? bundle : JSON.stringify(bundle)),
})
const give = (page: Page, bundle: unknown) =>
  page.locator('main input[type=file]').setInputFiles(fileOf(bundle))

test('the demo, by one press', async ({ page, shell, catalogue, service }) => {
  await shell.open()
  await expect(page.getByRole('heading', { name: 'Bienvenue dans Comptoir' })).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  // No screen tells anybody to type a command.
  await expect(page.getByRole('main')).not.toContainText('comptoir import')
  await page.getByRole('link', { name: 'J’ai une sauvegarde de Comptoir' }).click()
  await expect(page.getByRole('button', { name: 'Remettre une sauvegarde d’un fichier…' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Charger la démonstration' }).press('Enter')
  await expect(catalogue.rows.first()).toHaveAttribute('aria-setsize', '128')
  await expect(page.getByRole('combobox', { name: 'Chercher un produit' })).toBeFocused()
  expect(await service.call('GET', '/status')).toMatchObject({ demo: true })
})

test('the demo says what it is, keeps what is real away, and is wiped by one press, asked first', async ({
  page,
  shell,
  catalogue,
  quote,
  service,
}) => {
  await service.call('POST', '/tariffs/demo')
  await shell.open()
  const demo = page.getByRole('complementary', { name: 'Démonstration' })
  await expect(demo).toContainText('prix inventés')
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { reference: 'ESSAI', lines: [] })
  await shell.go(`/devis/${id}`)
  await expect(quote.title).toBeVisible()
  await shell.go('/reglages/partenaires')
  await expect(page.getByText('ne se mêle à rien de réel')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ajouter un partenaire' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choisir un fichier' })).toHaveCount(0)
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])

  await demo.getByRole('button', { name: 'Effacer la démonstration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Effacer la démonstration ?' })
  await expect(dialog).toContainText('d’abord gardé sur le disque')
  await dialog.getByRole('button', { name: 'Fermer' }).first().click()
  await expect(demo).toBeVisible()
  await demo.getByRole('button', { name: 'Effacer la démonstration' }).click()
  await dialog.getByRole('button', { name: 'Effacer la démonstration' }).click()
  await expect(page.getByRole('heading', { name: 'Bienvenue dans Comptoir' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bienvenue dans Comptoir' })).toBeFocused()
  await expect(demo).toHaveCount(0)
  expect(await service.call('GET', '/quotes')).toEqual([])
  // What was left open was of the demo.
  await expect(shell.quoteChip).not.toContainText('ESSAI')
  await give(page, BUNDLE)
  await expect(catalogue.rows).toHaveCount(1)
})

test('another window learns that the demo was wiped, and begins anew', async ({ page, shell, service }) => {
  await service.call('POST', '/tariffs/demo')
  await shell.open()
  await shell.go('/devis')
  const { instance } = await service.call<{ instance: string }>('POST', '/store/wipe')
  expect(instance).not.toBe('')
  await expect(page.getByRole('heading', { name: 'Bienvenue dans Comptoir' })).toBeVisible()
})

test('one’s own bundle: its faults by their places, then loaded, with what to look at', async ({
  page,
  shell,
  catalogue,
}) => {
  await shell.open()
  await give(page, '{"format":')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('tarifs.json n’a pas été chargé')
  await expect(alert).toContainText('il s’arrête au milieu')
  await give(page, { ...BUNDLE, format: 'x', produits: [{ ...CARDS, delais: [9] }] })
  await expect(alert).toContainText('2 défauts')
  await expect(alert.getByRole('listitem')).toHaveText([
    /^\/format .*comptoir-bundle\/1/,
    /^\/produits\/0\/delais\/0 /,
  ])
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  // The same file again, once it is mended.
  await give(page, { ...BUNDLE, produits: [CARDS, { ...CARDS, id: 2, nom: ' ' }] })
  await expect(page.getByText('Tout est chargé, avec une remarque')).toBeVisible()
  await expect(page.locator('.told')).toBeFocused()
  await page.getByRole('button', { name: 'Voir le catalogue' }).click()
  await expect(catalogue.rows).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Chercher un produit' })).toBeFocused()

  await shell.go('/reglages/partenaires')
  await page.locator('section[aria-labelledby=own-tariffs] input[type=file]').setInputFiles(fileOf(BUNDLE))
  await page.getByRole('button', { name: 'Remplacer les tarifs' }).click()
  await expect(shell.toast('1 retirés')).toBeVisible()
  await shell.go('/')
  await expect(catalogue.rows).toHaveCount(1)
})

test('a spreadsheet alone: the model, its wrong cell by its place, then loaded, and edited on', async ({
  page,
  shell,
  catalogue,
}) => {
  await shell.open()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Enregistrer un classeur modèle' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('tarifs-modele.xlsx')
  const { sheets } = await readXlsx(await readFile(await download.path()))
  const bookOf = async (name: string) => ({
    ...{ name, mimeType: 'application/octet-stream' },
    buffer: Buffer.from(
      await writeXlsx({ sheets: sheets.map((one) => ({ name: one.name, rows: one.rows })) }),
    ),
  })
  const door = page.locator('main input[type=file]')
  const cards = sheets.find(({ name }) => name.includes('Cartes'))!
  const row = cards.rows.findIndex(([word]) => word === 'Quantité') + 1
  await door.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('PNG') })
  await expect(page.getByRole('alert')).toContainText('Comptoir lit un classeur Excel (.xlsx)')
  cards.rows[row]![1] = 'à voir'
  await door.setInputFiles(await bookOf('mes-prix.xlsx'))
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(`${cards.name}!B${row + 1}`)
  await expect(alert).toContainText('n’est pas un prix')
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  cards.rows[row]![1] = '19,90 €'
  await door.setInputFiles(await bookOf('mes-prix.xlsx'))
  await expect(catalogue.rows).toHaveCount(4)

  // Another product, by a copy of a sheet, laid over what is there.
  await shell.go('/reglages/partenaires')
  sheets.splice(0, sheets.length, { ...cards, name: 'copie', rows: cards.rows.map((cells) => [...cells]) })
  sheets[0]!.rows[0] = ['Produit', 12, 'Cartes de correspondance']
  await page
    .locator('section[aria-labelledby=tariff-book] input[type=file]')
    .setInputFiles(await bookOf('copie.xlsx'))
  const found = page.getByRole('region', { name: 'Ce que le classeur change' })
  await expect(found).toContainText('Cartes de correspondance nouveau')
  await found.getByRole('button', { name: 'Garder' }).click()
  await expect(found).toHaveCount(0)
  await shell.go('/')
  await expect(catalogue.rows).toHaveCount(5)
})

test('a partner: what is wrong with it is told in words, until it works', async ({
  page,
  shell,
  catalogue,
}) => {
  const partner = await startPartner({ seed: 3, ids: 1, products: 5, families: 2 })
  const other = createServer((_request, response) => response.writeHead(404).end('<h1>Nginx</h1>'))
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready))
  const notApi = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await shell.open()
  await page.getByRole('link', { name: 'Régler un partenaire' }).click()
  const dialog = page.getByRole('dialog')
  const fill = async (url: string, token: string) => {
    await dialog.getByLabel('Adresse').fill(url)
    await dialog.getByLabel('Jeton').fill(token)
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(dialog).toBeHidden()
  }
  await dialog.getByLabel('Nom').fill('Imprimeur')
  await fill('http://127.0.0.1:9', 'jeton')
  const card = page.getByRole('article', { name: 'Imprimeur' })
  await expect(card).toContainText('Le partenaire est injoignable')
  for (const [url, token, why] of [
    [notApi, 'jeton', 'n’a pas l’API du partenaire'],
    [notApi.replace('http:', 'https:').replace('127.0.0.1', 'localhost'), 'jeton', 'ne parle pas TLS'],
    [partner.url, 'faux', 'n’accepte pas le jeton'],
  ] as const) {
    await card.getByRole('button', { name: 'Modifier Imprimeur' }).click()
    await fill(url, token)
    await expect(card).toContainText(why)
  }
  await card.getByRole('button', { name: 'Modifier Imprimeur' }).click()
  await fill(partner.url, partner.token)
  await expect(card).toContainText('Connexion réussie')
  await shell.go('/')
  await expect(catalogue.rows.first()).toHaveAttribute('aria-setsize', '7')
  other.close()
  await partner.stop()
})

test('the first person is an administrator, made here, and everybody signs in from then on', async ({
  page,
  shell,
  service,
}) => {
  await page.goto(service.url)
  await expect(page.getByText(`${service.url}/?key=…`)).toBeVisible()
  await shell.open()
  await shell.go('/reglages/personnes')
  await expect(page.getByRole('main')).not.toContainText('comptoir user')
  await page.getByRole('button', { name: 'Créer un administrateur' }).click()
  const dialog = page.getByRole('dialog', { name: 'Créer un administrateur' })
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await dialog.getByLabel('Nom').fill('Ada')
  await dialog.getByLabel('Mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  const people = new People(page, service)
  await people.signIn('Ada')
  await expect(people.me).toHaveAccessibleName('Ada, Administrateur')
})
