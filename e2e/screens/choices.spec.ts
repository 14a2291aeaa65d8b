/** What is typed into a list of choices: exactly a choice is that choice, anything else is a fault. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const QUANTITY = 'Quantité'

const LEAVE: Record<string, (page: Page) => Promise<void>> = {
  'Ctrl+Enter': (page) => page.keyboard.press('Control+Enter'),
  'a click on the button': (page) => page.getByRole('button', { name: 'Ajouter au devis' }).click(),
  'Tab, then Ctrl+Enter': async (page) => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
  },
}

for (const [name, leave] of Object.entries(LEAVE)) {
  test(`a quantity that is typed is the one that is added: ${name}`, async ({
    page,
    shell,
    service,
    configurator,
  }) => {
    await configurator.open(shell, '/produits/203')
    const field = configurator.options.getByRole('combobox', { name: QUANTITY })
    // The click selects: what is typed replaces what stood there.
    await field.click()
    await page.keyboard.type('5000')
    await leave(page)
    await expect(shell.toast('Ajouté au brouillon')).toBeVisible()
    expect(await service.call('GET', '/quotes/1')).toMatchObject({
      lines: [{ line: { quantites_multiples: [5000] } }],
    })
    await expect(field).toHaveValue(/^5\s000$/)
  })
}

test('a quantity that is written again as it is, and taken by Enter, is that quantity', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/203')
  const field = configurator.options.getByRole('combobox', { name: QUANTITY })
  await field.fill('500')
  await page.keyboard.press('Tab')
  await field.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('500')
  await expect(page.getByRole('option', { name: /^500$/ })).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('500')
  await expect(configurator.summary).toContainText('500 ex.')
})

test('a quantity that is not offered stops adding', async ({ page, shell, service, configurator }) => {
  await configurator.open(shell, '/produits/203')
  const field = configurator.options.getByRole('combobox', { name: QUANTITY })
  for (const typed of ['5001', '75', 'abc', '0', ' ']) {
    await field.click()
    await page.keyboard.type(typed)
    await page.keyboard.press('Control+Enter')
    await expect(field, typed).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(typed)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
    await expect(field, typed).toHaveAttribute('aria-invalid', 'true')
    expect(await service.call('GET', '/quotes')).toEqual([])
    await field.fill('2500')
    await page.keyboard.press('Tab')
    await expect(field, typed).toHaveAttribute('aria-invalid', 'false')
    await expect(configurator.chosenCell).toHaveCount(1)
    await expect(configurator.summary).toContainText(/2\s500 ex\./)
  }
})

test('a variant’s name is taken as typed; another text is a fault; Escape brings the choice back', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const paper = configurator.options.getByRole('combobox', { name: 'Papier' })
  await paper.click()
  await page.keyboard.type('OFFSET 90g')
  await page.keyboard.press('Tab')
  await expect(paper).toHaveValue(/^Offset 90\sg$/)
  await paper.fill('Offset')
  await page.keyboard.press('Tab')
  await expect(configurator.options).toContainText('ce texte n’y est pas')
  await expect(configurator.add).toBeDisabled()
  await paper.click()
  await page.keyboard.press('Escape')
  await expect(paper).toHaveValue(/^Offset 90\sg$/)
  await expect(configurator.add).toBeEnabled()
})
