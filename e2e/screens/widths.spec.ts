/** The lists at the widths of a telephone, a tablet upright and a small window: whole names, and nothing beyond the window. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { mixedQuote, test } from './sources.ts'

/** Words of cells that are parted in their middle, cells that reach out of the window, and how much wider the page is. */
const faults = (page: Page, cells: string): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = []
    const wider = document.documentElement.scrollWidth - innerWidth
    if (wider > 0) found.push('page wider by ' + wider)
    for (const cell of document.querySelectorAll(${JSON.stringify(cells)})) {
      const { left, right, width } = cell.getBoundingClientRect()
      if (width > 0 && (left < 0 || right > innerWidth)) found.push(cell.textContent.trim() + ' reaches out')
      if (cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 3)
        found.push(cell.textContent.trim() + ' is cut')
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest('.visually-hidden')) continue
        for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (range.getClientRects().length > 1) found.push(word + ' is parted')
        }
      }
    }
    return found
  })()`)

test('orders and products are read whole at any width', async ({
  page,
  shell,
  service,
  catalogue,
  south: _south,
}) => {
  const made = await mixedQuote(service)
  const quote = await service.call<object>('GET', `/quotes/${made}`)
  await service.call('PUT', `/quotes/${made}`, {
    ...quote,
    reference: 'REF avant fermeture',
    address: { ...ADDRESS, societe: 'Boulangerie Pâtisserie Sainte-Anne' },
  })
  await service.call('POST', `/quotes/${made}/order`, {})
  await catalogue.open(shell)
  for (const width of [390, 820, 1024, 1280]) {
    await page.setViewportSize({ width, height: 1180 })
    await shell.go('/')
    await expect.poll(() => catalogue.rows.locator('.text').count()).toBeGreaterThan(8)
    expect(await faults(page, '[role="option"] .text, [role="option"] .amount'), `${width}`).toEqual([])
    await shell.go('/commandes')
    await expect(page.locator('main tbody tr').first()).toContainText('Boulangerie')
    expect(await faults(page, 'main tbody td'), `${width}`).toEqual([])
  }
})

test('no price is cut at an edge: the columns that are in sight are whole, whatever was scrolled', async ({
  page,
  shell,
  configurator,
}) => {
  const scroller = page.locator('.board .scroll')
  /** Columns of both tables that are cut by the names beside them or by the edge: all but the blank before a figure. */
  const cut = () =>
    scroller.evaluate((box) => {
      const from = box.querySelector('.names')!.getBoundingClientRect().right
      const to = box.getBoundingClientRect().right - 16
      return [...box.querySelectorAll('[role="radio"], thead th.amount')]
        .map((column) => ({ name: column.textContent, ...column.getBoundingClientRect().toJSON() }))
        .filter(({ left, right }) => right > from + 1 && left < to - 1 && (left < from - 1 || right > to + 1))
        .map(({ name, left, right }) => `${name}: ${left} to ${right}, in sight ${from} to ${to}`)
    })
  await shell.open()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await shell.go('/')
    await shell.go('/produits/203?quantites=5000&jours=6')
    await configurator.chosenCell.waitFor()
    const [names, chosen] = await Promise.all(
      ['.board .names', '.board [role="radio"][aria-checked="true"]'].map((one) =>
        page.locator(one).first().boundingBox(),
      ),
    )
    expect(chosen!.x, 'it goes to the chosen one').toBeCloseTo(names!.x + names!.width, 0)
    expect(await cut(), `${width}`).toEqual([])
    for (const left of [0, 45, 130, 1e4]) {
      await scroller.evaluate((box, to) => box.scrollTo({ left: to, behavior: 'instant' }), left)
      expect(await cut(), `${width}, ${left}`).toEqual([])
    }
  }
})

test('on a telephone what ends a page’s work is in one row, and two columns of a comparison are whole', async ({
  page,
  shell,
  configurator,
  quote,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await configurator.open(shell, '/produits/202')
  const middle = async (name: string) => {
    const { y, height } = (await page.getByRole('button', { name }).boundingBox())!
    return Math.round(y + height / 2)
  }
  expect(await middle('Vente comptoir')).toBe(await middle('Ajouter au devis'))
  await configurator.add.click()
  await expect(shell.quoteChip).toContainText('1 ligne')
  await shell.go('/devis/courant')
  await expect(quote.saved).toBeVisible()
  // The state of its saving stands below its title, where a line begins.
  const [title, saved] = [(await quote.title.boundingBox())!, (await quote.saved.boundingBox())!]
  expect(saved.x).toBe(title.x)
  expect(saved.y).toBeGreaterThan(title.y + title.height)
  await shell.go('/comparer?c=produits/202&c=produits/203&c=familles/1')
  await page.locator('.cell').first().waitFor()
  const heads = ':is(th:nth-child(2), th:nth-child(3)) .named > span'
  expect(await faults(page, `main tbody th, ${heads}`)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('compared.png') })
})
