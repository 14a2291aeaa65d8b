/** What surrounds every screen: shortcuts, titles, messages, dialogs, the first paint. */
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'

test.describe('after Ctrl+Enter the next keys are shortcuts, not text', () => {
  for (const [keys, arrived] of [
    [['g', 'q'], /\/devis\/(courant|1)$/],
    [['/'], /\/#\/$/],
  ] as const) {
    test(keys.join(' '), async ({ page, shell, configurator }) => {
      await configurator.open(shell, '/produits/201')
      const label = configurator.field('Repère de la ligne')
      await label.fill('Salon')
      await expect(configurator.add).toBeEnabled()
      await page.keyboard.press('Control+Enter')
      await expect(label).not.toBeFocused()
      for (const key of keys) await page.keyboard.press(key)
      await expect(page).toHaveURL(arrived)
    })
  }
})

test('the keys of a screen count by when they were pressed, however late they are heard', async ({
  page,
  shell,
}) => {
  await shell.open()
  await shell.go('/devis')
  await page.keyboard.press('g')
  await page.evaluate('{ const now = Date.now; Date.now = () => now() + 5000 }')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/commandes$/)
})

test('on the catalogue Escape empties the search, then leaves it to the shortcuts', async ({
  page,
  shell,
  catalogue,
}) => {
  await shell.open()
  await catalogue.search.fill('carte')
  await page.keyboard.press('Escape')
  await expect(catalogue.search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(catalogue.search).not.toBeFocused()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help).toContainText('Raccourcis clavier')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.type('gd')
  await expect(page).toHaveURL(/devis$/)
})

test('an unknown address has a heading of its own', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/nulle-part')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page n’existe pas')
})

test('a failure while a dialog is open is shown in it', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages/clients')
  await page.getByRole('button', { name: 'Nouveau compte' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom').fill('Agence')
  // Of everything: a message that the service does not answer goes once it does.
  await page.route('**/api/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.locator('.toast')).toContainText('ne répond pas')
  await dialog.locator('.toast').getByRole('button', { name: 'Fermer' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('a double click opens a dialog, and a click beside it closes it', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages/clients')
  for (const opener of ['Nouveau compte', 'Aller à']) {
    await page.getByRole('button', { name: opener }).dblclick()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialog).toHaveCount(0)
  }
})

test('the window’s title names the screen and what it shows', async ({
  page,
  shell,
  service,
  quote,
  order,
}) => {
  const id = await savedQuote(service)
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await expect(page).toHaveTitle('Catalogue · Comptoir')
  await shell.go('/produits/201')
  await expect(page).toHaveTitle(/^Flyers A7.* · Catalogue · Comptoir$/)
  await shell.go('/devis/1')
  await expect(quote.title).toBeVisible()
  await expect(page).toHaveTitle(/^D\d{4}-\w+-0001 · Devis · Comptoir$/)
  await shell.go('/commandes/1')
  await expect(order.title).toBeVisible()
  await expect(page).toHaveTitle('C000001 · Commandes · Comptoir')
  await shell.go('/reglages/clients')
  await expect(page).toHaveTitle('Comptes et jetons (API) · Comptoir')
  await page.goto(`${service.url}/#/nowhere`)
  await expect(page).toHaveTitle('Cette page n’existe pas · Comptoir')
})

test('what is typed right after Ctrl+K is the palette’s, also where windows over the screen are still loading', async ({
  page,
  shell,
  catalogue,
}) => {
  await page.route(/assets\/(CommandPalette|KeyboardHelp)/, () => undefined)
  await catalogue.open(shell)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('roll')
  await expect(shell.palette.getByRole('combobox')).toHaveValue('roll')
  await expect(shell.palette.getByRole('option').first()).toContainText('Roll-up')
})

test('the palette puts the screen of that exact name before products', async ({ page, shell }) => {
  await shell.open()
  await page.getByRole('option').first().waitFor()
  for (const [typed, screen] of [
    ['catalogue', 'Catalogue'],
    ['Réglages', 'Réglages'],
    ['a traiter', 'À traiter'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await expect(shell.palette).toBeVisible()
    await page.keyboard.type(typed)
    await expect(shell.palette.getByRole('option').first()).toHaveText(new RegExp(`^${screen}\\s*Écran$`))
    await page.keyboard.press('Escape')
  }
})

test.describe('the palette finds by name', () => {
  /** What it offers first for a text, however it is written. */
  const FIRST = {
    fr: [
      ['général', 'Général'],
      ['PARTENAIRES', 'Partenaires'],
      ['partenaires et synchronisation', 'Partenaires'],
      ['personnes', 'Personnes'],
      ['jetons', 'Comptes et jetons (API)'],
      ['journal du catalogue', 'Journal du catalogue'],
      ['journal', 'Journal du catalogue'],
      ['historique', 'Qui a fait quoi'],
      ['deconnecter', 'Se déconnecter'],
      ['Se déconnecter', 'Se déconnecter'],
      ['mot de passe', 'Changer de mot de passe'],
      ['theme', 'Thème : Clair'],
      ['thème sombre', 'Thème : Sombre'],
      ['langue', 'Langue : English'],
      ['raccourcis clavier', 'Raccourcis clavier'],
      ['aide', 'Raccourcis clavier'],
      ['nouveau devis', 'Nouveau devis'],
    ],
    en: [
      ['general', 'General'],
      ['partners', 'Partners'],
      ['PEOPLE', 'People'],
      ['tokens', 'Accounts and tokens (API)'],
      ['catalogue log', 'Catalogue log'],
      ['history', 'Who did what'],
      ['log out', 'Sign out'],
      ['password', 'Change password'],
      ['dark', 'Theme: Dark'],
      ['langue', 'Language: Français'],
      ['shortcuts', 'Keyboard shortcuts'],
      ['new quote', 'New quote'],
    ],
  } as const
  for (const [language, named] of Object.entries(FIRST))
    test(`in ${language}`, async ({ page, shell, people }) => {
      await people.set()
      await people.enter('Ada')
      await page.evaluate(`localStorage.setItem('comptoir.preferences', '{"locale":"${language}"}')`)
      await page.reload()
      await people.me.waitFor()
      await page.keyboard.press('Control+k')
      const field = shell.palette.getByRole('combobox')
      for (const [typed, first] of named) {
        await field.fill(typed)
        await expect(shell.palette.getByRole('option').first().locator('.name'), typed).toHaveText(first)
      }
    })
})

test('the palette offers what one may see; what it does is done', async ({ page, shell, people }) => {
  await people.set()
  await people.enter('Zoé Martin')
  const field = shell.palette.getByRole('combobox')
  const choose = async (text: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(text)
    await field.press('Enter')
  }
  await page.keyboard.press('Control+k')
  await field.fill('personnes')
  await expect(shell.palette.getByRole('option').filter({ hasText: 'Écran' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await choose('sombre')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await choose('clavier')
  await expect(page.getByRole('dialog', { name: 'Raccourcis clavier' })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose('mot de passe')
  await expect(page.getByLabel('Mot de passe actuel')).toBeFocused()
  await page.keyboard.press('Escape')
  await choose('english')
  await expect(page.getByRole('link', { name: 'Quotes' })).toBeVisible()
  await choose('general')
  await expect(page.getByRole('heading', { name: 'This screen' })).toBeVisible()
  await choose('sign out')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test.describe('messages', () => {
  test('go with the screen that they were made on', async ({ page, shell, configurator }) => {
    await shell.open()
    await shell.go('/produits/201')
    await configurator.add.click()
    await expect(shell.toast('Ajouté au brouillon 1')).toBeVisible()
    await page.getByRole('link', { name: 'Réglages' }).click()
    await expect(page.getByRole('heading', { name: 'Réglages' })).toBeVisible()
    await expect(shell.toast('Ajouté au brouillon')).toBeHidden()
  })

  test('never stand over the field that is being filled in', async ({ page, shell, configurator }) => {
    await page.setViewportSize({ width: 1280, height: 600 })
    await shell.open()
    await shell.go('/produits/201')
    await configurator.add.click()
    const toast = shell.toast('Ajouté au brouillon 1')
    await expect(toast).toBeVisible()
    const label = configurator.field('Repère de la ligne')
    // To the bottom of the window, where messages stand.
    await label.evaluate((field: { scrollIntoView(options: object): void }) =>
      field.scrollIntoView({ block: 'end' }),
    )
    await label.focus()
    await expect
      .poll(async () => {
        const [field, message] = [(await label.boundingBox())!, (await toast.boundingBox())!]
        return field.y + field.height <= message.y || message.y + message.height <= field.y
      })
      .toBe(true)
  })
})

test('every dialog closes on Escape and gives the focus back', async ({ page, shell, service }) => {
  await savedQuote(service)
  await shell.open()
  for (const [path, opener, dialog] of [
    ['/', 'Aller à…', 'Aller à…'],
    ['/', 'Raccourcis clavier', 'Raccourcis clavier'],
    ['/devis/1', 'Commander', /Commander le brouillon 1/],
    ['/devis/1', 'Supprimer', /Supprimer le brouillon 1/],
    ['/reglages/clients', 'Nouveau compte', 'Nouveau compte'],
    ['/reglages/clients', 'Modifier Comptoir', 'Modifier Comptoir'],
  ] as const) {
    await shell.go(path)
    const button = page.getByRole('button', { name: opener, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: dialog })).toBeHidden()
    await expect(button, opener).toBeFocused()
  }
})

test.describe('the first paint', () => {
  test('is the shell, before the application’s files are there, and nothing jumps afterwards', async ({
    page,
    shell,
    service,
  }) => {
    const held: (() => void)[] = []
    let holding = true
    await page.route('**/assets/*.js', async (route) => {
      if (holding) await new Promise<void>((go) => held.push(go))
      await route.continue()
    })
    await page.goto(`${service.url}/?key=test-key`, { waitUntil: 'commit' })
    await expect(page.locator('.shell-name')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
      .toBe(1)
    await page.evaluate(`
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`)
    holding = false
    for (const go of held) go()
    await page.getByRole('option').first().waitFor()
    await expect(shell.quoteChip).toBeVisible()
    expect(await page.evaluate('window.shift')).toBeLessThan(0.05)
  })

  test('says what to do where the application cannot be loaded', async ({ page, service }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(`${service.url}/?key=test-key`)
    await expect(page.getByRole('alert')).toContainText('Rechargez la page')
  })
})
