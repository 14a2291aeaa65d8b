/** A line that is sold at a price of its own, configured anew: what it is sold at is said, and asked where it was fixed for something else. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS, changeQuote, FLYERS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const edit = /^Modifier «/
const sales = async (service: DeskService, id: number) =>
  (await service.call<{ lines: { sale: object | null }[] }>('GET', `/quotes/${id}`)).lines.map(
    ({ sale }) => sale,
  )

test('a fixed price that meets another lead time is asked about before it is saved, by the keyboard too', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const fixed = { ...FLYERS, sale: { by: 'fixed', cents: 1999 } }
  const id = await quote.openSaved(shell, service, { lines: [fixed] })
  await quote.lines.getByRole('link', { name: edit }).click()
  const bar = page.locator('form.bar')
  await expect(bar).toContainText(/Prix du catalogue/)
  await expect(bar).toContainText(/Vente de cette ligne\s: prix fixé, soit 19,99\s€ HT\./)
  await expect(bar.getByRole('radio')).toHaveCount(0)

  await configurator.leadTimes.first().check()
  const keep = bar.getByRole('radio', { name: /Garder le prix fixé, 19,99\s€ HT \(sous le coût\)/ })
  await expect(keep).toBeVisible()
  await expect(bar.getByRole('radio', { checked: true })).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await configurator.add.press('Enter')
  await expect(keep).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(shell.toast(/mise à jour, au prix fixé de 19,99\s€ HT/)).toBeVisible()
  await expect(quote.lines.first()).toContainText('19,99')

  // Before the customer, too, but neither how the one was set nor what the other is.
  await page.getByRole('button', { name: 'Vue client' }).click()
  await quote.lines.getByRole('link', { name: edit }).click()
  await configurator.pick('Quantité du visuel 1', '500')
  await expect(bar.getByRole('radio', { name: /^Garder le prix de la ligne, 19,99\s€ HT$/ })).toBeVisible()
  await expect(bar.getByRole('radio', { name: 'Prendre le prix de cette configuration' })).toBeVisible()
  await expect(bar).not.toContainText(/fixé|catalogue|coût/)
  const leadTimes = page.getByRole('radiogroup', { name: 'Délai' })
  await expect(leadTimes).toContainText(/J\+\d+(lun|mar|mer|jeu|ven)\. \d/)
  await configurator.add.click()
  await expect(bar.getByRole('radio').first()).toBeFocused()
  await expect(bar.getByRole('group')).toHaveAccessibleDescription(
    'Dites d’abord à quel prix la ligne est vendue.',
  )
  expect(await seriousFaults(page)).toEqual([])
  await page.goBack()
  await expect(quote.title).toBeVisible()
  // Nor what the catalogue asks for a product that is sold at a price of its own.
  const option = page.getByRole('option', { name: /Flyers A7 / })
  await shell.go('/?recherche=flyers')
  await expect(option).toContainText('voir le devis')
  await expect(option).not.toContainText('€')
  await quote.show(shell, id)
  await page.getByRole('button', { name: 'Vue client' }).click()
  await shell.go('/?recherche=flyers')
  await expect(option).toContainText('€')
  await quote.show(shell, id)

  await quote.lines.getByRole('link', { name: edit }).click()
  await configurator.leadTimes.last().check()
  await bar.getByRole('radio', { name: 'Prendre le prix du catalogue' }).check()
  await configurator.add.click()
  await expect(shell.toast(/mise à jour\./)).toBeVisible()
  await expect(quote.saved).toBeVisible()
  expect(await sales(service, id)).toEqual([null])
})

test('a margin and a discount are told with what the line comes to; the customer is told no way of selling', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const sold = { ...FLYERS, sale: { by: 'margin', percent: '50' }, discount: '10' }
  await quote.openSaved(shell, service, { lines: [sold] })
  const shown = await quote.lines.first().locator('strong').last().innerText()
  await quote.lines.getByRole('link', { name: edit }).click()
  const bar = page.locator('form.bar')
  await expect(bar).toContainText(/marge visée 50\s%, remise 10\s%, soit/)
  await expect(bar).toContainText(shown.trim())
  await page.goBack()
  await page.getByRole('button', { name: 'Vue client' }).click()
  await quote.lines.getByRole('link', { name: edit }).click()
  await expect(configurator.add).toBeEnabled()
  await expect(bar).not.toContainText('marge')
  await expect(bar).not.toContainText('€')

  // Nor anywhere else that the catalogue's prices of its product are told: side by side, or as if it were new.
  await page.getByRole('button', { name: 'Ajouter à la comparaison' }).click()
  await page.getByRole('link', { name: 'Comparer (1)' }).click()
  const told = page.getByText('Le prix de ce produit se lit sur le devis.')
  await expect(told).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('€')
  await page.getByRole('link', { name: /^Ouvrir/ }).click()
  await expect(told).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('€')
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await expect(page.getByRole('main')).toContainText('€')
})

test('what would be sold under its cost is told as the quote is sent or ordered, not before the customer', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [{ ...FLYERS, sale: { by: 'fixed', cents: 100 } }]
  await quote.openSaved(shell, service, { lines, address: ADDRESS })
  await quote.order.click()
  await expect(quote.dialog.getByText(/Vendu sous son coût\s: /)).toBeVisible()
  await page.keyboard.press('Escape')
  await quote.sending.click()
  const told = quote.dialog.getByText(/Vendu sous son coût\s: /)
  await expect(told).toBeVisible()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Vue client' }).click()
  await quote.sending.click()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('a line’s gain says that it bears its share of the discounts of all', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [{ ...FLYERS, sale: { by: 'markup', percent: '50' }, discount: '10' }]
  const id = await quote.openSaved(shell, service, { lines })
  const told = quote.lines.first().getByText('remises du devis déduites')
  await expect(quote.lines.first()).toContainText('marge')
  await expect(told).toHaveCount(0)
  await changeQuote(service, id, { discount: { percent: '5' } })
  await page.reload()
  await expect(told).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 })
    const [words, line] = await Promise.all([told.boundingBox(), quote.lines.first().boundingBox()])
    expect(words!.x + words!.width).toBeLessThanOrEqual(line!.x + line!.width)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(told).toHaveCount(0)
})

test('of many lines under their cost the first are named, the others counted; what is asked before sending is read from its top', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const sold = { ...FLYERS, sale: { by: 'fixed', cents: 100 } }
  const groups = Array.from({ length: 4 }, (_, at) => ({ area: 'heading', text: `Groupe ${at}` }))
  const lines = groups.flatMap((group) => [group, ...Array.from({ length: 9 }, () => sold)])
  await quote.openSaved(shell, service, { lines, address: ADDRESS })
  await quote.sending.click()
  await expect(quote.dialog.getByText(/Vendu sous son coût\s: /)).toHaveText(
    /: [^:]*\(ligne 2\), [^:]*\(ligne 3\) et 34 autres$/,
  )
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 400 })
  await quote.sending.click()
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeFocused()
  const { scrollTop, scrollHeight, clientHeight } = await quote.dialog.evaluate((dialog) => ({
    ...{ scrollTop: dialog.scrollTop, scrollHeight: dialog.scrollHeight, clientHeight: dialog.clientHeight },
  }))
  expect(scrollHeight).toBeGreaterThan(clientHeight)
  expect(scrollTop).toBe(0)
})

test('the fixed price of a line of several visuals is that of none of the lines that take its place', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const both = { ...FLYERS, line: { ...FLYERS.line, quantites_multiples: [1000, 500] } }
  const id = await quote.openSaved(shell, service, {
    lines: [{ ...both, sale: { by: 'fixed', cents: 6000 } }],
  })
  await quote.lines.getByRole('link', { name: edit }).click()
  await page.getByRole('button', { name: 'Remplacer par 2 lignes' }).click()
  await expect(shell.toast('au prix du catalogue : le prix fixé était celui de l’ensemble')).toBeVisible()
  await expect(quote.saved).toBeVisible()
  expect(await sales(service, id)).toEqual([null, null])
})
