/** The rep's main road, counted: what is pressed from an open catalogue to three lines of both areas on a quote, and to it being sent. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { sendByKeys, threeLines } from './roads.ts'

/** Counts what a person presses: keys that are held for another count with it. */
async function counting(page: Page): Promise<() => Promise<{ keys: number; clicks: number }>> {
  await page.evaluate(`
    window.pressed = { keys: 0, clicks: 0 }
    addEventListener('keydown', ({ key }) => {
      if (!['Control', 'Shift', 'Alt', 'Meta'].includes(key)) window.pressed.keys++
    }, true)
    addEventListener('click', ({ detail }) => { if (detail > 0) window.pressed.clicks++ }, true)
  `)
  return () => page.evaluate<{ keys: number; clicks: number }>('window.pressed')
}

test('three lines of both areas are on a quote after 40 keys at most, and it is sent after a few more', async ({
  page,
  shell,
  catalogue,
  configurator,
  quote,
}) => {
  await shell.open()
  const pressed = await counting(page)
  await threeLines({ page, shell, catalogue, configurator }, () => page.keyboard.press('Control+Enter'))
  const added = await pressed()
  expect(added.keys).toBeLessThanOrEqual(40)
  expect(added.clicks).toBe(0)
  await sendByKeys({ page, quote })
  expect((await pressed()).keys).toBeLessThanOrEqual(46)
})

test('and with the mouse after 12 clicks at most', async ({
  page,
  shell,
  catalogue,
  configurator,
  quote,
}) => {
  await shell.open()
  const pressed = await counting(page)
  await threeLines({ page, shell, catalogue, configurator }, () => configurator.add.click())
  await shell.quoteChip.click()
  await expect(quote.lines).toHaveCount(3)
  await quote.send({ unnamed: true })
  await expect(page.locator('h1')).toContainText(/D\d{4}-/)
  const { keys, clicks } = await pressed()
  expect(clicks).toBeLessThanOrEqual(12)
  expect(keys).toBeLessThanOrEqual(40)
})
