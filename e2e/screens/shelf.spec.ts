/** What is kept at hand: favourites, what was configured lately, saved configurations. */
import { danglingReferences, seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'

const tab = (name: string) => new RegExp(`^\\s*${name}`)

test('favourites: by the star and by the keyboard, in the list and in the product, still there after a reload', async ({
  page,
  shell,
  catalogue,
  configurator,
}) => {
  await catalogue.open(shell)
  await page.getByRole('radio', { name: tab('Favoris') }).check({ force: true })
  await expect(page.getByRole('heading', { name: 'Aucun favori' })).toBeVisible()
  await page.getByRole('radio', { name: tab('Catalogue') }).check({ force: true })
  await catalogue.search.fill('totem')
  // The list follows what is typed a moment later.
  await expect(catalogue.active).toContainText('Totem carton')
  await catalogue.search.press('Shift+Enter')
  await expect(page.getByText('Totem carton est dans vos favoris')).toBeAttached()
  await catalogue.search.fill('cartes postales')
  await catalogue.rows.first().locator('.star').click()
  await expect(catalogue.rows.first()).toContainText('favori')
  await catalogue.search.fill('')
  await page.getByRole('radio', { name: tab('Favoris') }).check({ force: true })
  await expect(catalogue.rows).toHaveCount(2)
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await page.reload()
  await expect(catalogue.rows).toHaveCount(2)
  await expect(page.getByRole('radio', { name: tab('Favoris') })).toBeChecked()
  await catalogue.rows.filter({ hasText: 'Totem' }).click()
  await expect(configurator.title).toContainText('Totem')
  const star = page.getByRole('button', { name: 'Favori', exact: true })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.locator('h1').click()
  await page.keyboard.press('f')
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await page.goBack()
  await expect(catalogue.rows).toHaveCount(1)
  // How many there are is not said where it is not known.
  await page.route('**/api/shelf', (route) => route.abort())
  await page.reload()
  await expect(page.locator('.segments label').filter({ hasText: 'Favoris' })).toHaveText(/^\s*Favoris\s*$/)
})

test('what was configured is found as it was left', async ({ page, shell, catalogue, configurator }) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/shelf/recents') && response.request().postData()!.includes('2500'),
  )
  await configurator.pick('Quantité du visuel 1', '2500')
  await kept
  await shell.go('/')
  await page.getByRole('radio', { name: tab('Récents') }).check({ force: true })
  await expect(catalogue.rows).toHaveCount(1)
  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  await expect(configurator.title).toContainText('Flyers A7')
  await expect(page.getByRole('combobox', { name: 'Quantité du visuel 1' })).toHaveValue(/2.?500/)
  await page.keyboard.press('Control+k')
  await expect(shell.palette.getByRole('option').filter({ hasText: 'Récent' })).toContainText('Flyers A7')
})

test('a configuration is saved by name, opened, renamed, deleted and brought back', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await configurator.pick('Quantité du visuel 1', '2500')
  await page.getByRole('button', { name: 'Enregistrer cette configuration' }).click()
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(
    'Flyers A7 (7,4\u00a0×\u00a010,5\u00a0cm)',
  )
  await page.getByLabel('Nom', { exact: true }).fill('Tracts du marché')
  // However often it is pressed while it is being saved, it is saved once.
  const saving = Promise.withResolvers<null>()
  await page.route('**/shelf/configurations', async (route) => {
    await saving.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  saving.resolve(null)
  await expect(shell.toast('« Tracts du marché » enregistrée')).toBeVisible()
  await shell.go('/')
  await page.getByRole('radio', { name: tab('Enregistrées') }).check({ force: true })
  const list = page.getByRole('list', { name: 'Configurations enregistrées' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText(/^2.?500 ex\. · J\+\d+$/)).toBeInViewport({ ratio: 1 })
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await expect.poll(() => danglingReferences(page)).toEqual([])
  await list.getByRole('link', { name: 'Tracts du marché' }).click()
  await expect(configurator.title).toContainText('Flyers A7')
  await expect(page.getByText('Tracts du marché')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Quantité du visuel 1' })).toHaveValue(/2.?500/)
  const address = page.url()
  await page.goBack()
  await page.getByRole('button', { name: 'Renommer Tracts du marché' }).click()
  await page.getByLabel('Nom', { exact: true }).fill('Tracts de printemps')
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await expect(list).toContainText('Tracts de printemps')
  await page.getByRole('button', { name: 'Supprimer Tracts de printemps' }).click()
  await expect(page.getByRole('heading', { name: 'Aucune configuration enregistrée' })).toBeVisible()
  await shell.toast('« Tracts de printemps » supprimée').getByRole('button', { name: 'Rétablir' }).click()
  await expect(list).toContainText('Tracts de printemps')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('printemps')
  await expect(shell.palette.getByRole('option').first()).toContainText('Tracts de printemps')
  await page.keyboard.press('Escape')
  const deletions: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))
  await page.getByRole('button', { name: 'Supprimer Tracts de printemps' }).dblclick()
  await expect(list).toHaveCount(0)
  expect(deletions).toHaveLength(1)
  await page.goto(address)
  await expect(page.getByText('Cette configuration enregistrée n’existe plus')).toBeVisible()
})

test.describe('another catalogue', () => {
  test.use({ stocked: false })

  const bundle = (...papers: string[]) => ({
    format: 'comptoir-bundle/1',
    delais: [{ id: 2, jours: 2 }],
    produits: ['Cartes', 'Menus'].map((nom, p) => ({
      ...{ id: p + 1, nom, delais: [2], quantites: { range: false, available: [100] } },
      options: [
        {
          ...{ id: 5 + p, nom: 'Papier', type: 'variante' },
          variantes: papers.map((paper) => ({ id: 10 * paper.length + p, nom: paper })),
        },
      ],
    })),
  })

  test('what was saved and no longer fits says so; what is found of it is told', async ({
    page,
    shell,
    service,
  }) => {
    await service.import(bundle('Kraft', 'Couché'))
    for (const [produit, name] of [
      [1, 'Cartes du marché'],
      [2, 'Menus du jour'],
    ] as const) {
      const line = { produit, variantes: [49 + produit], quantites_multiples: [100] }
      const kept = { area: 'print', line, delai: 2, leadTimeLabel: 'J+2' }
      await service.call('POST', '/shelf/configurations', { name, ...kept })
    }
    await shell.open()
    await shell.go('/?vue=enregistrees')
    const list = page.getByRole('list', { name: 'Configurations enregistrées' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    const sign = 'le catalogue a changé : à revoir'
    await expect(list.getByText(sign)).toHaveCount(0)
    await service.import(bundle('Couché'))
    await expect(list.getByText(sign)).toHaveCount(2)
    await expect.poll(() => seriousFaults(page)).toEqual([])
    const told = page.getByRole('status').filter({ hasText: /trouvée/ })
    await expect(told).toHaveText('2 configurations trouvées')
    await page.getByRole('combobox', { name: 'Chercher un produit' }).fill('marché')
    await expect(told).toHaveText('1 configuration trouvée')
    await list.getByRole('link', { name: 'Cartes du marché' }).click()
    await expect(page.getByRole('region', { name: 'Le catalogue a changé depuis' })).toContainText('Kraft')
  })
})
