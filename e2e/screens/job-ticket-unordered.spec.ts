/** The job ticket of an order whose part was never sent to its partner says so. */
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, sourceIds, test } from './sources.ts'

test('a line that its partner has not been sent yet says that it is not ordered there; one that it has does not', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [own, partner] = await sourceIds(service)
  const quote = await mixedQuote(service, [own!, partner!])
  await north.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await shell.open()
  await shell.go('/commandes/1/fiche')
  const tickets = page.getByRole('article')
  await expect(tickets.filter({ hasText: NORTH })).toContainText('pas encore commandée là-bas')
  await expect(tickets.filter({ hasText: 'chez nous' })).not.toContainText('commandée')
  await page.screenshot({ path: test.info().outputPath('ticket.png'), fullPage: true })
  await north.offline(0)
  await expect(page.getByText('pas encore commandée là-bas')).toHaveCount(0)
})
