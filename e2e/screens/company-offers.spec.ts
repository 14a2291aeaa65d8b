/** What is offered of a customer's record where it is needed: an address to be kept, a name that is there already. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { FLYERS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const company = (service: DeskService, body: object) =>
  service.call<{ id: number }>('POST', '/companies', body)
const quoteIn = async (service: DeskService) =>
  (await service.call<{ id: number }>('POST', '/quotes', { lines: [FLYERS] })).id

test('an address that was typed on a quote is kept in the customer’s record by one click, and the next quote has it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quoteIn(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const field = page.getByRole('combobox', { name: 'Client', exact: true })
  const keep = page.getByRole('button', { name: 'Garder cette adresse dans la fiche de Club de judo' })
  await field.fill('Club de judo')
  await page.getByRole('option', { name: /^Créer/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Créer le client' }).click()
  await expect(
    page.getByRole('region', { name: 'Pour qui' }).getByRole('link', { name: 'Club de judo', exact: true }),
  ).toBeVisible()
  await quote.fill({ adresse1: '4 rue du Dojo', code_postal: '35000' })
  await expect(keep).toHaveCount(0)
  await quote.fill({ ville: 'Rennes' })
  await keep.focus()
  expect(await seriousFaults(page)).toEqual([])
  await keep.press('Enter')
  await expect(shell.toast('Adresse gardée dans la fiche de Club de judo')).toBeVisible()
  await expect(keep).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Adresse de livraison' })).toBeFocused()
  await expect(page.getByLabel('Livrer à').locator('option:checked')).toHaveText('4 rue du Dojo · Rennes')
  await expect(quote.saved).toBeVisible()

  const next = await quoteIn(service)
  await shell.go(`/devis/${next}`)
  await field.fill('judo')
  await page.getByRole('option', { name: /^Club de judo/ }).click()
  await expect(quote.field('adresse1')).toHaveValue('4 rue du Dojo')
  await expect(quote.field('ville')).toHaveValue('Rennes')
  await expect(keep).toHaveCount(0)
  // Of a second place the first one stays the default.
  await quote.fill({ adresse1: '9 quai Duguay' })
  await keep.click()
  await expect(page.getByLabel('Livrer à').locator('option:checked')).toHaveText('9 quai Duguay · Rennes')
  const [{ id: judo }] = await service.call<[{ id: number }]>('GET', '/companies?search=judo')
  expect(await service.call('GET', `/companies/${judo}`)).toMatchObject({
    addresses: [
      { isDefault: true, address: { adresse1: '4 rue du Dojo', societe: '' } },
      { isDefault: false, address: { adresse1: '9 quai Duguay' } },
    ],
  })
})

test('a name that is there already is said before it is made again, and taken by one click', async ({
  page,
  shell,
  service,
}) => {
  await company(service, { name: "Club l'Étoile" })
  await shell.open()
  await shell.go('/clients')
  await page.getByRole('button', { name: 'Nouveau client' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom ou raison sociale').fill('club l’etoile')
  const twin = dialog.getByRole('status').filter({ hasText: 'Ce nom existe déjà' })
  await expect(twin).toContainText("Club l'Étoile")
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByLabel('Nom ou raison sociale').fill('Club l’Étoile du nord')
  await expect(twin).toHaveCount(0)
  await dialog.getByLabel('Nom ou raison sociale').fill('Club l’Étoile')
  await dialog.getByRole('button', { name: 'Prendre cette fiche' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText("Club l'Étoile")
})
