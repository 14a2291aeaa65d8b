/** How a product is found: by the words of the trade, and what is said where there is none. */
import { seriousFaults } from './axe.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { DEMO_BUNDLE } from './service.ts'

test.describe('the words of the trade', () => {
  const WORDS = [
    ['rollup', 'Roll-up'],
    ['plaquette', 'Dépliants'],
    ['sticker', 'Autocollants'],
    ['enseigne', /Panneaux|Lettrage/],
    ['business card', 'Cartes de visite'],
    ['a 5', 'A5'],
  ] as const

  test('find what is meant, in the catalogue and in the palette', async ({
    page,
    shell,
    catalogue,
    configurator,
  }) => {
    await catalogue.open(shell)
    for (const [typed, found] of WORDS) {
      await catalogue.search.fill(typed)
      await expect(catalogue.active, typed).toContainText(found)
      await page.keyboard.press('Control+k')
      await page.keyboard.type(typed)
      await expect(shell.palette.getByRole('option').first(), typed).toContainText(found)
      await page.keyboard.press('Enter')
      await expect(configurator.title, typed).toContainText(found)
      await shell.go('/')
    }
  })
})

test('a number by which nothing is named is a quantity: the product opens with it where it is offered', async ({
  page,
  shell,
  catalogue,
  configurator,
}) => {
  await catalogue.open(shell)
  const asked = page.getByText(/^Le produit s’ouvre en 2\s000 exemplaires/).first()
  await catalogue.search.fill('flyers a5 2000')
  await expect(catalogue.active).toContainText('Flyers A5')
  await expect(asked).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await catalogue.search.press('Enter')
  await expect(configurator.title).toContainText('Flyers A5')
  await expect(configurator.summary).toContainText(/2\s000/)
  await expect(page).toHaveURL(/quantites=2000/)

  await shell.go('/')
  await catalogue.search.fill('500 cartes de visite')
  await expect(catalogue.active).toContainText('Cartes de visite')
  await expect(asked).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('500 cartes de visite')
  const first = shell.palette.getByRole('option').first()
  await expect(first).toContainText('500 ex.')
  await first.click()
  await expect(configurator.title).toContainText('Cartes de visite')
  await expect(page).toHaveURL(/quantites=500/)
  // As the number of a product, or in a name, it is none.
  await shell.go('/')
  await catalogue.search.fill('flyers 100')
  await expect(catalogue.active).toContainText('100')
})

test('nothing found tells what would be: by other words, or behind the filters', async ({
  page,
  shell,
  catalogue,
}) => {
  await catalogue.open(shell)
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
  await expect(page.getByText(/Les filtres cachent ce qui correspond\s: \d+ produits/)).toBeVisible()
  await page.getByRole('button', { name: 'Chercher partout' }).click()
  await expect(catalogue.active).toContainText('Cartes de visite')
})

test('a word that no product has is told, and the others find', async ({
  page,
  shell,
  catalogue,
  configurator,
}) => {
  await catalogue.open(shell)
  await catalogue.search.fill('panneau zinzolin dibond')
  await expect(catalogue.active).toContainText('Dibond')
  await expect(
    page.getByText('Aucun produit n’a « zinzolin » : voici ce que trouvent les autres mots.').first(),
  ).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('without.png') })
  await catalogue.search.press('Enter')
  await expect(configurator.title).toContainText('Dibond')
})

test('a shop’s own words are set, and searched at once', async ({ page, shell, service, catalogue }) => {
  await catalogue.open(shell)
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

test.describe('the list is found as it was left', () => {
  test('its scroll, its row, its search and its filter: by back, by the link, by the menu, after a reload', async ({
    page,
    shell,
    catalogue,
    configurator,
  }) => {
    await catalogue.open(shell)
    await page.getByRole('radio', { name: 'Imprimés' }).check({ force: true })
    await catalogue.search.fill('a')
    await expect(catalogue.active).toContainText(/^A/)
    // Written once the typing has paused.
    await expect(page).toHaveURL(/rayon=print.*recherche=a|recherche=a.*rayon=print/)
    const scroller = page.locator('.scroller')
    const offset = () => scroller.evaluate((element) => element.scrollTop)
    await scroller.evaluate((element) => (element.scrollTop = 1500))
    // Rows come and go with the scroll: one that is in sight is at its place.
    const some = page.getByRole('option').nth(18)
    await expect(some).toBeInViewport()
    const name = (await some.locator('.text').textContent())!
    const row = page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
    const opened = async () => {
      await expect(configurator.title).toContainText(name)
    }
    const there = async () => {
      await expect(catalogue.search).toHaveValue('a')
      await expect(page.getByRole('radio', { name: 'Imprimés' })).toBeChecked()
      await expect(catalogue.active).toContainText(name)
      await expect.poll(offset).toBe(1500)
    }
    await row.click()
    await opened()
    await page.goBack()
    await there()
    await page.reload()
    await there()
    await page.keyboard.press('Enter')
    await opened()
    await page.reload()
    await opened()
    await page.locator('a.back').click()
    await there()
    await row.click()
    await opened()
    // As a browser does of an entry that is reloaded while it is written.
    await page.evaluate("history.replaceState(null, '')")
    await page.reload()
    await opened()
    await page.locator('a.back').click()
    await there()
    await page.getByRole('link', { name: 'Devis', exact: true }).click()
    await page.getByRole('link', { name: 'Catalogue' }).click()
    await there()
    await catalogue.search.fill('af')
    await expect(catalogue.active).toContainText('Affiches')
    await expect.poll(offset).toBe(0)
  })

  test('a catalogue that is loaded meanwhile leaves it where it is', async ({
    page,
    shell,
    service,
    catalogue,
  }) => {
    await catalogue.open(shell)
    for (let i = 0; i < 4; i++) await page.keyboard.press('PageDown')
    const name = (await catalogue.active.locator('.text').textContent())!
    const offset = () => page.locator('.scroller').evaluate((element) => element.scrollTop)
    const before = await offset()
    expect(before).toBeGreaterThan(0)
    const size = Number(await catalogue.active.getAttribute('aria-setsize'))
    const bundle = JSON.parse(readFileSync(DEMO_BUNDLE, 'utf8')) as { produits: { nom: string }[] }
    bundle.produits.push({ ...bundle.produits[0]!, ...{ id: 999, nom: 'Zz cartes' } })
    await service.import(bundle)
    await expect(catalogue.active).toHaveAttribute('aria-setsize', String(size + 1))
    await expect(catalogue.active).toContainText(name)
    expect(await offset()).toBe(before)
  })
})
