import { expect, test } from './fixtures.ts'

test('without the key: a page that says which address to open', async ({ page, service }) => {
  await page.goto(service.url)
  await expect(page.getByRole('heading', { name: 'Ouvrez l’adresse donnée par le programme' })).toBeVisible()
  await expect(page.getByText('?key=')).toBeVisible()
  await expect(page.getByText('gardé sur cette machine')).toHaveCount(0)
})

test('the service comes back with another key: what is being written is kept, and the new address leads back to it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await service.stop()
  await quote.field('reference').fill('Écrit sous l’ancienne clé')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  await service.start('another-key')
  await expect(page.getByRole('heading', { name: 'Ouvrez l’adresse donnée par le programme' })).toBeVisible()
  await expect(page.getByText('Ce que vous avez écrit est gardé sur cette machine.')).toBeVisible()
  await page.goto(`${service.url}/?key=another-key`)
  await expect(quote.title).toHaveText(new RegExp(`^\\s*Brouillon ${id}\\b`))
  await expect(quote.field('reference')).toHaveValue('Écrit sous l’ancienne clé')
  await expect(quote.saved).toBeVisible()
  const saved = await service.call<{ reference: string }>('GET', `/quotes/${id}`)
  expect(saved.reference).toBe('Écrit sous l’ancienne clé')
  // Once only: another day it begins at its beginning.
  await page.goto(`${service.url}/?key=another-key`)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Brouillon')
})

test('the service goes and comes back: nothing that was typed is lost', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.add.click()
  await shell.quoteChip.click()
  await expect(quote.lines).toHaveCount(1)
  await service.stop()
  await expect(shell.banner).toContainText('ne répond pas')
  await quote.field('reference').fill('Écrit sans service')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  await service.start()
  await expect(shell.banner).toBeHidden()
  await expect(quote.saved).toBeVisible()
  const saved = await service.call<{ reference: string }>('GET', '/quotes/1')
  expect(saved.reference).toBe('Écrit sans service')
})

test('a proxy that does not reach the service, though the stream stands: as a service that is gone, and all heals by itself', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.add.click()
  await shell.quoteChip.click()
  await expect(quote.lines).toHaveCount(1)
  const called = /\/api\/(?!events)/
  const page502 = '<html><body><h1>502 Bad Gateway</h1></body></html>'
  await page.route(called, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: page502 }))
  await quote.field('reference').fill('Écrit derrière un relais')
  await expect(shell.banner).toContainText('ne répond pas')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  await page.unroute(called)
  await expect(quote.saved).toBeVisible()
  await expect(shell.banner).toBeHidden()
  const saved = await service.call<{ reference: string }>('GET', '/quotes/1')
  expect(saved.reference).toBe('Écrit derrière un relais')
})

test('a product that nobody knows is told as gone, and one that cannot be read with another try', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await page.goto(`${service.url}/#/produits/999999`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ce produit n’est plus au catalogue')
  await page.route('**/api/products/201', (route) => route.fulfill({ status: 500, json: { detail: 'Non.' } }))
  await page.goto(`${service.url}/#/produits/201`)
  await expect(page.getByRole('alert')).toContainText('Cela n’a pas marché')
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
})

test('a failed action says why, in words', async ({ page, shell, configurator }) => {
  await shell.open()
  await shell.go('/produits/201')
  await page.route('**/api/quotes', (route) =>
    route.fulfill({
      status: 500,
      json: { detail: 'Le disque est plein. Rien n’a été enregistré.', errors: [] },
    }),
  )
  await configurator.add.click()
  await expect(shell.toast('Le disque est plein')).toBeVisible()
})

test('the partner out of reach: a banner, and the state in the header', async ({ page, shell, service }) => {
  const status = await service.call<object>('GET', '/status')
  await page.route('**/api/status', (route) =>
    route.fulfill({
      json: { ...status, online: false, upstream: 'https://partner.example', needsAttention: 2 },
    }),
  )
  await shell.open()
  await expect(shell.banner).toContainText('Le partenaire est injoignable')
  await expect(page.getByRole('link', { name: 'Hors ligne' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'À traiter' })).toContainText('2')
})

test('a screen that was not loaded yet while the service is away: said, with another try', async ({
  page,
  shell,
  service,
}) => {
  const chunk = '**/assets/OrdersView-*.js'
  await page.route(chunk, (route) => route.abort())
  await shell.open()
  await page.getByRole('option').first().waitFor()
  await page.getByRole('link', { name: 'Commandes' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'n’a pas pu être chargée' })
  await expect(failure).toBeVisible()
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Devis', exact: true })).toBeVisible()
  await expect(failure).toBeHidden()

  await page.getByRole('link', { name: 'Commandes' }).click()
  await expect(failure).toBeVisible()
  await page.unroute(chunk)
  await failure.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { name: 'Commandes' })).toBeVisible()
  await expect(page).toHaveURL(`${service.url}/#/commandes`)
})

test('a screen that could not be loaded ahead while the service was away opens once it is back', async ({
  page,
  shell,
  service,
}) => {
  const chunk = '**/assets/OrdersView-*.js'
  const lost = new Promise<void>((resolve) => {
    void page.route(chunk, async (route) => {
      await route.abort()
      resolve()
    })
  })
  await shell.open()
  await lost
  await page.unroute(chunk)
  await page.getByRole('link', { name: 'Commandes' }).click()
  await expect(page.getByRole('heading', { name: 'Commandes' })).toBeVisible()
  await expect(page).toHaveURL(`${service.url}/#/commandes`)
})

test('a screen that cannot be loaded asks at once whether the service is away', async ({ page, shell }) => {
  await page.route('**/assets/OrdersView-*.js', (route) => route.abort())
  await shell.open()
  await page.getByRole('option').first().waitFor()
  await page.route('**/api/status', (route) => route.abort())
  await page.getByRole('link', { name: 'Commandes' }).click()
  await expect(shell.banner).toContainText('ne répond pas')
})

test('screens are loaded ahead: each opens, and says itself what it lacks, once the service is gone', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      ),
    )
    .toMatch(/UnknownView.*KeyboardHelp|KeyboardHelp.*UnknownView/)
  await service.stop()
  await expect(shell.banner).toContainText('ne répond pas')
  await page.getByRole('link', { name: 'Réglages' }).click()
  await expect(page.getByRole('heading', { name: 'Réglages' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Le service de Comptoir ne répond pas.')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Raccourcis clavier' })).toBeVisible()
  await page.keyboard.press('Escape')
  await service.start()
  await expect(page.getByLabel('Validité d’un devis')).toBeVisible()
})

test('a defect of the service: where its cause is written, and another try', async ({ page, shell }) => {
  await page.route('**/api/orders*', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Erreur interne.', errors: [] } }),
  )
  await shell.open()
  await shell.go('/commandes')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Erreur interne.')
  await expect(failure).toContainText('ce que le service écrit sur sa sortie d’erreur')
  await page.unroute('**/api/orders*')
  await failure.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { name: 'Aucune commande' })).toBeVisible()
})

test('what does not exist leads on to its list', async ({ page, shell, catalogue }) => {
  await shell.open()
  const failure = page.getByRole('alert').filter({ hasText: 'Cela n’a pas marché' })
  for (const [path, list] of [
    ['/devis/9999', 'Devis'],
    ['/clients/9999', 'Clients'],
    ['/commandes/9999', 'Commandes'],
  ] as const) {
    await page.goto(`${new URL(page.url()).origin}/#${path}`)
    await failure.getByRole('link', { name: list }).click()
    await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible()
  }
  await page.goto(`${new URL(page.url()).origin}/#/produits/999999`)
  await page.getByRole('main').getByRole('link', { name: 'Catalogue' }).click()
  await expect(catalogue.rows.first()).toBeVisible()
})

test('a product that was looked at before is there while the service is away, and goes on once it is back', async ({
  context,
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('option').first().waitFor()
  await context.setOffline(true)
  await page.goBack()
  await expect(configurator.title).toContainText('Flyers A7')
  await expect(configurator.variant('Recto quadri')).toBeVisible()
  await expect(page.locator('.board')).toContainText('ne répond pas')
  await configurator.choose('Recto quadri')
  await page.screenshot({ path: test.info().outputPath('away.png') })
  await context.setOffline(false)
  await expect(configurator.chosenLeadTime).toContainText('€')
  await expect(configurator.variant('Recto quadri')).toBeChecked()
})
