/** How a product is found: by the words of the trade, and what is said where there is none. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.describe('the words of the trade', () => {
  for (const [typed, found] of [
    ['rollup', 'Roll-up'],
    ['plaquette', 'Dépliants'],
    ['sticker', 'Autocollants'],
    ['enseigne', /Panneaux|Lettrage/],
    ['business card', 'Cartes de visite'],
    ['a 5', 'A5'],
  ] as const) {
    test(`"${typed}" finds ${found}`, async ({ page, shell, catalogue, configurator }) => {
      await shell.open()
      await catalogue.rows.first().waitFor()
      await catalogue.search.fill(typed)
      await expect(catalogue.active).toContainText(found)
      await page.keyboard.press('Control+k')
      await page.keyboard.type(typed)
      await expect(shell.palette.getByRole('option').first()).toContainText(found)
      await page.keyboard.press('Enter')
      await expect(configurator.title).toContainText(found)
    })
  }
})

test('nothing found tells what would be: by other words, or behind the filters', async ({
  page,
  shell,
  catalogue,
}) => {
  await shell.open()
  await catalogue.rows.first().waitFor()
  await catalogue.search.fill('affiche holographique')
  await expect(
    page.getByRole('heading', { name: 'Aucun produit pour « affiche holographique »' }),
  ).toBeVisible()
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^affiche \d+ produits/ }).click()
  await expect(catalogue.search).toHaveValue('affiche')
  await expect(catalogue.active).toContainText('Affiches')
  await page.getByRole('radio', { name: 'PLV' }).check({ force: true })
  await catalogue.search.fill('cartes de visite')
  await expect(page.getByText(/Les filtres cachent ce qui correspond : \d+ produits/)).toBeVisible()
  await page.getByRole('button', { name: 'Chercher partout' }).click()
  await expect(catalogue.active).toContainText('Cartes de visite')
})

test('a shop’s own words are set, and searched at once', async ({ page, shell, service, catalogue }) => {
  await shell.open()
  await catalogue.rows.first().waitFor()
  await catalogue.search.fill('zinzolin')
  await expect(catalogue.rows).toHaveCount(0)
  await shell.go('/reglages')
  await page.getByLabel('En plus de ceux du métier').fill('zinzolin, bâche\nseul')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect(await service.call('GET', '/settings')).toMatchObject({ synonyms: [['zinzolin', 'bâche']] })
  await shell.go('/')
  await catalogue.search.fill('zinzolin')
  await expect(catalogue.active).toContainText('Bâches')
})
