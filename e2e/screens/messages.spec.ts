/** Messages in a corner: however long what they name is, they can be read, and what they offer can be reached. */
import type { Locator } from '@playwright/test'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'

const FRAMES = [
  [1280, 720],
  [820, 1180],
  [390, 700],
  [390, 320],
] as const
const NAMES = ['Livraison intracommunautaire', 'Exonération '.repeat(6).trim(), 'x'.repeat(80)]

/** In pixels: the narrowest that the words of a message are read at. */
const READABLE = 180

/** What of a message is outside the window, or too narrow to be read. */
const unreadable = (toast: Locator): Promise<string[]> =>
  toast.evaluate((element, narrow) => {
    const list = element.parentElement!
    const { innerWidth, innerHeight } = element.ownerDocument.defaultView!
    const words = element.querySelector('p')!.getBoundingClientRect()
    const [own, frame] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
    const outside = [...element.querySelectorAll('p, button')].filter((part) => {
      part.scrollIntoView({ block: 'nearest' })
      const { left, right, bottom, width } = part.getBoundingClientRect()
      // What is taller than the window is scrolled.
      return left < own.left || right > own.right || bottom > innerHeight || part.scrollWidth > width + 1
    })
    return [
      ...(frame.top < 0 || frame.bottom > innerHeight ? ['taller than the window'] : []),
      ...(own.left < 0 || own.right > innerWidth ? ['wider than the window'] : []),
      ...(words.width < narrow ? [`words are ${words.width} pixels wide`] : []),
      ...outside.map((part) => `outside: ${part.outerHTML.slice(0, 90)}`),
    ]
  }, READABLE)

for (const [width, height] of FRAMES)
  test(`at ${width} × ${height} a message that names what is long is whole, and its button in the window`, async ({
    page,
    shell,
    service,
    quote,
  }) => {
    const vatRegimes = NAMES.map((name, i) => ({
      ...{ id: `r${i}`, name, rate: '0', mention: 'Exonération de TVA', needsVatNumber: false },
    }))
    await service.call('PUT', '/settings', { vatRegimes })
    for (const name of ['Lisboa Livros', 'Berliner Buch']) await service.call('POST', '/companies', { name })
    await page.setViewportSize({ width, height })
    await shell.open()
    await quote.show(shell, await savedQuote(service, { address: {} }))
    const customer = page.getByRole('combobox', { name: 'Client', exact: true })
    const change = page.getByRole('button', { name: /^Changer de client/ })
    for (const [i, name] of NAMES.entries()) {
      if (i > 0) await change.click()
      await customer.fill('lisboa')
      await page.keyboard.press('Enter')
      await change.waitFor()
      const vat = page.getByRole('region', { name: 'Totaux' }).getByLabel('TVA', { exact: true })
      await vat.selectOption(`r${i}`)
      await change.click()
      await customer.fill('berliner')
      await page.keyboard.press('Enter')
      const told = shell.toast(name).last()
      await expect(told).toBeVisible()
      expect(await unreadable(told), name).toEqual([])
      if (i === 0) expect(await seriousFaultsInBothThemes(page, '.toasts')).toEqual([])
      await told.getByRole('button', { name: `Garder « ${name} »` }).click()
      await expect(vat).toHaveValue(`r${i}`)
      await vat.selectOption('')
    }
  })
