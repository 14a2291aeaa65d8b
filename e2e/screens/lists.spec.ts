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
