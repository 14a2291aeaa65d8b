/** What one may only read is there to be read, all of it. */
import { expect } from './fixtures.ts'
import { test } from './staffed.ts'

test('the texts of documents are read in both languages by who may not change them', async ({
  page,
  shell,
  service,
  people,
}) => {
  await page.goto(service.url)
  await people.signIn('Zoé Martin')
  await expect(page.getByRole('option').first()).toBeVisible()
  await shell.go('/reglages/documents')
  await expect(page.getByText('À lire seulement')).toBeVisible()
  await page.getByRole('radio', { name: 'English' }).check()
  const terms = page.locator('textarea[name=text-payment]')
  await expect(terms).toHaveAttribute('lang', 'en')
  await expect(terms).not.toBeEditable()
  await terms.focus()
  await expect(terms).toBeFocused()
  await expect(page.getByLabel('Nom ou raison sociale')).toBeDisabled()
})
