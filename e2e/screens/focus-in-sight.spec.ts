/** What has the focus is seen: nothing that the keyboard goes to lies beneath the header. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { FLYERS, savedQuote } from './pages/quote.ts'

interface Focused {
  readonly words: string
  /** how much of it the header covers, in pixels */
  readonly hidden: number
}

/** What is focused; null: nothing of the page is. What is higher than the window is seen in part, whatever is done. */
const covered = (page: Page) =>
  page.evaluate<Focused | null>(`(() => {
    const focused = document.activeElement
    if (!focused.closest('main') || focused.id === 'content') return null
    const header = document.querySelector('.top').getBoundingClientRect()
    const { top, height } = focused.getBoundingClientRect()
    const words = (focused.textContent || focused.getAttribute('name') || focused.tagName).trim().slice(0, 40)
    return { words, hidden: height > 500 ? 0 : Math.max(0, header.bottom - top) }
  })()`)

for (const back of [false, true]) {
  test(`on a quote that was sent, ${back ? 'backwards' : 'forwards'}`, async ({ page, shell, service }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const id = await savedQuote(service)
    await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
    await shell.open()
    await shell.go(`/devis/${id}`)
    await expect(page.locator('#sent')).toBeVisible()
    if (back) await page.locator('main summary').last().focus()
    else await page.locator('[name=instructions]').focus()
    let seen = 0
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
      const at = await covered(page)
      if (at === null) continue
      seen += 1
      expect(at).toMatchObject({ hidden: 0 })
    }
    expect(seen).toBeGreaterThan(5)
  })
}

test('a line that is moved up by the keyboard is not beneath what tells of a removed one', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const line = (label: number) => ({ ...FLYERS, line: { ...FLYERS.line, label: `Lot ${label}` } })
  await quote.openSaved(shell, service, { lines: Array.from({ length: 12 }, (_, i) => line(i)) })
  await page
    .getByRole('button', { name: /^Retirer «/ })
    .last()
    .click()
  const notice = page.getByRole('status').filter({ hasText: 'Ligne retirée' })
  await expect(notice).toBeVisible()
  const grip = page.getByRole('button', { name: /^Déplacer/ })
  await grip.last().focus()
  for (let place = 10; place > 0; place -= 1) {
    await page.keyboard.press('Alt+ArrowUp')
    await expect(grip.nth(place - 1)).toBeFocused()
    const bar = (await notice.boundingBox())!
    const held = (await grip.nth(place - 1).boundingBox())!
    expect(held.y, `place ${place}`).toBeGreaterThanOrEqual(bar.y + bar.height)
  }
})
