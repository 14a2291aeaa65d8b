/** The page of an order tells what became of it. */
import { seriousFaults } from './axe.ts'
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, SOUTH, test } from './sources.ts'

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
