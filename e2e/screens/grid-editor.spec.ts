/** One price grid edited on the screen: looked at, dropped, kept; wrong cells, another window, a way out with changes. */
import type { Page } from '@playwright/test'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Shell } from './pages/shell.ts'
import type { DeskService } from './service.ts'

interface Grid {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: { quantity: string; prices: string[] }[]
}
interface Item {
  readonly area: string
  readonly id: number
  readonly name: string
}

const editor = (page: Page) => page.locator('section[aria-labelledby=grid-editor]')
const changes = (page: Page) => page.getByRole('region', { name: 'Ce que la grille change' })
const look = (page: Page) => editor(page).getByRole('button', { name: 'Voir ce que cela change' })
const prices = (page: Page) => editor(page).locator('input.price')

/** The first product, or the first family, with its grid open. */
async function opened(
  { page, shell, service }: { page: Page; shell: Shell; service: DeskService },
  area: string,
) {
  const items = await service.call<Item[]>('GET', '/tariffs/grids')
  const item = items.find((one) => one.area === area)!
  await shell.open()
  await shell.go('/reglages/partenaires')
  await choose(page, item)
  await expect(prices(page).first()).toBeVisible()
  const now = () => service.call<Grid>('GET', `/tariffs/grids/${item.area}/${item.id}`)
  return { item, others: items.filter((one) => one !== item), now }
}

async function choose(page: Page, { name }: Item) {
  const field = editor(page).getByRole('combobox', { name: 'Produit ou famille' })
  await field.fill(name)
  await field.press('Enter')
  await field.press('Tab')
}

test('an edited price is looked at, dropped, and kept', async ({ page, shell, service }) => {
  const { now } = await opened({ page, shell, service }, 'print')
  const before = await now()
  const first = prices(page).first()
  await first.fill('1 234,50')
  await first.press('Enter')
  await expect(changes(page)).toBeFocused()
  await expect(changes(page)).toContainText('1 entrée modifiée')
  await expect(changes(page)).toContainText(/1.234,50/)
  expect(await now()).toEqual(before)
  await changes(page).getByRole('button', { name: 'Abandonner' }).click()
  await expect(first).not.toHaveValue('1 234,50')
  await first.fill('1234,5')
  await look(page).dblclick()
  await expect.poll(() => seriousFaultsInBothThemes(page)).toEqual([])
  await changes(page).getByRole('button', { name: 'Garder' }).dblclick()
  await expect(shell.toast('1 produit modifié')).toBeVisible()
  await expect(first).toHaveValue('1234,50')
  expect((await now()).rows[0]!.prices).toEqual(['1234.5'])
  await look(page).click()
  await expect(changes(page)).toContainText('ne change rien')
  await first.fill('99')
  await expect(changes(page)).toHaveCount(0)
})

test('rows are added and removed by the keyboard; a wrong cell is named and focused', async ({
  page,
  shell,
  service,
}) => {
  const { now } = await opened({ page, shell, service }, 'display')
  const before = await now()
  const add = editor(page).getByRole('button', { name: 'Ajouter une quantité' })
  await add.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('77 777')
  for (let i = 0; i < before.columns.length; i++) {
    await page.keyboard.press('Tab')
    await page.keyboard.type('abc')
  }
  await page.keyboard.press('Enter')
  const told = editor(page).getByRole('alert')
  await expect(told).toContainText(/77.777/)
  await expect(told).toContainText('n’est pas un prix')
  const wrong = prices(page).nth(before.rows.length * before.columns.length)
  await expect(wrong).toBeFocused()
  for (let i = 0; i < before.columns.length; i++)
    await prices(page)
      .nth(before.rows.length * before.columns.length + i)
      .fill('9,90')
  await look(page).click()
  await expect(told).toHaveCount(0)
  await changes(page).getByRole('button', { name: 'Garder' }).click()
  await expect(shell.toast('1 produit modifié')).toBeVisible()
  expect((await now()).rows).toHaveLength(before.rows.length + 1)
  const bin = editor(page).getByRole('button', { name: 'Retirer la ligne 77777' })
  await bin.focus()
  await page.keyboard.press('Enter')
  await expect(
    editor(page)
      .getByRole('button', { name: /^Retirer la ligne/ })
      .last(),
  ).toBeFocused()
  await look(page).click()
  await expect(changes(page)).toContainText(/retirée/)
  await changes(page).getByRole('button', { name: 'Garder' }).click()
  await expect.poll(now).toEqual(before)
})

test('what another window changed meanwhile is taken over with my changes upon it', async ({
  page,
  shell,
  service,
}) => {
  const { item, now } = await opened({ page, shell, service }, 'print')
  const theirs = await now()
  theirs.rows[1]!.prices[0] = '777'
  await prices(page).first().fill('555')
  await service.call('POST', `/tariffs/grids/${item.area}/${item.id}`, theirs)
  await look(page).click()
  await expect(editor(page).getByRole('status')).toContainText('Une autre fenêtre')
  await expect(prices(page).nth(1)).toHaveValue('777,00')
  await expect(changes(page)).toContainText('1 entrée modifiée')
  theirs.rows[1]!.prices[0] = '778'
  await service.call('POST', `/tariffs/grids/${item.area}/${item.id}`, theirs)
  await changes(page).getByRole('button', { name: 'Garder' }).click()
  await expect(editor(page).getByRole('alert')).toContainText('depuis l’aperçu')
  await expect(prices(page).first()).toHaveValue('555')
  await look(page).click()
  await changes(page).getByRole('button', { name: 'Garder' }).click()
  await expect(shell.toast('1 produit modifié')).toBeVisible()
  expect((await now()).rows.slice(0, 2).map((row) => row.prices[0])).toEqual(['555', '778'])
})

test('a changed grid is not left unasked', async ({ page, shell, service }) => {
  const { others } = await opened({ page, shell, service }, 'print')
  await prices(page).first().fill('555')
  await choose(page, others[0]!)
  const other = page.getByRole('dialog', { name: /Passer à une autre grille/ })
  await other.getByRole('button', { name: 'Fermer' }).first().click()
  await expect(prices(page).first()).toHaveValue('555')
  await page.evaluate("location.hash = '#/devis'")
  const leave = page.getByRole('dialog', { name: /Quitter sans garder la grille/ })
  await leave.getByRole('button', { name: 'Fermer' }).first().click()
  await expect(prices(page).first()).toHaveValue('555')
  await choose(page, others[0]!)
  await other.getByRole('button', { name: 'Changer de grille' }).click()
  await expect(prices(page).first()).not.toHaveValue('555')
})
