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
