/** A quote begins with whatever its customer names first: a product, himself, or a service. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'

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
