import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { DEMO_BUNDLE } from './service.ts'

test.describe('search', () => {
  for (const [typed, found] of [
    ['DEPLIANT', 'Dépliants'],
    ['carte visite', 'Cartes de visite'],
    ['cartes de visit', 'Cartes de visite'],
    ['depliannt', 'Dépliants'],
    ['85x54', '85 × 54'],
  ] as const) {
    test(`"${typed}" finds ${found}`, async ({ shell, catalogue }) => {
      await catalogue.open(shell)
      await catalogue.search.fill(typed)
      await expect(catalogue.active).toContainText(found)
    })
  }

  test('what may be chosen of a product finds it, behind what is called so', async ({ shell, catalogue }) => {
    await catalogue.open(shell)
    await catalogue.search.fill('flyer soft touch')
    await expect(catalogue.active).toContainText('Flyers')
    await catalogue.search.fill('enveloppe fenetre')
    await expect(catalogue.active).toContainText('Enveloppe')
  })

  test('a product opens with the choices that it was searched by, and says what it cannot tell', async ({
    page,
    shell,
    catalogue,
    configurator,
  }) => {
    await catalogue.open(shell)
    await catalogue.search.fill('brochure agrafée 16 pages 500 ex')
    await expect(catalogue.active).toContainText('Brochures agrafées')
    await page.keyboard.press('Enter')
    const pages = page.getByRole('combobox', { name: 'Nombre de pages' })
    await expect(pages).toHaveValue(/^16\spages$/)
    await expect(configurator.summary).toContainText('500')
    await expect(page).toHaveURL(/choix=/)
    await expect(page).not.toHaveURL(/recherche=/)
    await page.reload()
    await expect(pages).toHaveValue(/^16\spages$/)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('boîtes pliantes fenêtre')
    await expect(shell.palette.getByRole('option', { name: /Boîtes pliantes/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(configurator.title).toContainText('Boîtes pliantes')
    const notice = page.getByText('Votre recherche convient à plusieurs choix, à préciser : Fenêtre.')
    await expect(notice).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('unsure.png') })
  })

  test('what is made to measure opens with the size that it was searched by, from the list and the palette', async ({
    page,
    shell,
    catalogue,
    configurator,
  }) => {
    await catalogue.open(shell)
    await catalogue.search.fill('bâche 3 x 2 m')
    await expect(catalogue.active).toContainText('Bâches')
    await page.keyboard.press('Enter')
    const sides = [configurator.field(/^Largeur/), configurator.field(/^Hauteur/)]
    await expect(sides[0]!).toHaveValue('300')
    await expect(sides[1]!).toHaveValue('200')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('akilux 123 x 45 cm')
    await expect(shell.palette.getByRole('option', { name: /Akilux/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(configurator.title).toContainText('Akilux')
    await expect(sides[0]!).toHaveValue('1230')
    await expect(sides[1]!).toHaveValue('450')
    await page.screenshot({ path: test.info().outputPath('size.png') })
  })

  test('what starts with the words comes first; nothing found says so', async ({
    page,
    shell,
    catalogue,
  }) => {
    await catalogue.open(shell)
    const whole = await catalogue.active.getAttribute('aria-setsize')
    await catalogue.search.fill('cart')
    await expect(catalogue.active).not.toHaveAttribute('aria-setsize', whole!)
    await expect(catalogue.active).toContainText(/^Cart/)
    const all = page.getByRole('radio', { name: /^Tout/ }).locator('..')
    await expect(all).toContainText(String(await catalogue.active.getAttribute('aria-setsize')))
    await catalogue.search.fill('zzzzz')
    await expect(all).toContainText(/Tout\s*0/)
    await expect(page.getByRole('heading', { name: 'Aucun produit pour « zzzzz »' })).toBeVisible()
    await page.getByRole('button', { name: 'Tout afficher' }).click()
    await expect(catalogue.rows.first()).toBeVisible()
  })

  test('typing anywhere searches; the area narrows; the list is found as it was left', async ({
    page,
    shell,
    catalogue,
    configurator,
  }) => {
    await catalogue.open(shell)
    await page.getByRole('radio', { name: 'PLV' }).check({ force: true })
    await page.keyboard.press('/')
    await expect(catalogue.search).toBeFocused()
    await page.keyboard.type('totem')
    await expect(catalogue.active).toContainText('Totem')
    await page.keyboard.press('Enter')
    await expect(configurator.title).toContainText('Totem')
    await page.goBack()
    await expect(catalogue.search).toHaveValue('totem')
    await expect(page.getByRole('radio', { name: 'PLV' })).toBeChecked()
    // What was searched is found, and what is typed now takes its place; the arrows keep it.
    await page.keyboard.press('ArrowDown')
    await expect(catalogue.search).toHaveValue('totem')
    await page.keyboard.type('roll')
    await expect(catalogue.search).toHaveValue('roll')
    await page.getByRole('radio', { name: 'PLV' }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('x')
    await expect(catalogue.search).toHaveValue('x')
    await expect(page).toHaveURL(/recherche=x/)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.keyboard.type('totem')
    await expect(catalogue.search).toHaveValue('totem')
  })
})

test('a word beside any sign is found', async ({ shell, service, catalogue }) => {
  const bundle = JSON.parse(readFileSync(DEMO_BUNDLE, 'utf8')) as { produits: { nom: string }[] }
  bundle.produits[0]!.nom = 'Carte <b>spéciale</b>'
  await service.import(bundle)
  await catalogue.open(shell)
  for (const typed of ['speciale', '<b>spéciale', 'carte+spéciale']) {
    await catalogue.search.fill(typed)
    await expect(catalogue.active).toContainText('<b>spéciale</b>')
  }
})

test('only the rows in sight exist, and the last is reached by the keyboard', async ({
  page,
  shell,
  catalogue,
}) => {
  await catalogue.open(shell)
  expect(await catalogue.rows.count()).toBeLessThan(60)
  for (let i = 0; i < 12; i++) await page.keyboard.press('PageDown')
  const size = await catalogue.active.getAttribute('aria-setsize')
  await expect(catalogue.active).toHaveAttribute('aria-posinset', size!)
  await expect(catalogue.active).toBeInViewport()
})

test.describe('without a catalogue', () => {
  test.use({ stocked: false })

  test('says what to do, and shows the catalogue once it is imported', async ({
    page,
    shell,
    service,
    catalogue,
  }) => {
    await shell.open()
    await expect(page.getByRole('heading', { name: 'Bienvenue dans Comptoir' })).toBeVisible()
    await service.import({
      format: 'comptoir-bundle/1',
      delais: [{ id: 1, jours: 2 }],
      produits: [
        { id: 1, nom: 'Cartes', delais: [1], quantites: { range: false, available: [100] }, options: [] },
      ],
    })
    await expect(catalogue.rows).toHaveCount(1)
    await expect(catalogue.rows.first()).toContainText('sur devis')
  })

  test('offers its doors to who may open them, and to nobody else', async ({ page, people }) => {
    await people.set()
    await people.enter('Zoé Martin')
    await expect(page.getByRole('heading', { name: 'Le catalogue est vide' })).toBeVisible()
    await expect(page.getByText('Un administrateur peut charger')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /Charger|Régler|Choisir/ })).toHaveCount(
      0,
    )
    await people.leave()
    await people.signIn('Ada')
    await expect(page.getByRole('link', { name: 'Régler un partenaire' })).toBeVisible()
  })
})

test('the palette goes to products, quotes, orders and screens', async ({ page, shell, configurator }) => {
  await shell.open()
  await page.keyboard.press('Control+k')
  await expect(shell.palette).toBeVisible()
  await page.keyboard.type('affiches a3')
  await expect(shell.palette.getByRole('option').first()).toContainText('Affiches A3')
  await page.keyboard.press('Enter')
  await expect(configurator.title).toContainText('Affiches A3')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('clients')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
})
