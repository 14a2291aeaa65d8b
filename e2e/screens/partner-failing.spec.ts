/** A partner that answers and does not work is no partner that is well: what it has not said now is told. */
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, sourceIds, test } from './sources.ts'

const FAILS = { path: '/0.2/print/prix/', kind: '500-before-commit', times: 1_000_000 } as const

test('sending says that its prices are not today’s, and so do its products and the head of the window', async ({
  page,
  shell,
  service,
  quote,
  configurator,
  north,
}) => {
  const [, theirs] = await sourceIds(service)
  const id = await mixedQuote(service, [theirs!])
  await shell.open()
  await quote.show(shell, id)
  await quote.sending.click()
  const send = quote.dialog.getByRole('button', { name: 'Envoyer' })
  const told = quote.dialog.getByText(`${NORTH} n’a pas donné ses prix du jour`)
  await expect(send).toBeEnabled()
  await expect(told).toHaveCount(0)
  await page.keyboard.press('Escape')

  await north.faults(FAILS)
  await quote.sending.click()
  await expect(told).toBeVisible()
  await expect(send).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByText('En panne', { exact: true })).toBeAttached()

  const { lines } = await service.call<{ lines: { line: { produit: number } }[] }>('GET', `/quotes/${id}`)
  await shell.go(`/produits/${lines[0]!.line.produit}`)
  await configurator.chosenCell.waitFor()
  const unanswered = page.getByText(`${NORTH} n’a pas donné tous ses prix à l’instant`)
  await expect(unanswered).toBeVisible()
  // It is of the house.
  await shell.go(`/devis/${id}`)
  await page.getByRole('button', { name: 'Vue client' }).click()
  await page.goBack()
  await configurator.chosenCell.waitFor()
  await expect(page.locator('.board')).toHaveAttribute('aria-busy', 'false')
  await expect(unanswered).toHaveCount(0)
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await expect(unanswered).toBeVisible()

  await north.clearFaults()
  await page.reload()
  await expect(configurator.chosenCell).toHaveClass(/firm/)
  await expect(unanswered).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('En ligne', { exact: true })).toBeAttached()
})
