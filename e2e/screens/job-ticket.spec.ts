/** The job ticket of an order: for the workshop, on paper, without a price. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'

const line = (produit: number, quantites_multiples: number[], label = '') => ({
  ...{ area: 'print', delai: null },
  line: { produit, quantites_multiples, label },
})

test('a page a line: what, how many, by when, from which files, for whom; no price', async ({
  page,
  shell,
  service,
}) => {
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    reference: 'FOIRE-26',
    address: { ...ADDRESS, instructions: 'Quai 3, sonner' },
    lines: [
      line(201, [1000], 'Recto bleu'),
      line(101, [400]),
      { area: 'free', text: 'Mise en page', quantity: 2, unitCents: 4500 },
    ],
  })
  await service.call('PUT', `/quotes/${id}/notes`, {
    ...{ internalNote: 'Papier déjà en stock', files: ['foire_v3.pdf'], notesVersion: 0 },
  })
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await shell.go('/commandes/1')
  await page.getByRole('link', { name: 'Fiche de fabrication' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fiche de fabrication C000001')
  const tickets = page.getByRole('article')
  await expect(tickets).toHaveCount(2)
  const [first] = await tickets.all()
  for (const text of [
    ...['C000001', 'Ligne 1 sur 2', 'FOIRE-26', 'Recto bleu', /1\s000 ex\./, 'À livrer le', 'foire_v3.pdf'],
    ...['Papier déjà en stock', 'Imprimerie du Port', 'Quai 3, sonner', 'BAT validé'],
  ])
    await expect(first!).toContainText(text)
  const services = page.getByRole('region', { name: 'Prestations' })
  for (const text of ['C000001', 'FOIRE-26', '2 × Mise en page']) await expect(services).toContainText(text)
  await expect(page.getByRole('main')).not.toContainText('€')
  expect(await seriousFaults(page)).toEqual([])

  // Each line has its page; compact, they share one.
  const pages = async () =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  expect(await pages()).toBe(3)
  await page.getByRole('radio', { name: 'Compacte' }).check()
  expect(await pages()).toBe(1)
  // What is the same for all is said once, and each line with all that it is made by.
  const main = page.getByRole('main')
  for (const text of ['FOIRE-26', 'foire_v3.pdf', 'Papier déjà en stock', 'Quai 3, sonner'])
    await expect(main.getByText(text)).toHaveCount(1)
  for (const text of ['C000001', 'Ligne 2 sur 2', 'À livrer le', 'BAT validé'])
    await expect(tickets.nth(1)).toContainText(text)
  await expect(services, 'which may be alone on its sheet').toContainText('C000001')
  expect(await seriousFaults(page)).toEqual([])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.locator('main .sheet').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('a long order takes a sheet for several lines where it is compact', async ({ page, shell, service }) => {
  const lines = Array.from({ length: 30 }, (_, i) => line(i % 2 ? 201 : 101, [1000], `Série ${i + 1}`))
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines })
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await shell.go('/commandes/1/fiche')
  await page.getByRole('radio', { name: 'Compacte' }).check()
  await expect(page.getByRole('article')).toHaveCount(30)
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)!.length
  expect(sheets).toBeLessThanOrEqual(6)
})

test('it names the customer of the quote, whoever receives it', async ({ page, shell, service }) => {
  const company = await service.call<{ id: number }>('POST', '/companies', { name: 'Dupont & Fils' })
  for (const quote of [
    { collected: true, companyId: company.id },
    { address: { ...ADDRESS, societe: '', nom: 'Durand', prenom: 'Zoé' }, companyId: company.id },
  ]) {
    const { id } = await service.call<{ id: number }>('POST', '/quotes', {
      lines: [line(201, [1000])],
      ...quote,
    })
    await service.call('POST', `/quotes/${id}/order`)
  }
  await shell.open()
  for (const [order, other] of [
    [1, 'Imprimerie'],
    [2, 'Zoé Durand'],
  ] as const) {
    await shell.go(`/commandes/${order}`)
    await expect(page.locator('.page-head').getByRole('link', { name: 'Dupont & Fils' })).toBeVisible()
    await page.getByRole('link', { name: 'Fiche de fabrication' }).click()
    const head = page.getByRole('article').locator('header')
    await expect(head).toContainText('Dupont & Fils')
    await expect(head).not.toContainText('Client de passage')
    if (order === 2) await expect(head).toContainText(other)
  }
  await shell.go('/commandes')
  await expect(page.getByRole('row').filter({ hasText: 'Dupont & Fils' })).toHaveCount(2)
})

test('an order that there is not says so', async ({ page, shell }) => {
  await shell.open()
  await page.evaluate("location.hash = '#/commandes/9/fiche'")
  await expect(page.getByRole('main').getByRole('link', { name: 'Commandes' })).toBeVisible()
})

test('another order is never shown under this one’s address: not while it is read, nor where it is none', async ({
  page,
  shell,
  service,
}) => {
  const lines = [line(201, [1000])]
  for (const reference of ['UN', 'DEUX']) {
    const { id } = await service.call<{ id: number }>('POST', '/quotes', {
      reference,
      address: ADDRESS,
      lines,
    })
    await service.call('POST', `/quotes/${id}/order`)
  }
  await shell.open()
  const at = (place: string) => page.evaluate(`location.hash = '#${place}'`)
  for (const place of ['', '/fiche']) {
    await at(`/commandes/1${place}`)
    const main = page.getByRole('main')
    await expect(main).toContainText('C000001')
    await at(`/commandes/99999${place}`)
    await expect(main).toContainText('Introuvable')
    await expect(main).not.toContainText('C000001')
    await at(`/commandes/1${place}`)
    await expect(main).toContainText('C000001')
    let answer = () => {}
    const held = new Promise<void>((done) => (answer = done))
    await page.route('**/api/orders/2', async (route) => {
      await held
      await route.continue()
    })
    await at(`/commandes/2${place}`)
    await expect(main).not.toContainText('C000001')
    answer()
    await expect(main).toContainText('C000002')
    await page.unroute('**/api/orders/2')
  }
})
