/** Before a visit: what is here, what is missing, one button that fetches it; with the network cut, too. */
import { expect, test as base } from './fixtures.ts'
import { seriousFaults } from './axe.ts'
import { synced, test } from './partner.ts'

base('without a partner everything is here', async ({ page, shell }) => {
  await shell.open()
  await page.keyboard.press('Control+k')
  await expect(shell.palette).toBeVisible()
  await page.keyboard.type('avant une visite')
  await expect(shell.palette.getByRole('option').first()).toContainText('Avant une visite')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tout est sur cette machine' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tout préparer' })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Tarifs de la maison' })).toContainText('Chargés')
})

test('what open quotes and favourites need is fetched by one click; without the network it still is here', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await synced(service, 0)
  const { entries } = await service.call<{
    entries: { area: 'print' | 'display'; id: number; name: string }[]
  }>('GET', '/catalogue')
  const [item, other] = entries.filter(({ area }) => area === 'print')
  await service.call('PUT', '/shelf/favourites', { area: 'print', id: other!.id, favourite: true })
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/products/${item!.id}`)
  await service.call('POST', '/shelf/configurations', {
    ...{ name: 'Pour Lyon', area: 'print', line: defaultLine, delai: null },
  })
  await shell.open()
  await page.getByRole('banner').locator('a.state').click()
  await expect(page.getByRole('heading', { name: 'Il manque quelque chose' })).toBeVisible()
  await page.getByText('Voir lesquelles').click()
  const lacking = page.getByRole('listitem').filter({ hasText: 'configuration « Pour Lyon »' }).last()
  await expect(lacking).toContainText('sans prix')
  await expect(lacking).toContainText(/^\S.*\d\sex\. · /)
  await expect(lacking.getByRole('link', { name: item!.name })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Tout préparer' }).click()
  await expect(page.getByRole('heading', { name: 'Prêt à partir', exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText('2 configurations ont leur prix du jour')).toBeVisible()

  await partner.stop()
  await page.getByRole('button', { name: 'Tout préparer' }).click()
  const failures = page.getByRole('alert')
  await expect(failures).toBeVisible({ timeout: 60_000 })
  // What was tried in vain is no preparation.
  await expect(
    page.getByRole('heading', { name: 'Prêt à partir, mais pas tout à fait à jour' }),
  ).toBeVisible()
  await expect(
    page.getByText(/Dernier essai\s: .*, sans tout obtenir\. Préparé pour la dernière fois\s:/),
  ).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /Catalogue\s:/ })).toContainText('à rafraîchir')
  await expect(page.getByText('2 configurations ont leur prix du jour')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})
