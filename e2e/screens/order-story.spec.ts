/** The page of an order tells what became of it. */
import { seriousFaults } from './axe.ts'
import { readFileSync } from 'node:fs'
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { DEMO_BUNDLE } from './service.ts'
import { mixedQuote, NORTH, sourceIds, SOUTH, test } from './sources.ts'

test('an order tells its story: placed, sent, another price, what was decided', async ({
  page,
  shell,
  service,
  north,
  south,
}) => {
  const id = await mixedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await north.prices(1.12)
  await south.offline(600_000)
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await shell.go('/commandes/1')
  await expect(page.getByText(/Livraison promise le \p{L}+ \d+ \p{L}+ \d{4}/u)).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: NORTH })
  await expect(card.getByText('Imprimerie du Port')).toBeVisible()
  await expect(card).toContainText(/\+\d+,\d\d\s€, \+\d+(,\d)?\s%/)
  const story = page.getByRole('region', { name: 'Histoire de la commande' })
  await expect(story.getByRole('listitem').filter({ hasText: NORTH })).toContainText('attend une décision')
  await expect(story.getByRole('listitem').filter({ hasText: SOUTH })).toContainText('pas encore transmise')
  await expect(story.getByRole('listitem').last()).toContainText('Commande C000001 passée')

  await card.getByRole('button', { name: /Accepter ce coût/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Accepter ce coût/ })
    .click()
  await expect(story.getByRole('listitem').first()).toContainText(`Transmise à ${NORTH}, n°`)
  await expect(story.getByRole('listitem').nth(1)).toContainText('relancée')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await seriousFaults(page, 'main')).toEqual([])
  }
})

test('who wants to know how an order stands has its partner asked at once', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [, partner] = await sourceIds(service)
  const quote = await mixedQuote(service, [partner!])
  await service.call('PUT', `/quotes/${quote}/state`, { state: 'sent' })
  await service.call('POST', `/quotes/${quote}/order`)
  const [there] = await north.orders(1)
  await shell.open()
  await shell.go('/commandes/1')
  const look = page.getByRole('button', { name: 'Où en est-elle' })
  await expect(look).toBeVisible()
  // By itself it is asked in ten minutes.
  const settings = await service.call<object>('GET', '/settings')
  await service.call('PUT', '/settings', { ...settings, retryMs: 60_000 })
  await north.status(there!.order.id, 'En production')
  await look.click()
  await look.click()
  await expect(shell.toast(`La question est posée (${NORTH})`)).toBeVisible()
  await expect(page.locator('.page-head')).toContainText('En production')
  await page.screenshot({ path: test.info().outputPath('look.png') })
  expect(await seriousFaults(page, 'main')).toEqual([])
})

test('how an order stands at a partner of another address, or of none, is said to be hard to know, and why', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [, partner] = await sourceIds(service)
  const quote = await mixedQuote(service, [partner!])
  await service.call('PUT', `/quotes/${quote}/state`, { state: 'sent' })
  await service.call('POST', `/quotes/${quote}/order`)
  await north.orders(1)
  await shell.open()
  await shell.go('/commandes/1')
  const look = page.getByRole('button', { name: 'Où en est-elle' })
  await expect(look).toBeVisible()
  const at = `/partners/${encodeURIComponent(NORTH)}`
  await service.call('PUT', at, { url: 'http://127.0.0.1:9', token: 'jeton' })
  const head = page.locator('.page-head')
  await expect(head).toContainText(`${NORTH} a une autre adresse que celle où la commande est partie`)
  await expect(look).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('elsewhere.png') })
  expect(await seriousFaults(page, 'main')).toEqual([])
  await service.call('DELETE', at)
  await expect(head).toContainText(`ne peut être demandé : ${NORTH} n’est plus réglé`)
  await expect(look).toHaveCount(0)
})

test('a refused part is edited and sent again; the other parts go their way', async ({
  page,
  shell,
  service,
  north,
  south: _south,
}) => {
  const id = await mixedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  const { lines } = await service.call<{ lines: { line: { produit: number } }[] }>('GET', `/quotes/${id}`)
  await north.catalogue({ op: 'remove', id: lines[1]!.line.produit % 1e10 })
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await shell.go('/commandes/1')
  const story = page.getByRole('region', { name: 'Histoire de la commande' })
  await expect(story.getByText(`Transmise à ${SOUTH}`)).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: NORTH })
  await card.getByRole('button', { name: 'Modifier et renvoyer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  await dialog.getByLabel('Adresse', { exact: false }).first().fill('14 quai des Belges')
  const town = dialog.getByLabel(/^Ville/)
  await town.fill('')
  await page.keyboard.press('Enter')
  await expect(town).toHaveAttribute('aria-invalid', 'true')
  await expect(town).toBeFocused()
  await page.keyboard.type('Aubagne')
  // What no address can put right is said once, with what can, and the keyboard stays.
  const country = dialog.getByLabel('Pays')
  await country.fill('Suisse')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('ferait passer la TVA de 20 à 0 %')
  await expect(dialog).not.toContainText('Copiez le devis')
  await expect(dialog).toContainText(
    `« Refaire », sur la page de la commande, en ne gardant dans le brouillon que les lignes d’${NORTH}, puis « Renoncer à la part d’${NORTH} »`,
  )
  await expect(country).toBeFocused()
  expect(await seriousFaults(page, 'dialog')).toEqual([])
  await country.fill('France')
  await dialog.getByRole('button', { name: 'Enregistrer et renvoyer' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('address')).toContainText('Aubagne')
  await expect(
    story.getByText(
      /C000001 corrigée – Adresse\s: .+ → 14 quai des Belges\s; Ville\s: .+ → Aubagne\s; Pays\s: vide → France$/,
    ),
  ).toBeVisible()
  await expect(story.getByRole('listitem').first()).toContainText(`${NORTH}\u202f: refusée`)
  // What was refused waits for a decision before it is handed over, in the list of the day as on its page.
  await shell.go('/jour')
  const row = page.getByRole('row').filter({ hasText: 'C000001' })
  await expect(row).toContainText('Refusée')
  await expect(row.getByRole('link', { name: /fiche/i })).toBeVisible()
  await expect(row.getByRole('button', { name: /remise/i })).toHaveCount(0)
  await row.getByRole('link', { name: 'C000001', exact: true }).focus()
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Commande C000001')
  await expect(page.getByText('Passée le')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remise au client' })).toHaveCount(0)

  // Another counter decides, while nothing is typed here yet.
  await expect(card).toContainText(
    `« Refaire », en haut de cette page, en ne gardant dans le brouillon que les lignes d’${NORTH}, puis « Renoncer à la part d’${NORTH} »`,
  )
  await card.getByRole('button', { name: 'Modifier et renvoyer' }).click()
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  const [{ id: part }] = await service.call<[{ id: string }]>('GET', '/outbox')
  await service.call('POST', `/outbox/${part}/resolve`, { cancel: true })
  await expect(dialog).toBeHidden()
  await expect(shell.toast(`la transmission à ${NORTH} est passée à « Annulée »`)).toBeVisible()
  await expect(page.getByText('L’adresse tapée ici')).toHaveCount(0)
  await expect(card.getByRole('heading')).toBeFocused()
})

test('who may not decide about a refused order reads who may, and of no button that he has not', async ({
  page,
  shell,
  service,
  north,
  people,
}) => {
  const [, partner] = await sourceIds(service)
  const id = await mixedQuote(service, [partner!])
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  const { lines } = await service.call<{ lines: { line: { produit: number } }[] }>('GET', `/quotes/${id}`)
  await north.catalogue({ op: 'remove', id: lines[0]!.line.produit % 1e10 })
  await service.call('POST', `/quotes/${id}/order`)
  await people.set()
  await people.enter('Zoé Martin')
  await shell.go('/commandes/1')
  const card = page.getByRole('article').filter({ hasText: NORTH })
  await expect(card).toContainText('Le partenaire a refusé cette commande.')
  await expect(card).not.toContainText('Annuler la commande')
  await expect(card).toContainText(
    'La décision revient à une autre personne. Peuvent le faire : Responsable, Administrateur.',
  )
  await expect(card.getByRole('button')).toHaveCount(0)

  await shell.go('/tableau-de-bord')
  const waiting = page.getByRole('region', { name: 'Demandent une décision' })
  await expect(waiting.getByRole('link', { name: 'Décider' })).toHaveCount(0)
  await waiting.getByRole('link', { name: 'Voir C000001' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
  await people.leave()
  await people.enter('Max')
  await shell.go('/commandes/1')
  await expect(card.getByRole('button', { name: 'Annuler la commande…' })).toBeVisible()
  await expect(card).not.toContainText('La décision revient')
})

test('any order is made again as a draft; what cannot be taken over is noted', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [201, 101].map((produit) => ({
    ...{ area: 'print', delai: null },
    line: { produit, quantites_multiples: [produit === 201 ? 1000 : 400] },
  }))
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines })
  await service.call('POST', `/quotes/${id}/order`)
  const bundle = JSON.parse(readFileSync(DEMO_BUNDLE, 'utf8')) as {
    produits: { id: number }[]
    tarifs: { print: { produit: number }[] }
  }
  bundle.produits = bundle.produits.filter((produit) => produit.id !== 101)
  bundle.tarifs.print = bundle.tarifs.print.filter(({ produit }) => produit !== 101)
  await service.import(bundle)
  await shell.open()
  await shell.go('/commandes/1')
  await page.getByRole('button', { name: 'Refaire' }).click()
  await expect(quote.title).toHaveText(/^\s*Brouillon 2\b/)
  await expect(quote.lines).toHaveCount(1)
  await expect(
    page.getByText(/c’est noté dedans.*n’est plus au catalogue.* Total HT\s: .*\s€ → 21,75\s€\.$/),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Notes internes' })).toHaveValue(
    /D’après la commande C000001[^]*n’est plus au catalogue/,
  )
})

test('in another language the story is told anew', async ({ page, shell, service }) => {
  const line = { produit: 201, quantites_multiples: [1000] }
  const lines = [{ area: 'print', delai: null, line }]
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines })
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await shell.go('/commandes/1')
  await expect(page.getByRole('region', { name: 'Histoire de la commande' })).toContainText(
    'Commande C000001',
  )
  await page.keyboard.press('Control+k')
  await page.keyboard.type('english')
  await page.keyboard.press('Enter')
  const story = page.getByRole('region', { name: 'History of the order' })
  await expect(story).toContainText('Order C000001')
  await expect(story).not.toContainText('Commande')
})
