/** A sale at the counter of what a partner makes: it is delivered to the shop, which has to say where it is. */
import { seriousFaults } from './axe.ts'
import { expect } from './fixtures.ts'
import { NORTH, test, type Entry } from './sources.ts'

const SHOP = {
  name: 'Imprimerie du Port',
  address1: '12 quai des Belges',
  postalCode: '13001',
  town: 'Marseille',
}

test('the shop’s address is asked for once, by its place; then the partner delivers there, and is asked before', async ({
  page,
  shell,
  service,
  configurator,
  quote,
  order,
  north,
}) => {
  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  const product = entries.find(({ area, name }) => area === 'print' && name.includes('(nord)'))!
  await shell.open()
  await shell.go(`/produits/${product.id}`)
  await configurator.agreedPrice()
  await page.keyboard.press('v')
  await expect(quote.title).toContainText('Brouillon 1')
  await expect(page.getByText(/demande l’adresse complète du magasin/).first()).toBeVisible()
  await expect(quote.dialog).toBeHidden()
  expect(await seriousFaults(page)).toEqual([])

  const { issuer } = await service.call<{ issuer: object }>('GET', '/letterhead')
  await service.call('PUT', '/letterhead', { issuer: { ...issuer, ...SHOP } })
  // Saved again the draft has it.
  await quote.field('nom').fill('Ruiz')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('12 quai des Belges')).toBeVisible()
  await quote.order.click()
  await expect(quote.dialog).toContainText('Le partenaire livre au magasin.')
  await expect(quote.dialog).toContainText('12 quai des Belges')
  await expect(quote.dialog).toContainText(NORTH)
  await expect(quote.dialog.getByRole('region', { name: 'Ce que demandent les partenaires' })).toContainText(
    'Même total',
  )
  await quote.dialog.getByRole('button', { name: 'Commander définitivement' }).click()
  await expect(order.title).toContainText('C000001')
  const [placed] = await north.orders(1)
  expect(placed!.sent).toMatchObject({
    adresse_livraison: { societe: SHOP.name, adresse1: SHOP.address1, nom: 'Ruiz' },
  })
})
