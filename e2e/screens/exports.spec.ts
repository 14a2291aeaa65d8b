/** Lists as spreadsheets: what is shown of a list, all pages of it, is what the file holds when it is opened. */
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { streamXlsxRows } from 'hucre/xlsx'
import { danglingReferences, seriousFaultsInBothThemes } from './axe.ts'
import { expect, test as plain } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'
import { test as staffed } from './staffed.ts'

const flyers = (more: object = {}) => ({
  ...{ area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null },
  ...more,
})
const design = { area: 'free', text: 'Création graphique', quantity: 1.5, unitCents: 6000, costCents: 4000 }

async function made(service: DeskService, reference: string, nom = 'Martin'): Promise<number> {
  const body = { reference, address: { ...ADDRESS, nom }, lines: [flyers({ discount: '7.5' }), design] }
  return (await service.call<{ id: number }>('POST', '/quotes', body)).id
}

type Row = Record<string, unknown>

/** The rows of a workbook by their headings. */
async function opened(download: Download): Promise<Row[]> {
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(new Uint8Array(readFileSync(await download.path()))))
    rows.push(values)
  const [headings, ...entries] = rows
  return entries.map((cells) => Object.fromEntries(headings!.map((name, i) => [name, cells[i] ?? null])))
}

async function exported(page: Page, choice: string): Promise<Download> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter' }).click()
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
  return downloading
}

plain(
  'the quotes that are filtered, by keyboard, as a workbook that says what the list says',
  async ({ page, shell, service }) => {
    await made(service, '=2+2', 'Lefèvre')
    await service.call('PUT', `/quotes/${await made(service, 'Salon', 'Lefèvre')}/state`, { state: 'sent' })
    await made(service, 'Autre')
    await shell.open()
    await shell.go('/devis')
    await page.getByRole('searchbox', { name: 'Chercher un devis' }).fill('lefevre')
    const rows = page.locator('main tbody tr')
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Exporter' }).press('Enter')
    const menu = page.getByRole('menu')
    await expect(menu).toContainText('2 devis filtrés')
    await expect(page.getByRole('menuitem', { name: 'Devis – Excel', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Exporter' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^devis-\d{4}-\d\d-\d\d\.xlsx$/)
    await expect(page.getByRole('status').filter({ hasText: download.suggestedFilename() })).toHaveCount(1)
    const [sent, draft, ...others] = await opened(download)
    expect(others).toEqual([])
    expect(draft).toMatchObject({ Numéro: 'Brouillon 1', Référence: '=2+2', État: 'Brouillon' })
    expect(sent).toMatchObject({
      Référence: 'Salon',
      État: 'Envoyé',
      Destinataire: ADDRESS.societe,
      Lignes: 2,
    })
    const shown = await rows.first().locator('[data-label="Total HT"]').innerText()
    expect(Number(shown.replace(/[^\d,]/g, '').replace(',', '.'))).toBe(draft!['Total HT'])
    expect(draft!['Créé le']).toBeInstanceOf(Date)
  },
)

plain('their lines as a workbook, and quotes and orders as CSV', async ({ page, shell, service }) => {
  const id = await made(service, 'Salon ; été')
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await shell.go('/devis')
  const lines = await opened(await exported(page, 'Lignes des devis – Excel'))
  expect(lines).toMatchObject([
    { Place: 1, Rayon: 'Imprimés', Quantité: 1000, 'Provenance du prix': 'Ferme' },
    { Place: 2, Rayon: 'Prestation', Produit: 'Création graphique', Quantité: 1.5, 'Net HT': 90 },
  ])
  const csv = readFileSync(await (await exported(page, 'Devis – CSV')).path(), 'utf8')
  expect(csv).toMatch(/^\ufeffNuméro;Révision;/)
  expect(csv).toContain('"Salon ; été"')
  await shell.go('/commandes')
  const orders = await exported(page, 'Commandes – Excel')
  expect(orders.suggestedFilename()).toMatch(/^commandes-/)
  expect(await opened(orders)).toMatchObject([
    { Numéro: 'C000001', État: 'Enregistrée', 'Prestations HT': 90, Référence: 'Salon ; été' },
  ])
})

plain(
  'nothing is exported before the customer, and an empty list has nothing to export',
  async ({ page, shell, service }) => {
    await shell.open()
    await shell.go('/devis')
    await page.getByRole('button', { name: 'Exporter' }).click()
    await expect(page.getByRole('menuitem', { name: 'Devis – Excel', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    const id = await made(service, 'Salon')
    const { id: companyId } = await service.call<{ id: number }>('POST', '/companies', { name: 'Martin' })
    const present = await service.call<object>('GET', `/quotes/${id}`)
    await service.call('PUT', `/quotes/${id}`, { ...present, companyId })
    await shell.go(`/devis/${id}`)
    await expect(page.getByRole('link', { name: 'Martin' })).toBeVisible()
    await page.getByRole('button', { name: 'Vue client' }).click()
    await expect(page.getByText('Vue client : coûts, marges')).toBeVisible()
    await shell.go('/devis')
    await expect(page.locator('main tbody tr')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Exporter' })).toHaveCount(0)
    await shell.go('/commandes')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Commandes')
    await expect(page.getByRole('button', { name: 'Exporter' })).toHaveCount(0)
  },
)

plain(
  'an export that is under way can be stopped; one that the service refuses is said in its words',
  async ({ page, shell, service }) => {
    await made(service, 'Salon')
    await shell.open()
    await shell.go('/devis')
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/api/quotes/export?*', async (route) => {
      await held
      await route.abort()
    })
    await page.getByRole('button', { name: 'Exporter' }).click()
    await page.getByRole('menuitem', { name: 'Devis – Excel', exact: true }).click()
    const button = page.getByRole('button', { name: 'Export en cours…' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.click()
    await page.getByRole('menuitem', { name: 'Annuler l’export', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Exporter' })).toHaveAttribute('aria-busy', 'false')
    release()
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.unroute('**/api/quotes/export?*')
    const detail = 'La base de données ne répond pas.'
    await page.route('**/api/quotes/export?*', (route) =>
      route.fulfill({
        status: 500,
        json: { detail, errors: [{ path: '', code: 'internal_error', message: detail }] },
      }),
    )
    await page.getByRole('button', { name: 'Exporter' }).click()
    await page.getByRole('menuitem', { name: 'Devis – CSV', exact: true }).click()
    await expect(shell.toast(detail)).toBeVisible()
  },
)

plain('the menu is there at every width, and readable in both themes', async ({ page, shell, service }) => {
  await made(service, 'Salon')
  await shell.open()
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await shell.go('/devis')
    await page.getByRole('button', { name: 'Exporter' }).click()
    const box = (await page.getByRole('menu').boundingBox())!
    expect(box.x, `${width}`).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width, `${width}`).toBeLessThanOrEqual(width)
    expect(await seriousFaultsInBothThemes(page)).toEqual([])
    expect(await danglingReferences(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
})

staffed('who may not see costs has none in his file', async ({ page, service, people }) => {
  await made(service, 'Salon')
  await page.goto(service.url)
  await people.signIn('Zoé Martin')
  await expect(people.me).toBeVisible()
  await page.goto(`${service.url}/#/devis`)
  const [row] = await opened(await exported(page, 'Lignes des devis – Excel'))
  expect(Object.keys(row!)).toContain('Net HT')
  expect(Object.keys(row!).join()).not.toMatch(/Coût|Gain|Marge/)
})
