/** A quote begins with whatever its customer names first: a product, himself, or a service. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ConfiguratorPage } from './pages/configurator.ts'
import { ADDRESS } from './pages/quote.ts'
import { Shell } from './pages/shell.ts'

const COMPANY = {
  name: 'Club de judo',
  addresses: [{ label: 'Dojo', isDefault: true, address: { ...ADDRESS, societe: 'Club de judo' } }],
}

test('with its customer', async ({ page, shell, service, quote }) => {
  await service.call('POST', '/companies', COMPANY)
  await shell.open()
  await shell.go('/devis/courant')
  await expect(quote.title).toHaveText('Aucun devis en cours')
  expect(await seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('empty.png') })
  await page.getByRole('combobox', { name: 'Client' }).fill('judo')
  await page
    .getByRole('option', { name: /Club de judo/ })
    .first()
    .click()
  await expect(quote.title).toContainText('Brouillon 1')
  await expect(page.getByRole('link', { name: 'Club de judo' })).toBeVisible()
  await expect(quote.field('ville')).toHaveValue('Marseille')
  await expect(page).toHaveURL(/devis\/1$/)
})

test('with a service', async ({ shell, service, quote }) => {
  await shell.open()
  await shell.go('/devis/courant')
  await quote.writeService('Création graphique', '150')
  await quote.dialog.getByRole('button', { name: /^(Ajouter|Enregistrer)/ }).click()
  await expect(quote.title).toContainText('Brouillon 1')
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.dialog).toHaveCount(0)
  expect(await service.call('GET', '/quotes/1')).toMatchObject({ lines: [{ name: 'Création graphique' }] })
})

test('from the page of its customer, once however often it is pressed', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id } = await service.call<{ id: number }>('POST', '/companies', COMPANY)
  await shell.open()
  await shell.go(`/clients/${id}`)
  await page.getByRole('button', { name: 'Nouveau devis' }).dblclick()
  await expect(quote.title).toContainText('Brouillon 1')
  await expect(quote.field('ville')).toHaveValue('Marseille')
  expect(await service.call('GET', '/quotes')).toHaveLength(1)
  expect(await service.call('GET', '/quotes/1')).toMatchObject({ companyId: id, company: 'Club de judo' })
})

test('in two windows that knew of none it is one; who has begun a new one there adds to that', async ({
  context,
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/201')
  const beside = await context.newPage()
  const [other, configured] = [new Shell(beside, service), new ConfiguratorPage(beside)]
  await configured.open(other, '/produits/202')
  await configurator.add.click()
  await expect(shell.quoteChip).toContainText('Brouillon 1')
  await configured.add.click()
  await expect(other.quoteChip).toContainText('Brouillon 1')
  await expect(other.quoteChip).toContainText('2 lignes')
  expect(await service.call('GET', '/quotes')).toHaveLength(1)

  // The first window hears of it, and goes on with both lines.
  await shell.go('/devis/1')
  await expect(quote.lines).toHaveCount(2)
  await page.getByRole('button', { name: 'Nouveau devis' }).click()
  await configured.add.click()
  await expect(other.quoteChip).toContainText('3 lignes')
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await configurator.add.click()
  await expect(shell.quoteChip).toContainText('Brouillon 2')
  await expect(shell.quoteChip).toContainText('1 ligne')
})

test('in two windows that both add before the first save is answered it is one', async ({
  context,
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const beside = await context.newPage()
  const [other, configured] = [new Shell(beside, service), new ConfiguratorPage(beside)]
  await configured.open(other, '/produits/202')
  const [asked, held] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  await page.route('**/api/quotes', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    asked.resolve(null)
    await held.promise
    await route.continue()
  })
  await configurator.add.click()
  await asked.promise
  await configured.add.click()
  await expect(configured.add).toHaveAttribute('aria-disabled', 'true')
  held.resolve(null)
  await expect(other.quoteChip).toContainText('2 lignes')
  expect(await service.call('GET', '/quotes')).toHaveLength(1)
})

test('while the service is away it is shown with what is in it, and is saved by itself', async ({
  context,
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/201')
  // Its screen is loaded by then, as in a window that has shown a quote before.
  await shell.quoteChip.click()
  await expect(quote.title).toHaveText('Aucun devis en cours')
  await page.goBack()
  await configurator.chosenCell.waitFor()
  const told = (await configurator.chosenCell.locator('.figure').innerText()).trim()
  await context.setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(shell.quoteChip).toContainText('1 ligne')
  await shell.quoteChip.click()
  await expect(quote.title).toHaveText('Nouveau devis')
  const main = page.getByRole('main')
  await expect(main).toContainText('Pas encore enregistré')
  await expect(main.getByRole('listitem')).toHaveText(/Flyers A7.*2[\s\u202f]000 ex\. · J\+6/)
  await expect(main.getByRole('listitem')).toContainText(`${told} HT à l’ajout`)
  await expect(main).toContainText('Il sera enregistré tout seul')
  await expect(main).not.toContainText('Cela n’a pas marché')
  expect(await seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('begun.png') })

  await context.setOffline(false)
  await expect(quote.title).toContainText('Brouillon 1')
  await expect(quote.lines).toHaveCount(1)
  expect(await service.call('GET', '/quotes')).toHaveLength(1)
})
