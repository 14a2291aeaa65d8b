import { danglingReferences, seriousFaults, seriousFaultsInBothThemes } from './axe.ts'
import { expect } from './fixtures.ts'
import { PASSWORD, People } from './pages/people.ts'
import { FLYERS, savedQuote } from './pages/quote.ts'
import { test } from './staffed.ts'

test('the screens ask for name and password; a wrong one is said; the key no longer opens them', async ({
  page,
  service,
  people,
}) => {
  await page.goto(`${service.url}/?key=test-key`)
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByLabel('Nom', { exact: true })).toBeFocused()
  const fields = page.locator('form input')
  expect(await fields.evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete')))).toEqual([
    'username',
    'current-password',
  ])
  await people.signIn('Zoé Martin', 'pas le bon du tout')
  await expect(page.getByRole('alert')).toHaveText('Ce nom et ce mot de passe ne vont pas ensemble.')
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
  await people.signIn('zoé martin')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(people.me).toHaveAccessibleName('Zoé Martin, Vendeur')
  await page.reload()
  await expect(people.me).toBeVisible()
})

test('a sign-in that lacks something says what, and goes there', async ({ page, service, people }) => {
  await page.goto(service.url)
  const [name, password] = [
    page.getByLabel('Nom', { exact: true }),
    page.getByLabel('Mot de passe', { exact: true }),
  ]
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByText('Donnez votre nom.')).toBeVisible()
  await expect(page.getByText('Donnez votre mot de passe.')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Max')
  await expect(page.getByText('Donnez votre nom.')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Donnez votre mot de passe.')
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(people.me).toHaveText(/Max/)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(people.me.getByText('Max')).toBeVisible()
  await page.setViewportSize({ width: 420, height: 800 })
  await expect(people.me.getByText('M', { exact: true })).toBeVisible()
})

test('too many tries wait, and the page counts the seconds', async ({ page, service, people }) => {
  await page.goto(service.url)
  // How long the service lets one wait grows with the tries, and is over by the time that a slow machine has made them.
  const detail = 'Trop d’essais : attendez 2 s avant le prochain.'
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: { 'Retry-After': '2' },
          json: { detail, errors: [{ path: '', code: 'sign_in_throttled', message: detail }] },
        })
      : route.continue(),
  )
  await people.signIn('Max', 'pas le bon du tout')
  await expect(page.getByRole('alert')).toContainText('Trop d’essais')
  await expect(page.getByRole('button', { name: /Prochain essai dans \d s/ })).toBeVisible()
  await page.unroute('**/api/session')
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(people.me).toHaveAccessibleName('Max, Responsable')
})

test('a vendeur is offered nothing that he may not do, a responsable more, an administrator all', async ({
  page,
  shell,
  people,
}) => {
  const pages = async (name: string) => {
    await people.enter(name)
    await shell.go('/reglages')
    const links = await page
      .getByRole('navigation', { name: 'Pages de réglages' })
      .getByRole('link')
      .allTextContents()
    return links
  }
  expect(await pages('Zoé Martin')).toEqual([
    'Général',
    'Documents',
    'Comptes et jetons (API)',
    'Journal du catalogue',
    'À propos',
  ])
  await expect(page.getByRole('heading', { name: 'Cet écran' })).toBeVisible()
  await expect(page.locator('#vat-countries')).toHaveCount(0)
  await shell.go('/reglages/clients')
  await expect(page.getByText('Aucun compte')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nouveau compte' })).toHaveCount(0)
  await shell.go('/reglages/personnes')
  await expect(page.getByText('il y faut le droit de gérer les personnes')).toBeVisible()
  await expect(page.getByText('Peuvent le faire : Administrateur.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
  await people.leave()
  expect(await pages('Max')).toEqual([
    'Général',
    'Documents',
    'Comptes et jetons (API)',
    'Partenaires',
    'Journal du catalogue',
    'À propos',
  ])
  await expect(page.locator('#vat-countries')).toBeDisabled()
  // What is an example for who fills it in is no value to who may only read.
  await expect(page.getByLabel('Heure limite du jour')).toHaveAttribute('placeholder', 'aucune')
  for (const field of ['synonyms', 'origins'])
    await expect(page.locator(`#${field}`)).toHaveAttribute('placeholder', 'aucun')
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toHaveCount(0)
  await people.leave()
  expect(await pages('Ada')).toContain('Qui a fait quoi')
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeVisible()
})

test('a session that ends while a quote is written: one signs in again and goes on', async ({
  page,
  shell,
  service,
  people,
}) => {
  const id = await savedQuote(service)
  await people.enter('Zoé Martin')
  await shell.go(`/devis/${id}`)
  // What is typed is on its way when the session ends: under the dialog nothing can be typed any more.
  const ended = Promise.withResolvers<null>()
  await page.route(`**/api/quotes/${id}`, async (route) => {
    await ended.promise
    await route.continue()
  })
  await page.getByLabel('Note pour le client').fill('rappeler lundi')
  await service.runWith(PASSWORD, 'user', 'password', 'Zoé Martin')
  const over = page.getByRole('dialog', { name: 'Session terminée' })
  await expect(over).toBeVisible()
  // The rest of the word is in no password.
  await page.keyboard.type(' matin')
  await expect(over.getByLabel('Mot de passe')).toHaveValue('')
  ended.resolve(null)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(over).toBeVisible()
  // Nothing of the page can be read meanwhile.
  await expect(page).toHaveTitle('Connexion · Comptoir')
  expect(await page.evaluate('document.documentElement.textContent')).not.toMatch(/Imprimerie|rappeler|D00|€/)
  await expect(page.locator('body > :visible')).toHaveCount(1)
  await expect(over.getByRole('heading')).toBeFocused()
  await over.getByLabel('Mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(over).toBeHidden()
  await expect(page.getByLabel('Note pour le client')).toHaveValue('rappeler lundi')
  await expect
    .poll(async () => (await service.call<{ note: string }>('GET', `/quotes/${id}`)).note)
    .toBe('rappeler lundi')
})

test('a dialog that stands open when the session ends is read by nobody, and found as it was', async ({
  page,
  shell,
  service,
  people,
}) => {
  await people.enter('Ada')
  await shell.go('/reglages/personnes')
  await page.getByRole('button', { name: 'Nouvelle personne' }).click()
  const adding = page.getByRole('dialog', { name: 'Nouvelle personne' })
  await adding.getByLabel('Nom').fill('Lou')
  await service.runWith(PASSWORD, 'user', 'password', 'Ada')
  const over = page.getByRole('dialog', { name: 'Session terminée' })
  await expect(over).toBeVisible()
  expect(await page.evaluate('document.documentElement.textContent')).not.toMatch(/Nouvelle personne|Zoé/)
  await over.getByLabel('Mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(over).toBeHidden()
  await expect(adding.getByLabel('Nom')).toHaveValue('Lou')
  await expect(adding.getByLabel('Nom')).toBeFocused()
  expect(await adding.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  // It is told once that what was typed is not saved.
  for (let i = 0; i < 2; i++) await page.keyboard.press('Escape')
  await expect(adding).toBeHidden()
  await expect(page.getByRole('row', { name: /^Zoé Martin/ })).toBeVisible()
})

test('what one person left unsaved, and the quote under way, wait for that person alone', async ({
  page,
  shell,
  service,
  people,
}) => {
  const id = await savedQuote(service)
  const note = async () => (await service.call<{ note: string }>('GET', `/quotes/${id}`)).note
  await people.enter('Zoé Martin')
  await shell.go(`/devis/${id}`)
  await page.route(`**/api/quotes/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Note pour le client').fill('marge à revoir')
  await expect(page.getByText('Le service de Comptoir ne répond pas').first()).toBeVisible()
  await service.runWith(PASSWORD, 'user', 'password', 'Zoé Martin')
  await page.getByRole('dialog').getByRole('button', { name: 'Une autre personne' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await page.unroute(`**/api/quotes/${id}`)
  const written: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') written.push(new URL(request.url()).pathname)
  })
  await people.signIn('Max')
  await expect(people.me).toHaveAccessibleName('Max, Responsable')
  expect(page.url()).toBe(`${service.url}/#/`)
  await expect(shell.quoteChip).toContainText('Devis en cours')
  await shell.go('/devis/courant')
  await expect(page.getByText('Aucun devis en cours')).toBeVisible()
  expect(written).toEqual(['/api/session'])
  expect(await note()).toBe('')
  // A window that was reloaded at her quote is hers, too, until someone else signs in.
  await people.leave()
  await people.signIn('Zoé Martin')
  await expect(shell.quoteChip).not.toContainText('Devis en cours')
  await expect.poll(note).toBe('marge à revoir')
  await shell.go(`/devis/${id}`)
  await service.runWith(PASSWORD, 'user', 'password', 'Zoé Martin')
  await expect(page.getByRole('dialog', { name: 'Session terminée' })).toBeVisible()
  await page.reload()
  await people.signIn('Max')
  await expect(shell.quoteChip).toContainText('Devis en cours')
  expect(page.url()).toBe(`${service.url}/#/`)
})

test('another window of a browser where someone else has signed in starts anew with that person', async ({
  page,
  context,
  shell,
  service,
  people,
}) => {
  await people.enter('Zoé Martin')
  await shell.go('/commandes')
  const other = await context.newPage()
  await other.goto(service.url)
  const there = new People(other, service)
  await there.leave()
  await there.signIn('Max')
  await expect(there.me).toHaveAccessibleName('Max, Responsable')
  await expect(people.me).toHaveAccessibleName('Max, Responsable')
  await expect(page).toHaveURL(`${service.url}/#/`)
})

test('an administrator adds and changes people; quotes say who made them; the journal says it all', async ({
  page,
  shell,
  service,
  people,
}) => {
  await people.enter('Ada')
  await shell.go('/reglages/personnes')
  await page.getByRole('button', { name: 'Nouvelle personne' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom').fill('Lou')
  await dialog.getByLabel('Mot de passe').fill('motdepasse123')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.getByText('parmi les plus courants')).toBeVisible()
  await dialog.getByLabel('Mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('row', { name: /^Lou Vendeur Ouvert Jamais/ })).toBeVisible()
  await page.getByRole('button', { name: 'Modifier « Ada »' }).click()
  await dialog.getByLabel('Peut se connecter').uncheck()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.getByRole('alert')).toContainText('dernier administrateur')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('button', { name: 'Modifier « Lou »' }).click()
  await dialog.getByLabel(/Responsable/).check()
  // An access that is closed elsewhere meanwhile stays closed.
  const lou = (await service.call<{ id: number; name: string }[]>('GET', '/people')).find(
    ({ name }) => name === 'Lou',
  )!
  await service.call('PUT', `/people/${lou.id}`, { disabled: true })
  await expect(dialog.getByLabel('Peut se connecter')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('row', { name: /^Lou Responsable Fermé/ })).toBeVisible()

  await shell.go('/reglages/qui-a-fait-quoi')
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText('Rôle de Lou : vendeur → responsable')
  await expect(first).toContainText('Ada')
  await page.getByLabel('Personne', { exact: true }).selectOption('Ada')
  await expect(page.getByRole('row')).toHaveCount(3)

  await people.me.click()
  await page.getByRole('button', { name: 'Changer de mot de passe' }).click()
  await page.getByLabel('Mot de passe actuel').fill('pas le bon du tout')
  await page.getByLabel('Nouveau mot de passe').fill('une autre bien gardée')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ce n’est pas votre mot de passe actuel.')).toBeVisible()
  await page.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(shell.toast('Mot de passe changé')).toBeVisible()
  await shell.go('/devis')
  await expect(people.me).toBeVisible()
})

test('signing in, people and the journal can be read by all', async ({ page, shell, service, people }) => {
  await page.goto(service.url)
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  expect(await danglingReferences(page)).toEqual([])
  await people.signIn('Ada')
  await expect(people.me).toBeVisible()
  for (const path of ['/reglages/personnes', '/reglages/qui-a-fait-quoi']) {
    await shell.go(path)
    await page.getByRole('table').waitFor()
    expect(await seriousFaultsInBothThemes(page), path).toEqual([])
    expect(await danglingReferences(page), path).toEqual([])
  }
  await shell.go('/reglages/personnes')
  await page.getByRole('button', { name: 'Modifier « Max »' }).click()
  expect(await seriousFaultsInBothThemes(page), 'a person').toEqual([])
  await page.keyboard.press('Escape')
  await people.me.click()
  await page.getByRole('button', { name: 'Changer de mot de passe' }).click()
  expect(await seriousFaultsInBothThemes(page), 'own password').toEqual([])
})

test('a name is whole in the header where there is room, and so is the hint of the search', async ({
  page,
  people,
  catalogue,
}) => {
  await people.add('Vera Vendeuse-Duchamp', 'vendeur')
  await page.setViewportSize({ width: 1280, height: 720 })
  await people.enter('Vera Vendeuse-Duchamp')
  const name = people.me.locator('.name')
  await expect(name).toHaveText('Vera Vendeuse-Duchamp')
  const cut = () => name.evaluate((element) => element.scrollWidth > element.clientWidth)
  expect(await cut()).toBe(false)
  await expect(catalogue.search).toHaveAttribute('placeholder', /^.{1,34}$/)
})

test('a session that is over says what may have ended it, and another role is said once one is back', async ({
  page,
  service,
  people,
}) => {
  await people.enter('Zoé Martin')
  const all = await service.call<{ id: number; name: string }[]>('GET', '/people')
  const { id } = all.find(({ name }) => name === 'Zoé Martin')!
  await service.call('PUT', `/people/${id}`, { role: 'responsable', disabled: false })
  const over = page.getByRole('dialog', { name: 'Session terminée' })
  await expect(over).toContainText('changé votre rôle ou votre mot de passe, ou fermé votre accès')
  await over.getByLabel('Mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast')).toContainText('Votre rôle a changé : Responsable.')
  await service.call('PUT', `/people/${id}`, { role: 'responsable', disabled: true })
  await over.getByLabel('Mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(over).toContainText('un administrateur peut vous le dire')
})

test('a vendeur who takes a line out and back, or its quote into a new one, sells it at the price that was told', async ({
  page,
  shell,
  service,
  people,
  quote,
}) => {
  const sale = { by: 'markup', percent: '50' }
  const id = await savedQuote(service, { lines: [{ ...FLYERS, sale }] })
  type Lines = { id: number; lines: { sale: object; amounts: { netCents: number } }[] }
  const read = (of = id) => service.call<Lines>('GET', `/quotes/${of}`)
  const { netCents } = (await read()).lines[0]!.amounts
  const told = { sale: { by: 'fixed', cents: netCents }, amounts: { netCents } }
  await people.enter('Zoé Martin')
  await quote.show(shell, id)
  await page.getByRole('button', { name: /^Retirer «/ }).click()
  await expect.poll(async () => (await read()).lines).toHaveLength(0)
  await page.getByRole('button', { name: 'Remettre' }).click()
  await expect.poll(async () => (await read()).lines).toMatchObject([told])

  const other = await savedQuote(service, { lines: [{ ...FLYERS, sale }] })
  await quote.show(shell, other)
  await service.call('DELETE', `/quotes/${other}`)
  await page.getByRole('button', { name: 'Reprendre ses lignes dans un nouveau devis' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/devis/${other}$`))
  const copy = Number(/\d+$/.exec(page.url())![0])
  expect((await read(copy)).lines).toMatchObject([told])
})
