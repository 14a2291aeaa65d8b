/** A sale at the counter and the windows of its browser. */
import { expect, test } from './fixtures.ts'
import { Shell } from './pages/shell.ts'

const CONFIRM = 'Commander définitivement'

test('a sale whose window is read anew goes on, and its draft is in hand in no other window', async ({
  page,
  context,
  shell,
  service,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/203')
  await page.keyboard.press('Control+Enter')
  await expect(shell.quoteChip).toContainText('1 ligne')
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await page.keyboard.press('v')
  await expect(quote.dialog).toContainText(CONFIRM)

  const other = new Shell(await context.newPage(), service)
  await other.open()
  await expect(other.quoteChip).toContainText('Brouillon 1')
  await page.reload()
  await expect(quote.dialog).toContainText(CONFIRM)
  await page.keyboard.press('Escape')
  await expect(shell.toast('Vente abandonnée')).toBeVisible()
  await expect(shell.quoteChip).toContainText('Brouillon 1')
  await expect.poll(async () => (await service.call<unknown[]>('GET', '/quotes')).length).toBe(1)
})

test('what is told of the sale before does not stand on the dialog of the next', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/201')
  const sell = async () => {
    await configurator.agreedPrice()
    await page.keyboard.press('v')
    await expect(quote.dialog.getByRole('button', { name: CONFIRM })).toBeFocused()
  }
  await sell()
  await page.keyboard.press('Escape')
  await expect(shell.toast('Vente abandonnée')).toBeVisible()
  await sell()
  await page.screenshot({ path: test.info().outputPath('next.png') })
  await expect(page.locator('.toast')).toHaveCount(0)
  // One that is kept is a draft of the list.
  await page.keyboard.type('Ana Ruiz')
  await page.keyboard.press('Enter')
  await expect(quote.dialog.getByRole('button', { name: CONFIRM })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(shell.toast('Vente non commandée')).toBeVisible()
  await sell()
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(await service.call<unknown[]>('GET', '/quotes')).toHaveLength(2)
})
