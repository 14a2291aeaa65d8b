import { expect, test } from './fixtures.ts'

test('English: screens and the service’s own messages', async ({
  page,
  shell,
  catalogue,
  configurator,
  quote,
}) => {
  await shell.open()
  await shell.go('/reglages')
  await page.getByRole('radio', { name: 'English' }).check({ force: true })
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
  await expect(catalogue.search).toBeVisible()
  await shell.go('/familles/1')
  await configurator.choose('Tissu grey-back')
  await expect(configurator.leadTimes.filter({ hasText: 'needs at least' }).first()).toBeVisible()
  await expect(configurator.summary).toContainText(/€\d/)
  await page.reload()
  await configurator.add.click()
  await expect(shell.toast('Added to draft 1')).toBeVisible()
  await shell.quoteChip.click()
  await expect(quote.title).toHaveText(/Draft 1/)
})

test.describe('in an English browser', () => {
  test.use({ locale: 'en-GB' })

  test('the application begins in English', async ({ page, shell }) => {
    await shell.open()
    await expect(page.getByRole('link', { name: 'Orders' })).toBeVisible()
  })
})

test('the theme is kept and never flashes', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages')
  await page.getByRole('radio', { name: 'Sombre' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('customers and tokens: a token is shown once', async ({ page, shell, service }) => {
  await shell.open()
  await shell.go('/reglages/clients')
  await page.getByRole('button', { name: 'Nouveau client' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom').fill('Agence Calade')
  await dialog.getByLabel('Remise grand compte').fill('7,5')
  await dialog.getByRole('group', { name: 'Imprimés visibles' }).getByLabel('Tout').uncheck()
  await dialog.getByRole('searchbox').fill('affiches a3')
  await dialog.getByLabel(/Affiches A3/).check()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Agence Calade' })
  await expect(row).toContainText(/7,5\s%/)
  await expect(row).toContainText('1 choisi')

  await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Agence Calade' })
  await page.getByRole('button', { name: 'Créer un jeton' }).click()
  const token = (await dialog.locator('code').innerText()).trim()
  const listed = await fetch(`${service.url}/0.2/print/produit/`, {
    headers: { Authorization: `Token ${token}` },
  })
  expect(((await listed.json()) as unknown[]).length).toBe(1)
  await dialog.locator('header').getByRole('button', { name: 'Fermer' }).click()
  await expect(page.getByText(token)).toBeHidden()
  await page.getByRole('button', { name: 'Révoquer' }).click()
  await dialog.getByRole('button', { name: 'Révoquer' }).click()
  await expect(page.getByText('Aucun jeton en service')).toBeVisible()
})

test('VAT and limits are saved, and a wrong rate is refused at its field', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages')
  await page.getByLabel('Validité d’un devis').fill('45')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect(await service.call('GET', '/settings')).toMatchObject({ quoteValidityDays: 45 })
  await page.getByLabel('Ailleurs, en %').fill('120')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.locator('.fault').first()).toBeVisible()
})

test('mark-ups raise the prices of the screens, a product’s own before the general one', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages')
  const markUps = page.locator('section', { has: page.getByRole('heading', { name: 'Marges' }) })
  await markUps.getByLabel('Marge, en %', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(markUps.locator('.fault')).toBeVisible()
  await markUps.getByLabel('Marge, en %', { exact: true }).fill('12,5')
  await markUps.getByRole('combobox', { name: 'Produit à marge propre' }).fill('Flyers A5')
  await page
    .getByRole('option', { name: /^Flyers A5/ })
    .first()
    .click()
  await markUps.getByRole('button', { name: 'Ajouter' }).click()
  await markUps.getByLabel(/^Flyers A5.*Marge/).fill('40')
  await markUps.getByLabel(/^Flyers A5.*Arrondi/).selectOption('ninety')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  await expect(markUps.locator('.fault')).toHaveCount(0)
  const { markUps: saved } = await service.call<{ markUps: { items: { item: number }[] } }>(
    'GET',
    '/settings',
  )
  expect(saved).toEqual({
    general: { percent: '12.5', rounding: 'cent' },
    items: [{ area: 'print', item: 203, percent: '40', rounding: 'ninety' }],
  })
  await shell.go('/produits/203')
  await expect(page.getByText(/,90\s€/).first()).toBeVisible()
})

test('the catalogue log shows what an import changed', async ({ page, shell, service }) => {
  await shell.open()
  await shell.go('/reglages/journal')
  await expect(page.getByText('128 ajoutés')).toBeVisible()
  await service.import({ format: 'comptoir-bundle/1', delais: [] })
  await expect(page.getByText('128 retirés')).toBeVisible()
})

test.describe('without a customer', () => {
  test.use({ stocked: false })

  test('a token needs one, and says so; the first customer can have one at once', async ({
    page,
    shell,
    service,
  }) => {
    expect(await service.call('GET', '/customers')).toEqual([])
    await shell.open()
    await shell.go('/reglages/clients')
    await expect(page.getByText('Créez d’abord un client')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Créer un jeton' })).toBeHidden()
    await page.getByRole('button', { name: 'Nouveau client' }).click()
    await page.getByRole('dialog').getByLabel('Nom').fill('Agence')
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByRole('button', { name: 'Créer un jeton' }).click()
    await expect(page.getByRole('dialog', { name: 'Nouveau jeton' })).toBeVisible()
  })
})

test('numbers have the application’s comma or point, in lists and in fields', async ({
  page,
  shell,
  service,
}) => {
  const customer = { name: 'Agence', canOrder: true, discount: '12.5', products: null, families: null }
  await service.call('POST', '/customers', customer)
  await shell.open()
  await shell.go('/reglages')
  await page.getByLabel('Ailleurs, en %').fill('5,5')
  await page.getByLabel('Requêtes à un partenaire, au plus').fill('0,5')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect(await service.call('GET', '/settings')).toMatchObject({
    vat: { elsewhere: '5.5' },
    upstreamRatePerSecond: 0.5,
  })
  await page.reload()
  await expect(page.getByLabel('Ailleurs, en %')).toHaveValue('5,5')
  await expect(page.getByLabel('Requêtes à un partenaire, au plus')).toHaveValue('0,5')
  await shell.go('/reglages/clients')
  await expect(page.getByRole('row').filter({ hasText: customer.name }).first()).toContainText(/12,5\s%/)
  await page.getByRole('button', { name: `Modifier ${customer.name}` }).click()
  await expect(page.getByLabel('Remise grand compte')).toHaveValue('12,5')
})

test('each fault of the settings stands at its field, all at once', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages')
  await page.getByLabel('Pays soumis à la TVA').fill('France, Belgqiue')
  await page.getByLabel('Ailleurs, en %').fill('120')
  await page.getByRole('button', { name: 'Ajouter une exception' }).click()
  await page.getByLabel('Validité d’un devis').fill('1,5')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.locator('#vat-countries-faults')).toHaveText(/^Belgqiue : .*Vouliez-vous dire Belgique/)
  await expect(page.getByLabel('Ailleurs, en %')).toHaveAccessibleDescription(
    'Un nombre de 0 à 100 est attendu.',
  )
  await expect(page.getByLabel('Code postal commençant par').last()).toHaveAccessibleDescription(
    'Champ obligatoire.',
  )
  await expect(page.getByLabel('Validité d’un devis')).toHaveAccessibleDescription(
    /^Un nombre entier de 1 à 3\s650 est attendu\.$/,
  )
})

test('a refused save leads to the field that is wrong', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages')
  const field = page.getByLabel('Âge d’un prix observé, au plus')
  await field.fill('-1')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/^Un nombre entier de 0 à/)
})

test('messages stand beside what a person works on', async ({ page, shell }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await shell.open()
  await shell.go('/reglages')
  const save = page.getByRole('button', { name: 'Enregistrer' })
  const overlap = async (name: string) => {
    const [message, control] = await Promise.all([
      page.locator('.toasts').boundingBox(),
      page.getByRole('button', { name }).boundingBox(),
    ])
    if (!message || !control) return false
    return (
      message.x < control.x + control.width &&
      control.x < message.x + message.width &&
      message.y < control.y + control.height &&
      control.y < message.y + message.height
    )
  }
  await page.getByLabel('Validité d’un devis').fill('45')
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  await expect(save).toBeFocused()
  await expect.poll(() => overlap('Enregistrer')).toBe(false)
  // Nor is it covered when it is scrolled below them.
  await page.evaluate('scrollTo(0, 0)')
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expect.poll(() => overlap('Enregistrer')).toBe(false)
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
})

test('sites that may call the API: kept as browsers send them, others refused at their field', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages')
  const origins = page.getByLabel('Sites autorisés')
  await origins.fill('*')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.locator('#origins-faults')).toContainText('« * » n’est pas accepté')
  await origins.fill('https://Outil.example/')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  await expect(origins).toHaveValue('https://outil.example')
  expect(await service.call('GET', '/settings')).toMatchObject({ corsOrigins: ['https://outil.example'] })
})
