/** A partner's name may have 90 characters: no screen is wider than the window for it, and nothing is covered. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { mixedQuote, SOUTH, test } from './sources.ts'

/** As long as a name may be. */
const LONG = 'Imprimerie Nouvelle de la Vallée du Rhône et Fils — Agence de Lyon, Façonnage et Reliures'
const WIDTHS = [1280, 390]

/** What reaches out of the sheet, the dialog or the page that it stands in: its text, and by how much. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const scrolling = [...document.querySelectorAll('html, main, .sheet, dialog, dialog .parts')]
      .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
      .map((frame) => frame.outerHTML.slice(0, 60) + ' scrolls by ' + (frame.scrollWidth - frame.clientWidth))
    const outside = [...document.querySelectorAll('main *, dialog *')].filter((element) => {
      if (element.closest('.visually-hidden, nav, .toasts, .name, thead, option, [role="listbox"]')) return false
      const frame = element.closest('.sheet, dialog') ?? document.documentElement
      const [own, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()]
      return own.width > 0 && (own.right > outer.right + 1 || own.left < outer.left - 1)
    })
    return [...scrolling, ...outside.map((element) => element.outerHTML.slice(0, 60) + ' reaches out')]
  })()`)

for (const width of WIDTHS) {
  test(`at ${width} pixels a long name leaves every screen whole`, async ({
    page,
    shell,
    service,
    quote,
    south,
  }) => {
    await service.call('PUT', `/partners/${encodeURIComponent(SOUTH)}`, {
      name: LONG,
      url: south.url,
      token: south.token,
    })
    const made = await mixedQuote(service)
    const { id } = await service.call<{ id: number }>('POST', `/quotes/${made}/duplicate`)
    await service.call('POST', `/quotes/${made}/order`)
    const waiting = await mixedQuote(service)
    await south.offline(600_000)
    await service.call('POST', `/quotes/${waiting}/order`)
    await page.setViewportSize({ width, height: 844 })
    await shell.open()
    const whole = async (what: string) => expect(await overflowing(page), what).toEqual([])

    await shell.go(`/devis/${id}`)
    await expect(quote.lines.filter({ hasText: LONG })).toHaveCount(1)
    await whole('quote')
    await quote.order.click()
    await expect(quote.dialog.getByRole('heading', { level: 3 }).filter({ hasText: LONG })).toBeVisible()
    await whole('dialog that orders')
    await page.keyboard.press('Escape')

    await shell.go('/commandes/2')
    await expect(page.locator('tbody .source').filter({ hasText: LONG })).toBeVisible()
    await whole('order')
    await shell.go('/commandes')
    await expect(page.locator('tbody .source').filter({ hasText: LONG })).toHaveCount(2)
    await whole('orders')
    await shell.go('/a-traiter')
    const giveUp = page.getByRole('button', { name: `Annuler chez ${LONG}` })
    // What has gone out has left the list: nothing moves any more.
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(shell.banner).toBeVisible()
    await expect(giveUp).toBeInViewport({ ratio: 1 })
    await whole('outbox')
    await giveUp.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await whole('dialog that gives up')
    await page.keyboard.press('Escape')
    await shell.go('/')
    await expect(page.locator('.source').first()).toBeVisible()
    await whole('catalogue')
    await shell.go('/reglages/partenaires')
    await expect(page.getByRole('heading', { name: LONG })).toBeVisible()
    await whole('partners')
  })
}
