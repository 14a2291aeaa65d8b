/** Settings › Partners: none, one, several; each added, tried, changed, synced and removed by itself. */
import type { Locator, Page } from '@playwright/test'
import { startPartner } from '../partner/client.ts'
import { expect, test as base } from './fixtures.ts'
import { mixedQuote, NORTH, SOUTH, test } from './sources.ts'

const cardOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const terms = (card: Locator) => card.getByRole('definition')

base(
  'without a partner: what one is for; the first is named after its host',
  async ({ page, shell, service, catalogue }) => {
    const partner = await startPartner({ seed: 3, ids: 1, products: 5, families: 2 })
    await shell.open()
    await shell.go('/reglages/partenaires')
    await expect(page.getByRole('heading', { name: 'Aucun partenaire' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await page.getByRole('button', { name: 'Ajouter un partenaire' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nouveau partenaire' })
    const save = dialog.getByRole('button', { name: 'Enregistrer' })
    await expect(save).toBeDisabled()
    await expect(dialog.getByLabel('Nom')).toBeFocused()

    // Each fault stands at its field.
    await dialog.getByLabel('Adresse').fill('http://imprimeur.example')
    await save.click()
    await expect(dialog.getByLabel('Adresse')).toHaveAccessibleDescription(
      /https:\/\/ \(http:\/\/ seulement en boucle locale\)/,
    )
    await expect(dialog.getByLabel('Adresse')).toBeFocused()
    for (const [wrong, why] of [
      ['https://jean:secret@imprimeur.example', /ni nom d’utilisateur ni mot de passe/],
      ['https://imprimeur.example/?jeton=secret', /ni «\s\?\s» ni «\s#\s»/],
      ['imprimeur', /n’en est pas une/],
    ] as const) {
      await dialog.getByLabel('Adresse').fill(wrong)
      await save.click()
      await expect(dialog.getByLabel('Adresse')).toHaveAccessibleDescription(why)
    }
    await dialog.getByLabel('Adresse').fill(partner.url)
    await dialog.getByLabel('Nom').fill('nos TARIFS')
    await save.click()
    await expect(dialog.getByLabel('Nom')).toHaveAccessibleDescription(/déjà pris/)
    await dialog.getByLabel('Nom').fill('a/b')
    await save.click()
    await expect(dialog.getByLabel('Nom')).toHaveAccessibleDescription(/sans barre oblique/)
    await dialog.getByLabel('Nom').fill('')
    await dialog.getByLabel('Jeton').fill('jéton')
    await save.click()
    await expect(dialog.getByLabel('Jeton')).toHaveAccessibleDescription(/ne peut pas être envoyé/)
    await dialog.getByLabel('Jeton').fill(partner.token)
    // What few need is out of sight.
    await expect(dialog.getByLabel('À la fois')).toBeHidden()
    await dialog.getByText('Requêtes : limites propres').click()
    await dialog.getByLabel('À la fois').fill('99')
    await dialog.getByLabel('Par seconde').fill('vite')
    await save.click()
    await expect(dialog.getByLabel('À la fois')).toHaveAccessibleDescription(
      'Un nombre entier de 1 à 32 est attendu.',
    )
    await expect(dialog.getByLabel('Par seconde')).toHaveAccessibleDescription(/^Un nombre de 0,01 à/)
    await dialog.getByLabel('À la fois').fill('2')
    await dialog.getByLabel('Par seconde').fill('7,5')
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(shell.toast('la connexion fonctionne')).toBeVisible()

    const host = new URL(partner.url).host
    const card = cardOf(page, host)
    await expect(card).toContainText('En ligne')
    await expect(card).toContainText('7,5 requêtes par seconde, 2 à la fois')
    await expect(terms(card).nth(1)).toHaveText('5')
    await expect(terms(card).nth(2)).toHaveText('2')
    expect(await service.call('GET', '/partners')).toMatchObject([
      { name: host, limits: { ratePerSecond: 7.5, concurrency: 2 } },
    ])
    await shell.go('/')
    await expect(page.getByRole('combobox', { name: 'Source' }).locator('option')).toHaveText([
      'Toutes les sources',
      'Nos tarifs (128)',
      `${host} (7)`,
    ])
    await expect(catalogue.rows.first()).toHaveAttribute('aria-setsize', '135')
    await partner.stop()
  },
)

test('a partner has another name everywhere, keeps its token, and gives up its own limits', async ({
  page,
  shell,
  service,
  south: _south,
}) => {
  const quote = await mixedQuote(service)
  await shell.open()
  await shell.go('/reglages/partenaires')
  await cardOf(page, SOUTH)
    .getByRole('button', { name: `Modifier ${SOUTH}` })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Jeton')).toHaveValue('')
  await expect(dialog.getByLabel('Jeton')).toHaveAccessibleDescription(/Laissez vide pour le garder/)
  const address = dialog.getByLabel('Adresse')
  const before = await address.inputValue()
  await address.fill('https://ailleurs.example')
  await expect(address).toHaveAccessibleDescription(/les prix connus de celle-ci ne valent plus/)
  await address.fill(before)
  await expect(address).not.toHaveAccessibleDescription(/ne valent plus/)
  await dialog.getByLabel('Nom').fill(NORTH)
  await dialog.getByText('Requêtes : limites propres').click()
  await dialog.getByLabel('Attente').fill('9000')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.getByLabel('Nom')).toHaveAccessibleDescription(`Ce nom est déjà pris par « ${NORTH} ».`)
  await dialog.getByLabel('Nom').fill('Façonnage Sud')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  const card = cardOf(page, 'Façonnage Sud')
  await expect(card).toContainText('En ligne')
  await expect(card).toContainText(/9\s000 ms d’attente/)
  await expect(cardOf(page, SOUTH)).toHaveCount(0)
  await shell.go(`/devis/${quote}`)
  await expect(page.locator('.what .source').last()).toContainText('Façonnage Sud')

  await shell.go('/reglages/partenaires')
  await card.getByRole('button', { name: /^Modifier/ }).click()
  await expect(dialog.getByLabel('Attente')).toHaveValue('9000')
  await dialog.getByLabel('Attente').fill('')
  // What another sets of it meanwhile stays.
  const { url } = (await service.call<{ name: string; url: string }[]>('GET', '/partners')).find(
    ({ name }) => name === 'Façonnage Sud',
  )!
  const limits = { timeoutMs: 9000, concurrency: 3 }
  await service.call('PUT', '/partners/Fa%C3%A7onnage%20Sud', { url, limits })
  await expect(dialog.getByLabel('À la fois')).toHaveValue('3')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('3 à la fois')
  await card.getByRole('button', { name: /^Modifier/ }).click()
  await dialog.getByLabel('À la fois').fill('')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).not.toContainText('Limites')
  // Another host never gets to see the token.
  await card.getByRole('button', { name: /^Modifier/ }).click()
  await dialog.getByLabel('Adresse').fill('https://ailleurs.example')
  await expect(dialog.getByLabel('Jeton')).toHaveAccessibleDescription(/une autre adresse demande le sien/)
})

test('each partner is synced, stopped and tried by itself, and says what it could not take', async ({
  page,
  shell,
  north,
  south,
}) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const [first, second] = [cardOf(page, NORTH), cardOf(page, SOUTH)]
  await north.faults({ path: 'display/famille', kind: 'delay', ms: 600_000, times: 1000 })
  await first.getByRole('button', { name: `Synchroniser ${NORTH}` }).click()
  await expect(first.getByRole('progressbar', { name: `Avancement de ${NORTH}` })).toBeVisible()
  await expect(first).toContainText(/\d sur 3/)
  await expect(second.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Tout arrêter' })).toBeVisible()
  await first.getByRole('button', { name: `Arrêter la synchronisation de ${NORTH}` }).click()
  await expect(first.getByRole('progressbar')).toHaveCount(0)
  await expect(first.getByRole('button', { name: `Synchroniser ${NORTH}` })).toBeVisible()

  // A product that cannot be used is told by name; the rest is taken.
  const [product] = (await (await south.send('GET', '/0.2/print/produit/')).json()) as {
    id: number
    nom: string
  }[]
  await south.catalogue({
    op: 'quantities',
    id: product!.id,
    quantites: { range: false, available: [1e300] },
  })
  await second.getByRole('button', { name: `Synchroniser ${SOUTH}` }).click()
  await second.getByText('Un produit n’a pas pu être repris').click()
  await expect(second.getByRole('listitem')).toContainText(product!.nom)
  await expect(first.getByText('n’a pas pu être repris')).toHaveCount(0)

  // The badge says what the test has found, and both what a later answer does.
  const test = second.getByRole('button', { name: `Tester la connexion à ${SOUTH}` })
  await south.faults({ path: 'produit/', kind: '500-before-commit' })
  await test.click()
  await expect(second).toContainText('Le partenaire est en panne (500)')
  await expect(second.locator('.badge').first()).toHaveText('En panne')
  await second.getByRole('button', { name: `Synchroniser ${SOUTH}` }).click()
  await expect(second.locator('.badge').first()).toHaveText('En ligne')
  await expect(second).not.toContainText('en panne (500)')

  await south.faults({ kind: '401', times: 1000 })
  await test.click()
  await expect(second).toContainText('La connexion ne fonctionne pas.')
  await expect(second.locator('.badge').first()).toHaveText('Jeton refusé')
  await expect(first.locator('.badge')).toHaveText('En ligne')
  await second.getByRole('button', { name: `Synchroniser ${SOUTH}` }).click()
  await expect(second.getByRole('alert')).toContainText('jeton')
  await expect(first.getByRole('alert')).toHaveCount(0)
})

test('a partner that asks to be left alone: until when is told, and a try asks it at once', async ({
  page,
  shell,
  south,
}) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const card = cardOf(page, SOUTH)
  const test = card.getByRole('button', { name: `Tester la connexion à ${SOUTH}` })
  await south.faults({ path: 'produit/', kind: '429-retry-after', ms: 1_800_000 })
  await test.click()
  await expect(card).toContainText(/demande à ne pas être sollicité avant \d\d:\d\d\./)
  await expect(card).toContainText('En pause')
  await expect(page.getByText(`${SOUTH} : demande à ne pas être sollicité`)).toBeVisible()
  await expect(cardOf(page, NORTH)).toContainText('En ligne')
  await test.click()
  await expect(card).toContainText('Connexion réussie')
  await expect(card).toContainText('En ligne')
  await expect(card).not.toContainText('sollicité')
})

test('a partner that is removed takes its products out of the catalogue, and has its ids again when it is back', async ({
  page,
  shell,
  service,
  catalogue,
  south,
}) => {
  const ids = async () =>
    (await service.call<{ entries: { id: number; name: string }[] }>('GET', '/catalogue')).entries
      .filter(({ name }) => name.includes('(sud)'))
      .map(({ id }) => id)
  const before = await ids()
  expect(before).toHaveLength(8)
  const quote = await mixedQuote(service)
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await shell.open()
  await shell.go('/reglages/partenaires')
  await expect(shell.banner).toBeVisible()
  await cardOf(page, SOUTH)
    .getByRole('button', { name: `Retirer ${SOUTH}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Retirer ${SOUTH} ?` })
  await expect(dialog).toContainText('Ses 8 produits quittent le catalogue')
  await expect(dialog).toContainText('Une commande l’attend')
  await dialog.getByRole('button', { name: 'Retirer' }).click()
  await expect(shell.toast(`${SOUTH} est retiré`)).toBeVisible()
  await expect(cardOf(page, SOUTH)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ajouter un partenaire' })).toBeFocused()
  expect(await ids()).toEqual([])
  await shell.go('/')
  await expect(catalogue.rows.first()).toHaveAttribute('aria-setsize', '136')
  // What waits for it stays, by its name.
  await shell.go('/a-traiter')
  await expect(page.getByRole('article').filter({ hasText: SOUTH })).toHaveCount(1)
  await shell.go('/commandes/1')
  await expect(page.locator('.what .source').last()).toContainText(SOUTH)

  await south.offline(0)
  await shell.go('/reglages/partenaires')
  await page.getByRole('button', { name: 'Ajouter un partenaire' }).click()
  const added = page.getByRole('dialog')
  await added.getByLabel('Nom').fill(SOUTH)
  await added.getByLabel('Adresse').fill(south.url)
  await added.getByLabel('Jeton').fill(south.token)
  await added.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(terms(cardOf(page, SOUTH)).nth(1)).toHaveText('6')
  expect((await ids()).toSorted()).toEqual(before.toSorted())
  expect(await south.orders(1)).toHaveLength(1)
})
