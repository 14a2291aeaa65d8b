/** What is collected needs the shop's address: the way to where that is written is beside the words. */
import { expect } from './fixtures.ts'
import { pricedLine, sourceIds, test } from './sources.ts'

test('an order that lacks the shop’s address leads to where it is written', async ({
  page,
  shell,
  service,
  north: _north,
}) => {
  const [, partner] = await sourceIds(service)
  const lines = [await pricedLine(service, partner!)]
  const body = { reference: 'RETRAIT', address: { nom: 'Ruiz' }, collected: true, lines }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', body)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page
    .locator('.totals-side, aside, main')
    .getByRole('button', { name: /^Commander/ })
    .first()
    .click()
  const way = page.getByRole('link', { name: 'Ouvrir Réglages → Documents' }).first()
  await expect(way).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('way.png') })
  await way.click()
  await expect(page).toHaveURL(/reglages\/documents/)
})
