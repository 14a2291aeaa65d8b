import { expect, test } from './fixtures.ts'
import { seriousFaults } from './axe.ts'

test('a file of companies without contacts, of private persons and of too many cells is told as it is taken', async ({
  page,
  shell,
}) => {
  await shell.open()
  await shell.go('/clients/import')
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const preview = page.getByRole('region', { name: 'Aperçu' })
  const row = (name: string) => preview.getByRole('row').filter({ hasText: name })

  await choose('Raison sociale;Mail\nMairie;nobody\n')
  await expect(row('Mairie')).toContainText('Mail : ')

  await choose(`Nom société;Prénom;Nom;Tél.;Tél. portable;Langue
Atelier Deux;;;;0622222222;Anglais
Atelier Trois;;;0303;0633333333;de
;Marie;Roux;;;
Trop;;;;;;y;z
`)
  await expect(row('Atelier Deux')).toContainText('0622222222 · English')
  await expect(row('Atelier Trois')).toContainText('« 0633333333 » (Tél. portable) va dans la note interne')
  await expect(row('Marie Roux')).toContainText('Un particulier')
  await expect(row('Trop')).toContainText('Plus de cellules que d’en-têtes, non reprises : y · z.')
  await expect(preview).toContainText('1 ligne nomme une personne sans société')
  await expect(preview).toContainText('Valeurs non reprises : Langue (« de »).')
  await expect(preview).not.toContainText('Champ obligatoire')
  expect(await seriousFaults(page)).toEqual([])
  await preview.getByRole('button', { name: 'Importer (4)' }).click()
  await page.getByRole('link', { name: /^Atelier Trois/ }).click()
  await expect(page.getByLabel('Note interne')).toHaveValue('Tél. portable : 0633333333')
})

test('a thousand customers and more are counted as the language writes numbers', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/clients/import')
  const rows = Array.from({ length: 1011 }, (_, i) => `Client ${i}\n`).join('')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(`Société\n${rows}`) })
  await page.getByRole('button', { name: /^Importer \(1\s011\)/ }).click()
  await expect(page.getByText(/^1\s011\sclients$/)).toBeVisible()
})
