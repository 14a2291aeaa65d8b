/** The lists of quotes and orders: what is searched, filtered and paged is in the address, and found again. */
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'

const flyers = (area = 'print') => ({
  area,
  line: { produit: 201, quantites_multiples: [1000] },
  delai: null,
})

test('coming back to a list finds it as it was left; a recipient is found by name and without accents', async ({
  page,
  shell,
  service,
}) => {
  for (const nom of ['Lefèvre', 'Martin']) {
    await service.call('POST', '/quotes', {
      reference: `Été ${nom}`,
      address: { ...ADDRESS, nom },
      lines: [flyers()],
    })
  }
  await shell.open()
  await shell.go('/devis')
  const rows = page.locator('main tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Chercher un devis' }).fill('lefevre')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('État').selectOption('draft')
  await expect(page).toHaveURL(/devis\?(?=.*recherche=lefevre)(?=.*etat=draft)/)
  await rows.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Brouillon 1')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('lefevre')
  await expect(page.getByLabel('État')).toHaveValue('draft')
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(rows).toHaveCount(2)
})

test('entries that cannot be read are counted under the others', async ({ page, shell, service }) => {
  await service.call('POST', '/quotes', { reference: 'R', lines: [] })
  await page.route('**/api/quotes?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-unreadable-count': '2' } })
  })
  await shell.open()
  await shell.go('/devis')
  await expect(page.locator('main tbody tr')).toHaveCount(1)
  const words =
    /^2 entrées de cette page ne peuvent pas être lues.: elles sont endommagées\. Réglages → Sauvegardes/
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
})

test('the second page is an address of its own, and a page that is no more leads to the first', async ({
  page,
  shell,
  service,
}) => {
  await Promise.all(
    Array.from({ length: 51 }, (_, i) => service.call('POST', '/quotes', { reference: `R${i}`, lines: [] })),
  )
  await shell.open()
  await shell.go('/devis?page=2')
  const rows = page.locator('main tbody tr')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Page précédente' }).click()
  await expect(rows).toHaveCount(50)
  await expect(page).toHaveURL(/devis$/)
  await shell.go('/devis?page=9')
  await expect(rows).toHaveCount(50)
})

test('the orders of one quote are a list of their own', async ({ page, shell, service }) => {
  let number = ''
  for (const reference of ['A', 'B']) {
    const { id } = await service.call<{ id: number }>('POST', '/quotes', {
      reference,
      address: ADDRESS,
      lines: [flyers()],
    })
    const { quote } = await service.call<{ quote: { number: string } }>('POST', `/quotes/${id}/order`)
    number = quote.number
  }
  expect(number).toMatch(/^D\d{4}-[A-Z2-9]{4}-0002$/)
  await shell.open()
  await shell.go(`/commandes?devis=${number}`)
  const rows = page.locator('main tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('C000002')
  await page.getByRole('button', { name: `Devis ${number}` }).click()
  await expect(rows).toHaveCount(2)
})

test('nothing found is singular, and a product is found by its id', async ({ page, shell, catalogue }) => {
  await shell.open()
  await catalogue.search.fill('zzzzzzzz')
  await expect(page.getByText('0 produit trouvé', { exact: true })).toBeAttached()
  await catalogue.search.fill('203')
  await expect(catalogue.rows.first()).toContainText('Flyers A5')
})

test('an order is found by number, customer, town, product, reference and artwork', async ({
  page,
  shell,
  service,
}) => {
  const made = async (line: object, ville: string) => {
    const address = { ...ADDRESS, ville }
    const { id } = await service.call<{ id: number }>('POST', '/quotes', { address, lines: [line] })
    await service.call('POST', `/quotes/${id}/order`)
    return id
  }
  await made({ ...flyers(), line: { ...flyers().line, label: 'Été 26' } }, 'Béziers')
  const cards = { area: 'print', line: { produit: 101, quantites_multiples: [400] }, delai: null }
  const quote = await made(cards, 'Le Mans')
  await service.call('PUT', `/quotes/${quote}/notes`, {
    ...{ internalNote: '', files: ['carte_verso_v3.pdf'], notesVersion: 0 },
  })
  const { number } = await service.call<{ number: string }>('GET', `/quotes/${quote}`)
  await shell.open()
  await shell.go('/commandes')
  const rows = page.locator('main tbody tr')
  await expect(rows).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Chercher une commande' })
  await expect(search).toHaveAttribute('placeholder', /ville, produit, référence, visuel/)
  for (const [text, found] of [
    ['C000001', 'C000001'],
    ['beziers', 'C000001'],
    ['été 26', 'C000001'],
    ['cartes de visite', 'C000002'],
    ['VERSO_V3', 'C000002'],
    [number, 'C000002'],
  ]) {
    await search.fill(text!)
    await expect(rows, text).toHaveCount(1)
    await expect(rows).toContainText(found!)
  }
  await search.fill('nulle part')
  await expect(page.getByText('Aucune commande ne correspond')).toBeVisible()
})
