/** What every dialog keeps: what was typed in it, and the key that closes it to one press. */
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('what was typed in a dialog is not thrown away without a word', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const text = page.getByRole('textbox', { name: 'Prestation' })
  const warning = quote.dialog.getByRole('alert').filter({ hasText: 'n’est pas enregistré' })
  await quote.writeService('Pose', '120')
  await page.mouse.click(5, 5)
  await expect(warning).toBeVisible()
  await text.fill('Pose sur place')
  await expect(warning).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(warning).toBeInViewport()
  await expect(text).toHaveValue('Pose sur place')
  expect(await seriousFaultsInBothThemes(page, 'dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(quote.dialog).toBeHidden()
  // What was taken back again is nothing that would be lost.
  await quote.writeService('Pose', '120')
  await quote.fill({ 'line-text': '', 'line-unit': '' })
  await page.keyboard.press('Escape')
  await expect(quote.dialog).toBeHidden()
})

test('what was typed in a dialog holds the page: Back asks as Escape does, a reload in the browser’s own words', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  // By the screen's own links, as the router's history counts them.
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await page.getByRole('link', { name: /^Brouillon \d+$/ }).click()
  const text = page.getByRole('textbox', { name: 'Prestation' })
  const warning = quote.dialog.getByRole('alert').filter({ hasText: 'n’est pas enregistré' })
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    return question.dismiss()
  })
  await quote.writeService('Pose', '120')
  await page.evaluate('history.back()')
  await expect(warning).toBeVisible()
  await expect(text).toHaveValue('Pose')
  await expect(quote.title).toContainText('Brouillon')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(text).toHaveValue('Pose')
  // Said once, it is left by the second.
  await page.evaluate('history.back()')
  await expect(quote.dialog).toBeHidden()
  await expect(quote.title).not.toContainText('Brouillon')
  // Where nothing is written, nothing is asked; nor where it was taken back.
  await page.evaluate('history.forward()')
  await quote.writeService('Pose', '120')
  await quote.fill({ 'line-text': '', 'line-unit': '' })
  await page.evaluate('history.back()')
  await expect(quote.dialog).toBeHidden()
  await expect(quote.title).not.toContainText('Brouillon')
  expect(asked).toHaveLength(1)
})

test('a dialog begins in a field, and Enter that is held saves it once', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Prix de toutes les lignes' }).click()
  await expect(quote.dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Escape')
  const settings = quote.lines.first().getByRole('button', { name: /^Prix et réglages/ })
  await settings.press('Enter')
  await expect(quote.dialog.getByRole('radio', { checked: true }).first()).toBeFocused()
  await quote.field('line-discount').fill('10')
  const held = Promise.withResolvers<null>()
  await page.route(/\/api\/quotes\/\d+$/, async (route) => {
    await held.promise
    await route.continue()
  })
  for (let i = 0; i < 3; i++) await page.keyboard.down('Enter')
  held.resolve(null)
  await expect(settings).toBeFocused()
  for (let i = 0; i < 3; i++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(quote.dialog).toHaveCount(0)
  await expect(quote.lines.first()).toContainText('10 %')
})
