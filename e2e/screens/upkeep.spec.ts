/** Settings › Backups: made, taken out, put back, taken away; every day; the check of the store. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'

const companies = (service: { call<R>(method: string, path: string): Promise<R> }) =>
  service
    .call<{ name: string }[]>('GET', '/companies?search=&archived=')
    .then((all) => all.map(({ name }) => name).sort())

test('a backup is made, taken out, and put back; what was there is kept, and put back alike', async ({
  page,
  shell,
  service,
}) => {
  await service.call('POST', '/companies', { name: 'Avant' })
  await shell.open()
  await shell.go('/reglages/sauvegardes')
  await expect(page.getByRole('heading', { name: 'Aucune sauvegarde' })).toBeVisible()
  await page.getByRole('button', { name: 'Sauvegarder maintenant' }).press('Enter')
  await expect(shell.toast('La sauvegarde est faite.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sauvegarder maintenant' })).toBeFocused()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(/à la demande\s*\d+(,\d)?\s[KM]o/)
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Télécharger la sauvegarde/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^comptoir-manual-.*\.db$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 15)
      .toString(),
  ).toBe('SQLite format 3')

  await service.call('POST', '/companies', { name: 'Après' })
  await page.getByRole('button', { name: /^Remettre la sauvegarde/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Remettre la sauvegarde du/ })
  await expect(dialog).toContainText('d’abord gardé')
  const facts = dialog.getByRole('listitem')
  await expect(facts).toHaveText([
    /^Aujourd’hui/,
    /^Personnes/,
    /^Accès et droits retirés/,
    /^À redonner.*jetons des partenaires/,
    /^Commandes/,
  ])
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remettre' }).click()
  const done = page.getByRole('dialog', { name: 'La sauvegarde est remise', exact: true })
  await expect(done).toContainText(/Le magasin est de nouveau comme le .*\d{4}/)
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await done.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(page.getByRole('combobox', { name: 'Chercher un produit' })).toBeVisible()
  expect(await companies(service)).toEqual(['Avant'])

  await shell.go('/reglages/sauvegardes')
  await expect(page.getByText('Ce magasin est une sauvegarde remise en place')).toBeVisible()
  const kept = rows.filter({ hasText: 'avant une remise en place' })
  await kept.getByRole('button', { name: /^Remettre/ }).click()
  // What was kept as it was has its tokens, and none is missing.
  await expect(dialog).not.toContainText('jetons des partenaires')
  await dialog.getByRole('button', { name: 'Remettre' }).click()
  await expect(done).toBeVisible()
  await expect(done).not.toContainText('eton')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Chercher un produit' })).toBeVisible()
  expect(await companies(service)).toEqual(['Après', 'Avant'])

  await shell.go('/reglages/sauvegardes')
  await rows
    .filter({ hasText: 'à la demande' })
    .getByRole('button', { name: /^Supprimer/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(rows.filter({ hasText: 'à la demande' })).toHaveCount(0)
})

test('orders that a partner got since the backup are told once it is put back, and stay told beside the backups', async ({
  page,
  shell,
  service,
}) => {
  await service.call('POST', '/store/backups')
  const db = new Database(join(service.data, 'comptoir.db'))
  db.exec(`INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (90, 'Atelier', 1, '0', '');
    INSERT INTO sources (id, kind, name) VALUES (90, 'partner', 'Beta');
    INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht,
        total_ht, tva, total_ttc, catalogue_version, created_at)
      VALUES (7, 'print', 90, 'transmise', 'Mairie', '', '{}', 12000, 0, 12000, 2400, 14400, 1, '2026-03-02');
    INSERT INTO transmissions (order_id, part, parts, source_id, area, devis, phase, attempts, lookups, next_at,
        received, upstream_id, cost_cents, accepted_cents)
      VALUES (7, 1, 1, 90, 'print', 'D7', 'sent', 1, 0, '', 'yes', '5012', 9000, 9000)`)
  db.close()
  await shell.open()
  await shell.go('/reglages/sauvegardes')
  await page.getByRole('button', { name: /^Remettre la sauvegarde/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remettre' }).click()
  const done = page.getByRole('dialog', { name: 'La sauvegarde est remise', exact: true })
  await expect(done).toContainText('une commande passée depuis cette sauvegarde n’est plus ici')
  await expect(done.getByRole('listitem')).toHaveText(['C000007 (Mairie), 120,00 € HT : Beta, n° 5012'])
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await shell.go('/reglages/sauvegardes')
  await expect(
    page.getByRole('main').getByText('C000007 (Mairie), 120,00 € HT : Beta, n° 5012'),
  ).toBeVisible()
})

test('a backup that is a file is put back as the others are; another file is refused, and nothing of it stays', async ({
  page,
  shell,
  service,
}) => {
  await service.call('POST', '/companies', { name: 'Avant' })
  const { name } = await service.call<{ name: string }>('POST', '/store/backups')
  const folder = join(service.data, 'comptoir.backups')
  const file = { name, mimeType: '', buffer: readFileSync(join(folder, name)) }
  rmSync(join(folder, name))
  await service.call('POST', '/companies', { name: 'Après' })
  await shell.open()
  await shell.go('/reglages/sauvegardes')
  const chooser = page.getByRole('main').locator('input[type=file]')
  await chooser.setInputFiles({ ...file, name: 'facture.db', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByRole('alert')).toContainText('facture.db n’est pas une sauvegarde de Comptoir')
  expect(readdirSync(folder)).toEqual([])
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])

  await chooser.setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: /^Remettre la sauvegarde du .*\d\d:\d\d:\d\d \?$/ })
  await expect(dialog).toContainText(`Fichier : ${name}.`)
  await expect(dialog).toContainText('d’abord gardé')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  // It stays in the list, for another time.
  const given = page.getByRole('row').filter({ hasText: 'd’un fichier' })
  await expect(given).toContainText(name)
  await given.getByRole('button', { name: /^Remettre/ }).click()
  await dialog.getByRole('button', { name: 'Remettre' }).click()
  await expect(page.getByRole('dialog', { name: 'La sauvegarde est remise', exact: true })).toBeVisible()
  expect(await companies(service)).toEqual(['Avant'])
})

test('one of which rows cannot be read says so in the list, and is put back as it is only where that is wanted', async ({
  page,
  shell,
  service,
}) => {
  const db = new Database(join(service.data, 'comptoir.db'))
  const { lastInsertRowid: row } = db
    .prepare("INSERT INTO journal (at, actor, action, facts) VALUES ('2026-03-02', '', 'backup_made', '{')")
    .run()
  db.close()
  await shell.open()
  await shell.go('/reglages/sauvegardes')
  await page.getByRole('button', { name: 'Sauvegarder maintenant' }).click()
  const words = `ne peuvent pas être lues (journal.facts: no JSON, id ${row})`
  await expect(shell.toast(words)).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Des lignes n’y peuvent pas être lues')
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: /^Remettre la sauvegarde du/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Remettre la sauvegarde du/ })
  await expect(dialog).toContainText(
    `Des lignes n’y peuvent pas être lues (journal.facts: no JSON, id ${row}).`,
  )
  await expect(dialog).toContainText('Tout redevient comme dans cette sauvegarde')
  await dialog.getByRole('button', { name: 'Remettre telle quelle' }).click()
  await expect(page.getByRole('dialog', { name: 'La sauvegarde est remise', exact: true })).toBeVisible()
})

test('a folder of backups that cannot be used is told in the place of the list', async ({
  page,
  shell,
  service,
}) => {
  writeFileSync(join(service.data, 'comptoir.backups'), 'in the way')
  await shell.open()
  await shell.go('/reglages/sauvegardes')
  await expect(page.getByRole('alert')).toContainText(
    'ni listées ni faites : le dossier des sauvegardes, comptoir.backups, ne peut pas servir',
  )
  await expect(page.getByText('Aucune sauvegarde')).toHaveCount(0)
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
})

test('a backup from before there were people: everybody signs in again, and who was writing is told what is lost', async ({
  page,
  people,
  service,
}) => {
  const { name } = await service.call<{ name: string }>('POST', '/store/backups')
  await people.set()
  await people.enter('Zoé Martin')
  await page.goto(`${service.url}/#/devis`)
  await service.call('POST', `/store/backups/${name}/restore`)
  await expect(page.getByRole('dialog', { name: 'Session terminée' })).toContainText('sauf si une sauvegarde')
  await people.signIn('Zoé Martin')
  const told = page.getByRole('dialog', { name: 'Une sauvegarde a été remise' })
  await expect(told).toContainText('ce que vous étiez en train d’écrire est perdu')
  await expect(told).toContainText(/comme le .*\d{4}/)
  await page.keyboard.press('Escape')
  await expect(told).toBeHidden()
  await page.reload()
  await expect(people.me).toBeVisible()
  await expect(told, 'it is told once').toHaveCount(0)
})

test('every day, and how many are kept; the check says in words what it found', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages/sauvegardes')
  const daily = page.getByRole('checkbox', { name: /Sauvegarder chaque jour/ })
  await expect(daily).toBeChecked()
  const kept = page.getByLabel('Sauvegardes automatiques gardées')
  await expect(kept).toHaveValue('7')
  const save = page.getByRole('button', { name: 'Enregistrer' })
  await expect(save).toBeDisabled()
  await kept.fill('30')
  await save.click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect(await service.call('GET', '/settings')).toMatchObject({ backupsKept: 30 })
  await daily.uncheck()
  await save.click()
  await expect(save).toBeDisabled()
  expect(await service.call('GET', '/settings')).toMatchObject({ backupsKept: 0 })

  await page.getByRole('button', { name: 'Vérifier' }).press('Enter')
  await expect(page.getByText('Tout va bien.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vérifier' })).toBeFocused()
  const checks = page.getByRole('region', { name: 'État du magasin' }).getByRole('listitem')
  await expect(checks).toHaveCount(5)
  await expect(checks.first()).toContainText('Intact')
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await expect(page.getByRole('main')).not.toContainText(/comptoir (backup|restore|doctor)/)
})

test('what runs here, and under which licences', async ({ page, shell, service }) => {
  await shell.open()
  await shell.go('/reglages/a-propos')
  const { version } = await service.call<{ version: string }>('GET', '/status')
  const about = page.getByRole('region', { name: 'Comptoir', exact: true })
  await expect(about).toContainText(version)
  await expect(about).toContainText(service.data)
  const licences = page.getByRole('region', { name: 'Ce que Comptoir contient' })
  await expect(licences).toContainText(/\d{3} logiciels et polices/)
  await licences.getByText(/^fastify \d/).click()
  await expect(licences.getByText('Permission is hereby granted').first()).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
})

test('who may not change settings has no such page', async ({ page, shell, people }) => {
  await people.set()
  await people.enter('Zoé Martin')
  await shell.go('/reglages/sauvegardes')
  await expect(page.getByText('Peuvent le faire : Administrateur.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sauvegardes' })).toHaveCount(0)
  // Where the data are is not theirs to know.
  await shell.go('/reglages/a-propos')
  await expect(page.getByText('Version', { exact: true })).toBeVisible()
  await expect(page.getByText('Dossier de données')).toHaveCount(0)
})
