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
  await page.getByRole('button', { name: 'Nouveau compte' }).click()
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

  await page.getByLabel('Compte', { exact: true }).selectOption({ label: 'Agence Calade' })
  // A double press makes one.
  await page.getByRole('button', { name: 'Créer un jeton' }).dblclick()
  await expect(page.getByRole('button', { name: 'Révoquer', includeHidden: true })).toHaveCount(1)
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

test('two at the settings: what another sets stands beside what is written here, and what both did is decided', async ({
  page,
  shell,
  service,
}) => {
  const there = (changes: object) => service.call('PUT', '/settings', changes)
  const general = (percent: string) => ({ markUps: { general: { percent, rounding: 'cent' }, items: [] } })
  const regime = (id: string) => ({ id, name: `Taux ${id}`, rate: '8', mention: '', needsVatNumber: false })
  const now = () => service.call<{ vatRegimes: { name: string }[] }>('GET', '/settings')
  const { vatRegimes } = await now()
  await shell.open()
  await shell.go('/reglages')
  const [markUp, validity] = [
    page.getByLabel('Majoration, en %', { exact: true }),
    page.getByLabel('Validité d’un devis'),
  ]
  const save = page.getByRole('button', { name: 'Enregistrer' })

  // Different things: both stay, also in one list, and what is being typed is left as it is.
  await page.getByRole('button', { name: 'Ajouter un taux' }).click()
  await page.getByLabel('Nom', { exact: true }).last().fill('Taux d’ici')
  await page.getByLabel('Mention légale').last().fill('Article d’ici')
  await validity.fill('305')
  await there({ ...general('25'), vatRegimes: [...vatRegimes, regime('d-ailleurs')] })
  await expect(markUp).toHaveValue('25')
  await expect(validity).toHaveValue('305')
  await expect(validity).toBeFocused()
  await save.click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect(await now()).toMatchObject({ ...general('25'), quoteValidityDays: 305 })
  expect(
    (await now()).vatRegimes
      .map(({ name }) => name)
      .slice(vatRegimes.length)
      .toSorted(),
  ).toEqual(['Taux d-ailleurs', 'Taux d’ici'])

  // The same thing, and this window has not heard of it yet: nothing is written before it is read.
  const meanwhile = page.getByRole('alert').filter({ hasText: 'Changé ailleurs pendant votre saisie' })
  const held = Promise.withResolvers<null>()
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  await markUp.fill('10')
  await there(general('40'))
  await save.click()
  await expect(meanwhile).toContainText('Majorations · Tous les produits · Majoration, en % : 40')
  await expect(markUp).toHaveValue('10')
  expect(await now()).toMatchObject(general('40'))
  await save.click()
  await expect(meanwhile).toBeHidden()
  await expect.poll(now).toMatchObject(general('10'))

  // One that has heard of it shows it as it comes; taking theirs is a decision, too.
  held.resolve(null)
  await validity.fill('60')
  await there({ quoteValidityDays: 90 })
  await expect(meanwhile).toContainText('Validité d’un devis : 90 jours')
  await meanwhile.getByRole('button', { name: 'Reprendre' }).click()
  await expect(validity).toHaveValue('90')
  await expect(meanwhile).toBeHidden()

  // What is written and not saved is not left without a question.
  const leave = page.getByRole('dialog', { name: 'Quitter les réglages sans enregistrer ?' })
  await validity.fill('91')
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await expect(leave).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leave).toHaveCount(0)
  await expect(validity).toHaveValue('91')
  await expect(meanwhile, 'what was taken is decided').toBeHidden()
  await validity.fill('90')
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await expect(page).toHaveURL(/devis$/)
  await page.goBack()
  await validity.fill('92')
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await leave.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page).toHaveURL(/devis$/)
  expect(await now()).toMatchObject({ quoteValidityDays: 90 })
})

test('mark-ups raise the prices of the screens, a product’s own before the general one', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages')
  const markUps = page.locator('section', { has: page.getByRole('heading', { name: 'Majorations' }) })
  await markUps.getByLabel('Majoration, en %', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(markUps.locator('.fault')).toBeVisible()
  await markUps.getByLabel('Majoration, en %', { exact: true }).fill('12,5')
  await markUps.getByRole('combobox', { name: 'Produit à majoration propre' }).fill('Flyers A5')
  await page
    .getByRole('option', { name: /^Flyers A5/ })
    .first()
    .click()
  await markUps.getByRole('button', { name: 'Ajouter' }).click()
  await markUps.getByLabel(/^Flyers A5.*Majoration/).fill('40')
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
    await expect(page.getByText('Créez d’abord un compte')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Créer un jeton' })).toBeHidden()
    await page.getByRole('button', { name: 'Nouveau compte' }).click()
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

  // A right that another withdraws meanwhile does not come back with the discount.
  const [{ id }] = await service.call<[{ id: number }]>('GET', '/customers')
  const there = (changes: object) => service.call('PUT', `/customers/${id}`, changes)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Remise grand compte').fill('15')
  await there({ canOrder: false })
  await expect(dialog.getByLabel('Peut commander')).not.toBeChecked()
  await there({ discount: '20' })
  await expect(dialog.getByRole('alert')).toContainText('Remise grand compte, en % : 20')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog).toBeHidden()
  expect(await service.call('GET', '/customers')).toMatchObject([{ canOrder: false, discount: '15' }])
})

test('each fault of the settings stands at its field, all at once', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages')
  await page.getByLabel('Pays soumis à la TVA').fill('France, Belgqiue')
  await page.getByLabel('Ailleurs, en %').fill('120')
  await page.getByRole('button', { name: 'Ajouter une exception' }).click()
  await page.getByLabel('Validité d’un devis').fill('1,5')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.locator('#vat-countries-faults')).toHaveText(/^Belgqiue\s: .*Vouliez-vous dire Belgique/)
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

  // Of several, which ones.
  await page.getByLabel('Validité d’un devis').fill('-5')
  await page.getByLabel('Sites autorisés').fill('ftp://un.fr\nnulle part')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  const told = shell.toast(/À corriger\s:/)
  const wrong = ['Validité d’un devis', 'Âge d’un prix observé', 'Sites autorisés']
  for (const name of wrong) await expect(told).toContainText(name)
})

test('messages stand beside what a person works on', async ({ page, shell }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await shell.open()
  await shell.go('/reglages')
  const save = page.getByRole('button', { name: 'Enregistrer' })
  const overlap = async (name: string) => {
    const [message, control] = await Promise.all([
      page.locator('.toast').last().boundingBox(),
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

test('settings that were saved without the standard rate of VAT are offered it, and have it once it is saved', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const now = () => service.call<{ vatRegimes: { id: string }[] }>('GET', '/settings')
  const older = (await now()).vatRegimes.filter(({ id }) => id !== 'normal')
  await service.call('PUT', '/settings', { vatRegimes: older })
  const address = {
    nom: 'Anna Berg',
    adresse1: 'Uferweg 3',
    code_postal: '10115',
    ville: 'Berlin',
    pays: 'Allemagne',
  }
  await quote.openSaved(shell, service, { address })
  const totals = page.getByRole('region', { name: 'Totaux' })
  await expect(totals).toContainText('n’est pas parmi les taux d’ici : il s’ajoute dans Réglages → Général')
  await shell.go('/reglages')
  const regimes = page.getByRole('region', { name: 'Autres taux et exonérations' })
  const offer = regimes.getByRole('button', { name: 'Ajouter « Taux normal (TVA française) »' })
  await offer.click()
  await expect(offer).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('rates.png') })
  expect((await now()).vatRegimes).toHaveLength(older.length)
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).first().click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect((await now()).vatRegimes.at(-1)).toMatchObject({ id: 'normal', rate: '20' })
  await page.goBack()
  await expect(totals).toContainText('Choisissez alors « Taux normal (TVA française) »')
})
