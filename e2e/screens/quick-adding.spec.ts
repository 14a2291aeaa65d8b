/** Lines that are added faster than their prices come: each is what stood there when the keys were pressed. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { DeskService } from './service.ts'

/** Prices are held until they are let go. @returns what lets them go */
async function heldPrices(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/prices', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve(undefined)
}

async function savedIn(service: DeskService): Promise<unknown[]> {
  type Saved = { lines: { line: { quantites_multiples: number[] } }[] }
  const { lines } = await service.call<Saved>('GET', '/quotes/1')
  return lines.map(({ line }) => line.quantites_multiples[0])
}

const quantityOf = (page: Page) => page.getByRole('combobox', { name: 'Quantité du visuel 1' })
async function addOf(page: Page, quantity: string): Promise<void> {
  await quantityOf(page).fill(quantity)
  await page.keyboard.press('Control+Enter')
}

test('what is typed while the price of a line is awaited is of the next line', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/203')
  const release = await heldPrices(page)
  for (const quantity of ['50', '100', '150', '200']) await addOf(page, quantity)
  // Pressed again because nothing is seen yet, it is no fifth line.
  await page.keyboard.press('Control+Enter')
  await quantityOf(page).fill('250')
  release()
  await expect(shell.quoteChip).toContainText('4 lignes')
  await expect.poll(() => savedIn(service)).toEqual([50, 100, 150, 200])
  await expect(quantityOf(page)).toHaveValue('250')
})

test('what has no price yet when it is added, and is another by then, is told as not added', async ({
  page,
  shell,
}) => {
  await shell.open()
  const release = await heldPrices(page)
  await shell.go('/produits/203')
  await addOf(page, '100')
  await quantityOf(page).fill('150')
  await page.keyboard.press('Tab')
  await expect(shell.toast('Rien n’a été ajouté')).toBeVisible()
  release()
  await expect(shell.quoteChip).not.toContainText('ligne')
})

test('what cannot be had at all is told so, where something else stands there by then', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/203')
  const release = await heldPrices(page)
  await addOf(page, '30')
  await addOf(page, '150')
  await expect(shell.toast('sans prix : ')).toBeVisible()
  release()
  await expect(shell.quoteChip).toContainText('2 lignes')
})

test('who goes on to another screen before the price is there has added it all the same', async ({
  page,
  shell,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/203')
  const release = await heldPrices(page)
  await addOf(page, '100')
  await shell.go('/devis')
  release()
  await expect(shell.quoteChip).toContainText('1 ligne')
  await shell.quoteChip.click()
  await expect(quote.lines).toHaveCount(1)
})

test('who adds from the quantity and types the next number on has the next line', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/203')
  await addOf(page, '100')
  await expect(configurator.add).toBeFocused()
  await page.keyboard.type('150')
  await expect(quantityOf(page)).toHaveValue('150')
  await page.keyboard.press('Control+Enter')
  await expect(shell.quoteChip).toContainText('2 lignes')
  await expect.poll(() => savedIn(service)).toEqual([100, 150])
})

test('what has no price because the service is away is told as not added', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/203')
  await service.stop()
  await addOf(page, '150')
  await expect(shell.toast('Rien n’a été ajouté : le service ne répond pas')).toBeVisible()
})
