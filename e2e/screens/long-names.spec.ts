/** A partner's name may have 90 characters: no screen is wider than the window for it, and nothing is covered. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
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
    const giveUp = page.getByRole('button', { name: `Renoncer à la part d’${LONG}` })
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

/** What of the header is cut, reaches out of the window, stands over its neighbour or takes a third row. */
const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const name = (element) => (element.className || element.textContent).trim()
    const parts = [...document.querySelectorAll('.bar .brand, .bar nav a, .bar .tools > *')]
    const places = parts.map((element) => element.getBoundingClientRect())
    const [brand, tools] = ['.brand', '.tools'].map((part) => document.querySelector('.bar ' + part).getBoundingClientRect())
    return [...(innerWidth > 350 && brand.bottom <= tools.top ? ['three rows'] : []), ...parts.flatMap((element, i) => [
      ...(places[i].left < 0 || places[i].right > innerWidth ? [name(element) + ' is outside'] : []),
      // What gives way to others is cut by an ellipsis, within itself.
      ...(element.scrollWidth > element.clientWidth + 1 ? [name(element) + ' is cut'] : []),
      ...parts.slice(i + 1).filter((_, j) => {
        const [one, other] = [places[i], places[i + 1 + j]]
        const beside = one.right <= other.left + 0.5 || other.right <= one.left + 0.5
        return !beside && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5
      }).map((other) => name(element) + ' and ' + name(other)),
    ])]
  })()`)

test('the header is whole at every width, whoever is here and however much there is to say', async ({
  page,
  shell,
  service,
  people,
}) => {
  const name = 'Marie-Antoinette Vandenbroucke-Delacroix'
  const line = { area: 'print', line: { produit: 201, quantites_multiples: [10000] }, delai: null }
  await service.call('POST', '/quotes', { address: ADDRESS, lines: Array(20).fill(line) })
  await service.call('POST', '/partners', { name: LONG, url: 'http://127.0.0.1:9', token: 'x' })
  await people.set()
  await people.add(name, 'administrateur')
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), needsAttention: 128 } })
  })
  await people.enter(name)
  await shell.go('/devis/1')
  await page.getByLabel('Note pour le client').fill('à rappeler')
  await expect(shell.quoteChip).toContainText('€')
  await expect(page.getByRole('link', { name: /À traiter\s*128/ })).toBeVisible()
  await expect(page.locator('.tools .state')).toBeVisible()
  for (const width of [
    320, 360, 390, 480, 600, 700, 820, 900, 901, 920, 980, 981, 1024, 1060, 1061, 1100, 1160, 1161, 1240,
    1241, 1260, 1261, 1280, 1340, 1440, 1441, 1500,
  ]) {
    await page.setViewportSize({ width, height: 600 })
    expect(await crowded(page), String(width)).toEqual([])
  }
})

test('what stands beside the lines of a long quote is within reach, and seen as it is written', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = Array.from({ length: 60 }, (_, i) => ({
    ...{ area: 'free', text: `Studio ${i}`, quantity: 1, unitCents: 1000 },
  }))
  await page.setViewportSize({ width: 1280, height: 720 })
  await quote.openSaved(shell, service, { lines })
  await page.mouse.wheel(0, 1500)
  await expect(quote.title).not.toBeInViewport()
  for (const field of [quote.field('reference'), page.getByRole('textbox', { name: 'Notes internes' })]) {
    await field.focus()
    await expect(field).toBeInViewport({ ratio: 1 })
  }
  await expect(quote.lines.first(), 'the lines stay where they were').not.toBeInViewport()
  await expect(quote.lines.last()).not.toBeInViewport()
})
