/** Orders of a partner that was removed, or has another address: no word of the screens promises that they leave. */
import { seriousFaults } from './axe.ts'
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, partnerOf, sourceIds, SOUTH, test } from './sources.ts'

const STRANDED = 'Attend que son partenaire soit réglé'

test('an order of a removed partner says so first, and nothing says that it leaves', async ({
  page,
  shell,
  service,
  north,
  south,
}) => {
  const quote = await mixedQuote(service)
  for (const partner of [north, south]) await partner.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await north.prices(1.5)
  await north.offline(0)
  await shell.open()
  await shell.go('/a-traiter')
  await expect(page.getByRole('button', { name: /^Accepter ce coût/ })).toBeVisible()

  for (const name of [NORTH, SOUTH]) {
    await shell.go('/reglages/partenaires')
    await page.getByRole('button', { name: `Retirer ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('elle reste ici, et rien ne lui est envoyé avant qu’il soit réglé')
    await expect(dialog).not.toContainText('partira')
    await dialog.getByRole('button', { name: 'Retirer' }).click()
    await expect(shell.toast(`${name} est retiré`)).toBeVisible()
  }

  await shell.go('/a-traiter')
  const main = page.getByRole('main')
  const card = page.getByRole('article').filter({ hasText: NORTH })
  await expect(card.getByRole('paragraph').first()).toContainText(`${NORTH} est retiré`)
  await card.getByRole('button', { name: /^Accepter ce coût/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Rien ne part avant que ${NORTH} soit réglé de nouveau`)
  await expect(dialog).not.toContainText('aussitôt')
  await dialog.getByRole('button', { name: /^Accepter ce coût/ }).click()
  await expect(shell.toast(`Rien ne part avant que ${NORTH} soit réglé de nouveau`)).toBeVisible()

  await expect(page.getByRole('heading', { name: `${STRANDED} 2` })).toBeVisible()
  for (const name of [NORTH, SOUTH]) {
    const waiting = page.getByRole('article').filter({ hasText: name })
    await expect(waiting.getByRole('paragraph')).toHaveText([
      new RegExp(`^${name} est retiré\\s: .* à l’adresse http:`),
    ])
    await expect(waiting.getByRole('button')).toHaveText([new RegExp(`^Renoncer à la part (de |d’)${name}$`)])
  }
  await expect(main).not.toContainText('toutes seules')
  await expect(main).not.toContainText('Prochain essai')
})

test('an order of a partner that has another address by now says so first, also where it waits for a person', async ({
  page,
  shell,
  service,
  north,
  south,
}) => {
  const quote = await mixedQuote(service)
  for (const partner of [north, south]) await partner.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await north.prices(1.5)
  await north.offline(0)
  await shell.open()
  await shell.go('/a-traiter')
  const accept = page.getByRole('button', { name: /^Accepter ce coût/ })
  await expect(accept).toBeVisible()
  for (const [i, name] of [NORTH, SOUTH].entries())
    await service.call('PUT', `/partners/${encodeURIComponent(name)}`, {
      url: `http://127.0.0.1:9/${i}`,
      token: 'autre',
    })
  await shell.go('/a-traiter')
  for (const [i, name] of [NORTH, SOUTH].entries()) {
    const card = page.getByRole('article').filter({ hasText: name })
    await expect(card.getByRole('paragraph').first()).toContainText(
      new RegExp(`destinée au partenaire .* celui qui est réglé est http://127\\.0\\.0\\.1:9/${i}`),
    )
    await expect(card).not.toContainText('Prochain essai')
  }
  await expect(accept).toBeHidden()
})

test('every card names its partner, also where one partner alone is still set', async ({
  page,
  shell,
  service,
  north,
  south,
}) => {
  const [, ...partners] = await sourceIds(service)
  const quotes = []
  for (const source of partners) quotes.push(await mixedQuote(service, [source]))
  for (const partner of [north, south]) await partner.offline(600_000)
  for (const quote of quotes) await service.call('POST', `/quotes/${quote}/order`)
  await service.call('DELETE', `/partners/${encodeURIComponent(NORTH)}`)
  await shell.open()
  await shell.go('/a-traiter')
  const badges = page.getByRole('article').locator('h3 .badge')
  await expect(badges).toHaveCount(2)
  expect((await badges.allTextContents()).sort()).toEqual([NORTH, SOUTH])
  await shell.go('/commandes/2')
  await expect(page.getByRole('heading', { name: `Transmission à ${SOUTH}` })).toBeVisible()
})

test('at another address a price is accepted only where the same goods are offered, and said so before', async ({
  page,
  shell,
  service,
  south,
}) => {
  const quote = await mixedQuote(service)
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await south.prices(1.5)
  await south.offline(0)
  await shell.open()
  await shell.go('/a-traiter')
  const card = page.getByRole('article').filter({ hasText: SOUTH })
  const accept = card.getByRole('button', { name: /^Accepter ce coût/ })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(shell.banner).toBeHidden()
  await accept.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('partent aussitôt à ce coût')

  const move = ({ url, token }: { url: string; token: string }) =>
    service.call('PUT', `/partners/${encodeURIComponent(SOUTH)}`, { url, token })
  await move({ url: 'http://127.0.0.1:9', token: 'jeton' })
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('n’a pas encore été lu')
  await expect(card).toContainText(`remettez l’adresse ${south.url}, ou annulez`)
  await expect(card).not.toContainText('n’offre pas ces produits')
  await expect(accept).toBeHidden()

  const others = await partnerOf('ailleurs', 5)
  await move(others)
  await expect(card).toContainText('n’offre pas ces produits sous ces noms')
  await expect(accept).toBeHidden()

  const same = await partnerOf('sud', 5)
  await move(same)
  await accept.click()
  await expect(dialog).toContainText(
    `${SOUTH} offre les mêmes produits à sa nouvelle adresse, ${same.url} : ses lignes y partent aussitôt`,
  )
  await dialog.getByRole('button', { name: /^Accepter ce coût/ }).click()
  await expect(card).not.toContainText('a une autre adresse')
  for (const partner of [others, same]) await partner.stop()
})

test('what goes to another address than it was made for is named so and asked first, and its story keeps where it went', async ({
  page,
  shell,
  service,
  south,
}) => {
  const quote = await mixedQuote(service, [(await sourceIds(service)).at(-1)!])
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  const [same, third] = [await partnerOf('sud', 5), await partnerOf('sud', 5)]
  const move = async ({ url, token }: { url: string; token: string }) => {
    await service.call('PUT', `/partners/${encodeURIComponent(SOUTH)}`, { url, token })
    await service.call('POST', '/sync', { prices: 0 })
  }
  await shell.open()
  await shell.go('/commandes/1')
  await move(same)
  const card = page.getByRole('article')
  const send = ({ url }: { url: string }) => card.getByRole('button', { name: `Envoyer à ${url}` })
  await expect(send(same)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
  await send(same).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Envoyer C000001 à une autre adresse' })
  await expect(dialog).toContainText(`Elle était destinée à ${south.url}`)
  await expect(dialog).toContainText('ce qui est parti ne se reprend pas')
  await expect(dialog).not.toContainText('deux fois')
  await page.screenshot({ path: test.info().outputPath('elsewhere.png') })
  expect(await seriousFaults(page, 'dialog')).toEqual([])
  // It is another question where the partner moves once more.
  await move(third)
  await expect(dialog).toBeHidden()
  await expect(shell.toast(`la transmission à ${SOUTH} a changé`)).toBeVisible()
  // So it is where its delivery address is put right first.
  await card.getByRole('button', { name: 'Modifier et renvoyer' }).click()
  const editing = page.getByRole('dialog', { name: 'Modifier et renvoyer C000001' })
  await expect(editing).toContainText(`${SOUTH} offre les mêmes produits à ${third.url}`)
  await expect(editing.getByRole('button', { name: `Enregistrer et envoyer à ${third.url}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await send(third).press('Enter')
  await dialog.getByRole('button', { name: `Envoyer à ${third.url}` }).click()
  expect(await third.orders(1)).toHaveLength(1)
  expect(await same.orders()).toHaveLength(0)
  const story = page.getByRole('region', { name: 'Histoire de la commande' })
  await expect(story).toContainText(`relancée vers ${third.url} au lieu de ${south.url}`)
  for (const partner of [same, third]) await partner.stop()
})

test('of what its own partner may have, set again, the page and its question say the same', async ({
  page,
  shell,
  service,
  south,
}) => {
  const quote = await mixedQuote(service, [(await sourceIds(service)).at(-1)!])
  await south.faults({ method: 'POST', path: 'panier/validate/$', kind: 'drop-after-commit' })
  await south.faults({ path: 'commande/$', kind: 'drop-before-commit', times: 100_000 })
  await service.call('POST', `/quotes/${quote}/order`)
  await south.orders(1)
  const move = (to: { url: string; token: string }) =>
    service.call('PUT', `/partners/${encodeURIComponent(SOUTH)}`, { url: to.url, token: to.token })
  await move({ url: 'http://127.0.0.1:9', token: 'autre' })
  await shell.open()
  await shell.go('/commandes/1')
  const card = page.getByRole('article')
  await expect(card).toContainText('destinée au partenaire')
  await move(south)
  await expect(card).toContainText('qui est de nouveau réglé.')
  await expect(card).toContainText('vérifiez chez lui avant de la renvoyer')
  await expect(card).not.toContainText('que si elle n’y est pas')
  await card.getByRole('button', { name: 'Réessayer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('si elle montre la commande sans doute possible, rien n’est renvoyé')
  await expect(dialog).toContainText('sinon la commande part, et peut être faite deux fois')
  await south.clearFaults()
  await dialog.getByRole('button', { name: 'Renvoyer' }).click()
  await expect(card).toContainText('Chez le partenaire')
  expect(await south.orders()).toHaveLength(1)
})

test('a price that cannot be accepted any more: the dialog closes, and the card says why', async ({
  page,
  shell,
  service,
  south,
}) => {
  const quote = await mixedQuote(service)
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await south.prices(1.5)
  await south.offline(0)
  await shell.open()
  await shell.go('/a-traiter')
  const card = page.getByRole('article').filter({ hasText: SOUTH })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(shell.banner).toBeHidden()
  await card.getByRole('button', { name: /^Accepter ce coût/ }).click()
  // The partner moves, and the page does not hear of it before it decides.
  const before = await service.call<object>('GET', '/outbox')
  let decided = false
  await page.route('**/api/outbox', (route) => (decided ? route.continue() : route.fulfill({ json: before })))
  await page.route('**/api/outbox/*/retry', (route) => {
    decided = true
    return route.continue()
  })
  await service.call('PUT', `/partners/${encodeURIComponent(SOUTH)}`, {
    url: 'http://127.0.0.1:9',
    token: 'jeton',
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Accepter ce coût/ }).click()
  await expect(dialog).toBeHidden()
  await expect(shell.toast('n’a pas encore été lu')).toBeVisible()
  await expect(card.getByText('n’a pas encore été lu')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Accepter ce coût/ })).toBeHidden()
})

test('who may not set a partner is told who may, and is sent nowhere he may not go', async ({
  page,
  shell,
  service,
  south,
  people,
}) => {
  const quote = await mixedQuote(service, [(await sourceIds(service)).at(-1)!])
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await service.call('DELETE', `/partners/${encodeURIComponent(SOUTH)}`)
  await people.set()
  for (const [name, told] of [
    ['Zoé Martin', 'un administrateur peut le régler'],
    ['Max', 'un administrateur peut le régler'],
    ['Ada', 'Réglages, Partenaires'],
  ] as const) {
    await people.enter(name)
    await shell.go('/a-traiter')
    const group = page.getByRole('main').locator('section').filter({ hasText: STRANDED })
    await expect(group.locator('p').first(), name).toHaveText(
      `Rien ne part tout seul : le partenaire est retiré, ou a une autre adresse (${told}).`,
    )
    await people.leave()
  }
})
