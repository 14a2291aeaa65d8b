/** Several visuals: rows with name and quantity, read back as a sentence, and compared with lines of their own. */
import type { Page } from '@playwright/test'
import { danglingReferences, seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'

/** How far from the left a text of the quote's first line begins. */
const leftOf = (page: Page, text: string) =>
  page.evaluate<number>(`(() => {
    const text = ${JSON.stringify(text)}
    const nodes = document.createTreeWalker(document.querySelector('main tbody tr'), NodeFilter.SHOW_TEXT)
    while (!nodes.nextNode().textContent.includes(text));
    const at = nodes.currentNode.textContent.indexOf(text)
    const range = document.createRange()
    range.setStart(nodes.currentNode, at)
    range.setEnd(nodes.currentNode, at + text.length)
    return range.getBoundingClientRect().left
  })()`)

test('visuals are named, said in a sentence, kept in the address and on the quote', async ({
  page,
  shell,
  quote,
  configurator,
}) => {
  await configurator.open(shell, '/produits/202')
  await page.getByRole('button', { name: 'Ajouter un visuel' }).click()
  await configurator.field('Nom du visuel 1').fill('Rouge')
  await configurator.pick('Quantité du visuel 1', '250')
  await configurator.pick('Quantité du visuel 2', '500')
  await configurator.field('Repère de la ligne').fill('Foire')
  await expect(configurator.options).toContainText(
    '2 visuels : Rouge (250 ex.), visuel 2 (500 ex.) ; 750 ex. en tout.',
  )
  await configurator.field('Nom du visuel 2').fill('أزرق')
  await expect(page).toHaveURL(/reference=Foire.*Rouge.*%D8/)
  await page.reload()
  await expect(configurator.field('Nom du visuel 1')).toHaveValue('Rouge')
  await expect(configurator.field('Repère de la ligne')).toHaveValue('Foire')
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await expect.poll(() => danglingReferences(page)).toEqual([])
  await configurator.add.click()
  await shell.go('/devis/courant')
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.lines).toContainText('Foire [Rouge : 250 + أزرق : 500]')
  // A name that is read from the right does not turn the figures beside it.
  expect(await leftOf(page, 'أزرق')).toBeLessThan(await leftOf(page, '500'))
  await page.getByRole('link', { name: /^Modifier «\sFlyers/ }).click()
  await expect(configurator.field('Nom du visuel 1')).toHaveValue('Rouge')
})

test('one line beside several: both prices, and one click', async ({ page, shell, quote, configurator }) => {
  await configurator.open(shell, '/produits/202')
  await configurator.pick('Quantité du visuel 1', '250')
  const single = await configurator.agreedPrice()
  await page.getByRole('button', { name: 'Ajouter un visuel' }).click()
  await configurator.field('Nom du visuel 2').fill('Bleu')
  const comparison = page.getByRole('region', { name: 'Une ligne ou plusieurs' })
  const cents = (text: string) => Number(text.replace(/[^\d]/g, ''))
  await expect(comparison).toContainText('En 2 lignes')
  const [one, several] = await comparison.locator('dd').allInnerTexts()
  expect(cents(several!)).toBe(2 * cents(single))
  const saved = cents(several!) - cents(one!)
  if (saved > 0) await expect(comparison).toContainText('La ligne unique coûte')
  await comparison.getByRole('button', { name: 'Ajouter en 2 lignes' }).click()
  await expect(shell.toast('2 lignes ajoutées au brouillon')).toBeVisible()
  await shell.go('/devis/courant')
  await expect(quote.lines).toHaveCount(2)
  await expect(quote.lines.nth(1)).toContainText('Bleu')
})

test('who adds a visual types its name at once, and no letter of it is a shortcut', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/202')
  await page.getByRole('button', { name: 'Ajouter un visuel' }).click()
  await expect(configurator.field('Nom du visuel 2')).toBeFocused()
  await page.keyboard.type('Carte vins')
  await page.keyboard.press('Enter')
  await expect(configurator.field('Nom du visuel 2')).toHaveValue('Carte vins')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(configurator.field('Nom du visuel 3')).toHaveCount(0)
  expect(await service.call('GET', '/orders')).toEqual([])
})
