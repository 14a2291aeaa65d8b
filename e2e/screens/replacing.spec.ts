/** While another store takes the place of the present one. */
import { expect, test } from './fixtures.ts'

test('who waits for a restore is told when it takes long, and what to do where nothing comes back', async ({
  page,
  shell,
  service,
}) => {
  await service.call('POST', '/store/backups')
  await page.clock.install()
  await shell.open()
  await shell.go('/reglages/sauvegardes')
  await page.getByRole('button', { name: /^Remettre la sauvegarde/ }).click()
  // Nothing answers any more from then on.
  await page.route('**/api/store', (route) => route.abort())
  await page.getByRole('dialog').getByRole('button', { name: 'Remettre' }).click()
  const waiting = page.getByRole('dialog', { name: 'La sauvegarde est remise en place' })
  await expect(waiting).toContainText('quelques secondes')
  await page.clock.fastForward(30_000)
  await expect(waiting).toContainText('relancez-le')
})
