/** The shop's own tariffs as a workbook: saved, edited elsewhere, looked at, kept or dropped. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_BUNDLE } from './service.ts'

type Rows = unknown[][]

/** The workbook that the screen saves, with its first sheet edited as a spreadsheet would. */
async function edited(page: Page, edit: (rows: Rows) => void, name = 'tarifs.xlsx') {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Enregistrer le classeur' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^tarifs-.*\.xlsx$/)
  const { sheets } = await readXlsx(await readFile(await download.path()))
  edit(sheets[0]!.rows)
  const buffer = Buffer.from(
    await writeXlsx({ sheets: sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows })) }),
  )
  return { name, mimeType: 'application/octet-stream', buffer }
}

const firstPrice = (rows: Rows) => rows[rows.findIndex(([word]) => word === 'Quantité') + 1]!
const field = (page: Page) => page.locator('section[aria-labelledby=tariff-book] input[type=file]')

/** As another window keeps a workbook. */
const keptElsewhere = (page: Page, workbook: Buffer) =>
  page.evaluate(async (text) => {
    const body = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const headers = { 'Content-Type': type }
    return (await fetch('/api/tariffs/workbook', { method: 'POST', headers, body })).status
  }, workbook.toString('base64'))

test('an edited workbook is looked at, dropped, and kept', async ({ page, shell, service }) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const file = await edited(page, (rows) => {
    const row = firstPrice(rows)
    row[1] = Number(row[1]) + 100
  })
  const found = page.getByRole('region', { name: 'Ce que le classeur change' })
  await field(page).setInputFiles(file)
  await expect(found).toBeFocused()
  await expect(found).toContainText('1 entrée modifiée')
  await expect(found.getByRole('row').filter({ hasText: '+100,00' })).not.toHaveCount(0)
  const beforeMarkUp = found.getByText('ceux du tarif, avant la majoration')
  await expect(beforeMarkUp, 'nothing is put on them').toHaveCount(0)
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await found.getByRole('button', { name: 'Abandonner' }).click()
  await expect(found).toHaveCount(0)
  // The keyboard is back where it was before the workbook was looked at.
  const saved = page.getByRole('button', { name: 'Enregistrer le classeur' })
  await expect(saved).toBeFocused()
  const markUps = { general: { percent: '30', rounding: 'cent' }, items: [] }
  await service.call('PUT', '/settings', { markUps })
  await field(page).setInputFiles(file)
  await expect(beforeMarkUp).toBeVisible()
  await found.getByRole('button', { name: 'Garder' }).dblclick()
  await expect(shell.toast('1 produit modifié')).toBeVisible()
  await expect(found).toHaveCount(0)
  await expect(saved).toBeFocused()
  await field(page).setInputFiles(file)
  await expect(found).toContainText('ne change rien')
  await expect(found.getByRole('button', { name: 'Garder' })).toHaveCount(0)
  expect(await service.call('GET', '/status')).toMatchObject({ ownTariffs: true })
})

test('a workbook that is dropped on its part is looked at; it is chosen, and kept, by the keyboard', async ({
  page,
  shell,
}) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const { name, buffer } = await edited(page, (rows) => (firstPrice(rows)[1] = 1234))
  const found = page.getByRole('region', { name: 'Ce que le classeur change' })
  const dropped = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], '${name}'))
    return data
  })()`)
  const part = page.locator('section[aria-labelledby=tariff-book]')
  await part.dispatchEvent('dragover', { dataTransfer: dropped })
  await part.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(found).toContainText('1 entrée modifiée')
  await found.getByRole('button', { name: 'Abandonner' }).click()
  await expect(found).toHaveCount(0)
  // What was given up gives the focus back once it is gone, and would take it from what has it by then.
  const choose = page.getByRole('button', { name: 'Choisir un classeur' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(found).toBeFocused()
  await found.getByRole('button', { name: 'Garder' }).focus()
  await page.keyboard.press('Enter')
  await expect(shell.toast('1 produit modifié')).toBeVisible()
})

test('wrong cells are named, and a workbook is kept only over the tariffs that it was looked at with', async ({
  page,
  shell,
}) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const wrong = await edited(page, (rows) => (firstPrice(rows)[1] = 'à voir'), 'faux.xlsx')
  await field(page).setInputFiles(wrong)
  const told = page.getByRole('alert').filter({ hasText: 'faux.xlsx' })
  await expect(told).toContainText(/!B\d+/)
  await expect(told).toContainText('n’est pas un prix')
  const file = await edited(page, (rows) => (firstPrice(rows)[1] = 999))
  await field(page).setInputFiles(file)
  const found = page.getByRole('region', { name: 'Ce que le classeur change' })
  await expect(found).toBeVisible()
  const other = await edited(page, (rows) => (firstPrice(rows)[1] = 777))
  expect(await keptElsewhere(page, other.buffer)).toBe(201)
  await found.getByRole('button', { name: 'Garder' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'tarifs.xlsx' })).toContainText('depuis l’aperçu')
})

test('a whole catalogue that is chosen as a workbook is pointed to its own part', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  await field(page).setInputFiles(DEMO_BUNDLE)
  const told = page.getByRole('region', { name: 'Vos tarifs dans un tableur' }).getByRole('alert')
  await expect(told).toContainText(
    'c’est un catalogue entier, non un classeur. Choisissez-le par « Choisir un fichier »',
  )
  await expect(page.getByRole('button', { name: 'Choisir un fichier' })).toBeVisible()
})

test('the same as CSV: saved, edited as a text, looked at and kept', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'En CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^tarifs-.*\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  const found = page.getByRole('region', { name: 'Ce que le classeur change' })
  const give = (content: string) =>
    field(page).setInputFiles({ name: 'tarifs.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await give(text)
  await expect(found).toContainText('ne change rien')
  await give(text.replace(/(?<=\r\nQuantité;.*\r\n\d+;)[\d,]+/, '1 234,50'))
  await expect(found).toContainText('1 entrée modifiée')
  await found.getByRole('button', { name: 'Garder' }).click()
  await expect(shell.toast('1 produit modifié')).toBeVisible()
})

test('a price that is seldom meant is marked before it is kept', async ({ page, shell }) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const found = page.getByRole('region', { name: 'Ce que le classeur change' })
  for (const [price, words] of [
    [0, /À vérifier\s: Grille, \d+, 0,00\s€ à la place de/],
    [1_200_000, /À vérifier\s: Grille, \d+, 1\s200\s000,00\s€/],
    [39.905, /Grille, \d+\s: 39,905\s€, vendu arrondi au centime \(39,91\s€\)/],
  ] as const) {
    await field(page).setInputFiles(await edited(page, (rows) => (firstPrice(rows)[1] = price)))
    await expect(found).toContainText(words)
  }
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
})

test('what a file that takes the place of the tariffs changes is shown first', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const bundle = { format: 'comptoir-bundle/1', delais: [] }
  const give = () =>
    page.locator('section[aria-labelledby=own-tariffs] input[type=file]').setInputFiles({
      name: 'vide.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(bundle)),
    })
  await give()
  const found = page.getByRole('region', { name: 'Ce que le fichier change' })
  await expect(found).toContainText(/vide\.json en retire \d+/)
  await expect(found).toContainText('Ne sera plus vendu')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await found.getByRole('button', { name: 'Abandonner' }).click()
  expect(await service.call('GET', '/status')).toMatchObject({ ownTariffs: true })
  await give()
  await found.getByRole('button', { name: 'Remplacer les tarifs' }).click()
  await expect.poll(() => service.call('GET', '/status')).toMatchObject({ ownTariffs: false })
  await expect(page.getByRole('button', { name: 'Enregistrer le classeur' })).toHaveCount(0)
})

test('a workbook that replaces all shows what it changes, and the sheets that it leaves out, first; what another was to change goes with it', async ({
  page,
  shell,
}) => {
  await shell.open()
  await shell.go('/reglages/partenaires')
  const looked = await edited(page, (rows) => (firstPrice(rows)[1] = 999))
  await field(page).setInputFiles(looked)
  const found = page.getByRole('region', { name: 'Ce que le classeur change' })
  await expect(found).toBeVisible()
  const misspelt = await edited(page, (rows) => (rows[0]![0] = 'Prodiut'), 'fautif.xlsx')
  await page.locator('section[aria-labelledby=own-tariffs] input[type=file]').setInputFiles(misspelt)
  const whole = page.getByRole('region', { name: 'Ce que le fichier change' })
  await expect(whole).toContainText('fautif.xlsx en retire 1')
  await expect(whole.getByRole('listitem')).toContainText('ne nomme ni produit ni famille')
  // Another price, and one that is none: named before anything is asked.
  const own = page.locator('section[aria-labelledby=own-tariffs] input[type=file]')
  await own.setInputFiles(looked)
  await expect(whole).toContainText('1 entrée modifiée')
  await own.setInputFiles(await edited(page, (rows) => (firstPrice(rows)[1] = 'cher'), 'cher.xlsx'))
  await expect(page.getByRole('alert')).toContainText('cher.xlsx n’a pas été chargé')
  await expect(whole).toHaveCount(0)
  await own.setInputFiles(misspelt)
  await whole.getByRole('button', { name: 'Remplacer les tarifs' }).click()
  await expect(shell.toast('Tarifs chargés')).toBeVisible()
  await expect(found).toHaveCount(0)
})
