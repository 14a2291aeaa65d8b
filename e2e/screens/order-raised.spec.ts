/** An order of a signed quote that its partner comes to count more for. */
import { createHash } from 'node:crypto'
import { expect } from './fixtures.ts'
import { KEY } from './service.ts'
import { mixedQuote, NORTH, sourceIds, test } from './sources.ts'

test('what two lines cost more is accepted, and may be asked of the customer, who signed another price', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [, partner] = await sourceIds(service)
  const quote = await mixedQuote(service, [partner!, partner!])
  const { version } = await service.call<{ version: number }>('PUT', `/quotes/${quote}/state`, {
    state: 'sent',
  })
  const shown = await fetch(`${service.url}/api/quotes/${quote}/document`, {
    headers: { Authorization: `Bearer ${KEY}` },
  })
  const hash = createHash('sha256')
    .update(Buffer.from(await shown.arrayBuffer()))
    .digest('hex')
  const signature = { version, name: 'Ada Le Goff', strokes: [], typed: true, hash }
  await service.call('POST', `/quotes/${quote}/signature`, signature)
  await service.call('POST', `/quotes/${quote}/order`)
  const [there] = await north.orders(1)
  const { id, status, prix_fact_ht } = there!.order
  await north.status(id, status, prix_fact_ht + 1001)

  await shell.open()
  await shell.go('/commandes/1')
  const card = page.getByRole('article').filter({ hasText: NORTH })
  await card.getByRole('button', { name: /^Accepter ce coût/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    /produits de cette commande (laissent alors [^.]+ HT de marge|sont alors vendus à perte)/,
  )
  await page.screenshot({ path: test.info().outputPath('left.png') })
  await dialog.getByRole('button', { name: /^Accepter ce coût/ }).click()
  const cost = page.getByRole('region', { name: 'Coût pour la maison' })
  await cost.getByRole('button', { name: /^Faire payer/ }).click()
  await expect(dialog).toContainText(/Le client a signé ce prix le .*\u00a0: le changer demande son accord/)
  await page.screenshot({ path: test.info().outputPath('dialog.png') })
  await dialog.getByRole('button', { name: 'Changer son prix' }).click()
  await expect(cost).toContainText('Prix du client changé le')
})
