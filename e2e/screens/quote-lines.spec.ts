/** The lines of a quote on its screen: what they are, their order, what they are sold at, and what the customer sees of it. */
import type { Page } from '@playwright/test'
import { danglingReferences, seriousFaultsInBothThemes, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS, FLYERS, changeQuote, type QuotePage } from './pages/quote.ts'

const flyers = (quantity: number, more: object = {}) => ({
  ...FLYERS,
  line: { ...FLYERS.line, quantites_multiples: [quantity] },
  ...more,
})
const design = { area: 'free', text: 'Création graphique\ndeux propositions', quantity: 1, unitCents: 15_000 }
const heading = { area: 'heading', text: 'Salon' }
const ALL = [heading, flyers(1000), flyers(2500, { role: 'alternative' }), design]

const settings = (quote: QuotePage, at: number) =>
  quote.lines.nth(at).getByRole('button', { name: /^(Prix et réglages|Modifier)/ })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' })

test('a service and a heading are added, changed, removed and come back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Ajouter un titre' }).click()
  await page.getByLabel('Titre du groupe').fill('Studio')
  await save(page).click()
  await page.getByRole('button', { name: 'Ajouter une prestation' }).click()
  await page.getByRole('textbox', { name: 'Prestation' }).fill('Création graphique\ndeux propositions')
  await quote.field('line-quantity').fill('1,5')
  await quote.field('line-unit').fill('60')
  await quote.field('line-cost').fill('20')
  await save(page).click()
  await expect(quote.lines).toHaveCount(3)
  // What opens a group is no line of it.
  await expect(shell.quoteChip).toContainText('2 lignes')
  await expect(quote.lines.nth(1)).toContainText(/Studio.*90,00/)
  await expect(quote.lines.nth(2)).toContainText('deux propositions')
  await expect(quote.lines.nth(2)).toContainText(/Coût 30,00.*marge 66,7/)

  await settings(quote, 2).click()
  await quote.field('line-discount').fill('10')
  await save(page).click()
  await expect(quote.lines.nth(2)).toContainText(/90,00.*81,00/)

  // No cost at all is one; none that is said is not known.
  const totals = page.getByRole('region', { name: 'Totaux' })
  await settings(quote, 2).click()
  await quote.field('line-cost').fill('0')
  await save(page).click()
  await expect(quote.lines.nth(2)).toContainText(/Coût 0,00.*marge 100/)
  await expect(totals).not.toContainText('inconnu')
  await settings(quote, 2).click()
  await quote.field('line-cost').fill('')
  await save(page).click()
  await expect(quote.lines.nth(2)).toContainText('Coût inconnu')
  await expect(quote.lines.nth(2)).not.toContainText('marge')
  await expect(totals).toContainText('sans 1 prestation au coût inconnu')

  for (const name of ['Studio', 'Création graphique']) {
    await page.getByRole('button', { name: `Retirer « ${name} »` }).click()
    await expect(quote.lines).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(quote.lines).toHaveCount(3)
  }

  // However long its text is, what tells that it is gone is short.
  await settings(quote, 2).click()
  await page.getByRole('textbox', { name: 'Prestation' }).fill('Maquette '.repeat(111))
  await save(page).click()
  await page.getByRole('button', { name: 'Retirer « Maquette' }).click()
  await expect(page.getByText(/^Ligne retirée\s: «\s(Maquette ){6}Maquet…\s»\.$/)).toBeVisible()
})

test('lines are put in order by the keys, and told', async ({ page, shell, service, quote }) => {
  await quote.openSaved(shell, service, { lines: ALL })
  const grip = quote.lines.nth(3).getByRole('button', { name: 'Déplacer « Création graphique »' })
  await grip.focus()
  await page.keyboard.press('Alt+ArrowUp')
  // A line and its alternative are passed as one.
  await expect(quote.lines.nth(1)).toContainText('Création graphique')
  await expect(page.getByText('« Création graphique » est en place 2 sur 4.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Déplacer « Création graphique »' })).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(quote.lines.nth(3)).toContainText('Création graphique')
})

test('lines are put in order by dragging', async ({ shell, service, quote }) => {
  await quote.openSaved(shell, service, { lines: ALL })
  const grip = quote.lines.nth(3).getByRole('button', { name: 'Déplacer « Création graphique »' })
  await grip.dragTo(quote.lines.nth(1))
  await expect(quote.lines.nth(1)).toContainText('Création graphique')
})

test('an alternative that is chosen takes the place of the line that it stands for', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { lines: ALL })
  await expect(quote.lines.nth(2)).toContainText('Variante')
  await expect(quote.lines.nth(2)).toContainText('Au lieu de')
  const before = await quote.total.textContent()
  await quote.lines
    .nth(2)
    .getByRole('button', { name: /^Retenir/ })
    .click()
  await expect(quote.lines.nth(1)).toContainText(/2\s500/)
  await expect(quote.lines.nth(2)).toContainText(/Variante.*1\s000/)
  await expect(quote.total).not.toHaveText(before!)
  await page.reload()
  await expect(quote.lines.nth(1)).toContainText(/2\s500/)
})

test('a line is sold at a margin or a fixed price, all at once at a mark-up, with a discount of the whole', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { lines: [flyers(1000), flyers(2500)] })
  await settings(quote, 0).click()
  await page.getByLabel('Coût + marge').check()
  await quote.field('sale-percent').fill('100')
  await expect(save(page)).toBeDisabled()
  await quote.field('sale-percent').fill('50')
  await save(page).click()
  await expect(quote.lines.nth(0)).toContainText(/marge visée 50\s%/)
  await expect(quote.lines.nth(0)).toContainText('marge 50')

  await settings(quote, 1).click()
  await page.getByLabel('Prix fixé').check()
  await quote.field('sale-cents').fill('1')
  await save(page).click()
  await expect(quote.lines.nth(1)).toContainText('Vendu sous son coût')

  await page.getByRole('button', { name: 'Prix de toutes les lignes' }).click()
  await expect(quote.dialog).toContainText('Les produits en option ou en variante changent aussi.')
  await page.getByLabel('Coût + majoration').check()
  await quote.field('sale-percent').fill('20')
  await page.getByRole('button', { name: 'Appliquer à toutes' }).click()
  for (const at of [0, 1]) await expect(quote.lines.nth(at)).toContainText(/majoration 20\s%/)

  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await page.getByRole('radio', { name: 'En euros' }).check()
  await quote.field('discount').fill('99999')
  await expect(quote.dialog).toContainText('Il ne resterait rien à payer')
  await quote.field('discount').fill('10')
  await expect(quote.dialog).not.toContainText('rien à payer')
  await save(page).click()
  const totals = page.getByRole('region', { name: 'Totaux' })
  await expect(totals).toContainText(/Remise sur le devis\s*−10,00/)
  await expect(totals).toContainText('Gain')
})

test('how a price was set stays inside its column, in one piece', async ({ page, shell, service, quote }) => {
  const sale = { by: 'margin', percent: '33.333' }
  const id = await quote.openSaved(shell, service, {
    address: ADDRESS,
    lines: [
      flyers(1000, { sale }),
      flyers(2500, { sale: { by: 'fixed', cents: 1 } }),
      { ...design, unitCents: 0 },
    ],
  })
  const fits = async (where: string) => {
    const pill = quote.lines.first().locator('.price .badge')
    await expect(pill, where).toBeVisible()
    const [cell, box] = [await quote.lines.first().locator('.price').boundingBox(), await pill.boundingBox()]
    expect(box!.x, where).toBeGreaterThanOrEqual(cell!.x)
    expect(box!.x + box!.width, where).toBeLessThanOrEqual(cell!.x + cell!.width)
    expect(box!.height, where).toBeLessThan(26)
    // A loss many times of what it is sold at, of the line and of the whole.
    const loss = quote.lines.nth(1).locator('.costs')
    await expect(loss, where).toContainText(/mar(ge|gin) <\s−999/)
    expect(await loss.evaluate((each) => each.scrollWidth <= each.clientWidth), where).toBe(true)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), where).toBe(true)
  }
  for (const state of ['draft', 'sent']) {
    if (state === 'sent') await service.call('PUT', `/quotes/${id}/state`, { state })
    for (const locale of ['fr', 'en']) {
      await page.evaluate(
        `localStorage.setItem('comptoir.preferences', JSON.stringify({ locale: '${locale}' }))`,
      )
      for (const width of [1280, 1920, 820, 390]) {
        await page.setViewportSize({ width, height: 720 })
        await page.reload()
        await fits(`${state} ${locale} ${width}`)
      }
    }
  }
})

test('amounts are understood as people write them, or refused with the reason where they are typed', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { lines: [heading, flyers(1000)] })
  await settings(quote, 1).click()
  await page.getByRole('radio', { name: 'Prix fixé' }).check()
  const fixed = quote.field('sale-cents')
  await fixed.fill('999999999999')
  await expect(quote.dialog.getByText('Au plus 1 000 000 000 €.')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await fixed.fill('1.234')
  await expect(quote.dialog.getByText('Mille, ou une décimale')).toBeVisible()
  await fixed.fill('1.234,50 €')
  await quote.field('line-discount').fill('10,5 %')
  await save(page).click()
  await expect(quote.lines.nth(1)).toContainText(/1\s104,88\s€/)

  await settings(quote, 0).click()
  await page.getByLabel('Titre du groupe').fill('Salon')
  await page.keyboard.press('Enter')
  await expect(quote.dialog).toBeHidden()
  await expect(quote.lines.first()).toContainText('Salon')
})

test('turned to the customer, nothing of what the shop pays is on the screen, also after a reload', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const sale = { by: 'markup', percent: '50' }
  await quote.openSaved(shell, service, { lines: [heading, flyers(1000, { sale }), design] })
  const main = page.getByRole('main')
  await expect(main).toContainText(/Coût|Gain/)
  await page.getByRole('button', { name: 'Vue client' }).click()
  for (const round of ['at once', 'after a reload']) {
    await expect(page.getByText('Vue client : coûts, marges')).toBeVisible()
    await expect(quote.lines, round).toHaveCount(3)
    await expect(main, round).not.toContainText(/Coût|Gain|marge|majoration|prix fixé|Compte/)
    await settings(quote, 1).click()
    await expect(quote.dialog, round).not.toContainText(/Coût|marge|majoration/)
    await page.keyboard.press('Escape')
    await page.reload()
  }
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(main).toContainText('Gain')
})

test('readers and keys find their way', async ({ page, shell, service, quote }) => {
  await quote.openSaved(shell, service, {
    lines: [...ALL, flyers(1000, { sale: { by: 'fixed', cents: 100 } })],
  })
  await expect(quote.lines).toHaveCount(5)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  expect(await danglingReferences(page)).toEqual([])
  for (const name of ['Ajouter une prestation', 'Prix de toutes les lignes', 'Remise sur le devis']) {
    await page.getByRole('button', { name }).click()
    expect(await seriousFaultsInBothThemes(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(quote.dialog).toBeHidden()
  }
  await settings(quote, 1).click()
  expect(await seriousFaultsInBothThemes(page, 'dialog')).toEqual([])
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } })

  test('everything is as large as one', async ({ page, shell, service, quote }) => {
    await quote.openSaved(shell, service, { lines: ALL })
    await expect(quote.lines).toHaveCount(4)
    expect(await smallTargets(page)).toEqual([])
    await settings(quote, 1).click()
    expect(await smallTargets(page)).toEqual([])
  })
})

test('a line says first what is unlike what its product begins with, the rest on demand, and all to the customer', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', '/products/201')
  await quote.openSaved(shell, service, { lines: [{ ...FLYERS, line: defaultLine }] })
  const row = quote.lines.first()
  const rest = row.getByRole('button', { name: /choix habituels/ })
  await expect(row.getByText('Sans BAT')).toBeHidden()
  await rest.press('Enter')
  await expect(rest).toHaveAttribute('aria-expanded', 'true')
  await expect(row.getByText('Sans BAT')).toBeVisible()
  await rest.press('Enter')
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(rest).toHaveCount(0)
  await expect(row.getByText('Sans BAT')).toBeVisible()
})

test('lines that were removed come back one after the other, by the key too, also after other changes', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { lines: ALL })
  await page.getByRole('button', { name: 'Retirer « Création graphique »' }).click()
  await page.getByRole('button', { name: 'Retirer « Salon »' }).click()
  await expect(page.getByText('Ligne retirée : « Salon ». Et 1 avant elle.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Dupliquer «/ })
    .first()
    .click()
  await expect(quote.lines).toHaveCount(3)
  await page.getByRole('button', { name: 'Remettre' }).click()
  await expect(quote.lines.first()).toContainText('Salon')
  await quote.field('reference').press('Control+z')
  await expect(quote.lines).toHaveCount(4)
  await page.locator('h1').click()
  await page.keyboard.press('Control+z')
  await expect(quote.lines).toHaveCount(5)
  // Below the line that it stood below.
  await expect(quote.lines.nth(3)).toContainText('Création graphique')
  await expect(page.getByRole('button', { name: 'Remettre' })).toHaveCount(0)
})

test('a line that was removed comes back at its place also after changes of another counter, once; why not, where that sent the quote', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: ALL })
  const retire = () =>
    quote.lines
      .nth(1)
      .getByRole('button', { name: /^Retirer «/ })
      .click()
  const back = page.getByRole('button', { name: 'Remettre' })
  const news = page.locator('#news')
  await retire()
  await expect(quote.saved).toBeVisible()
  await expect(quote.lines).toHaveCount(3)
  const above = { area: 'heading', text: 'Avant' }
  await changeQuote(service, id, { lines: [above, heading, flyers(2500), design] })
  await expect(quote.lines).toHaveCount(4)
  await expect(back).toBeVisible()
  await back.focus()
  await page.keyboard.press('Control+z')
  await expect(quote.lines).toHaveCount(5)
  await expect(quote.lines.nth(2)).toContainText('1 000')
  await expect(quote.lines.nth(2).getByRole('button', { name: /^Déplacer/ })).toBeFocused()
  await expect(back).toHaveCount(0)

  await page.getByRole('button', { name: 'Retirer « Création graphique »' }).click()
  await expect(quote.lines).toHaveCount(4)
  await expect(quote.saved).toBeVisible()
  await changeQuote(service, id, { lines: [design, heading, flyers(2500)] })
  await expect(quote.lines).toHaveCount(3)
  await expect(back).toHaveCount(0)

  await page.getByRole('button', { name: 'Retirer « Création graphique »' }).click()
  await expect(quote.lines).toHaveCount(2)
  await expect(quote.saved).toBeVisible()
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await expect(news).toContainText('a été envoyé entre-temps')
  const why = /Elle ne peut plus être remise. Ce devis a été envoyé entre-temps/
  await expect(page.getByRole('main').getByText(why)).toContainText('Ligne retirée : « Création graphique')
  await expect(back).toHaveCount(0)
  await page.locator('h1').click()
  await page.keyboard.press('Control+z')
  await expect(shell.toast(why)).toBeVisible()
  await expect(quote.lines).toHaveCount(2)
})

test('a service with an amount that is none says what is wrong with it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Ajouter une prestation' }).click()
  await page.getByRole('textbox', { name: 'Prestation' }).fill('Pose')
  await quote.field('line-quantity').fill('0,005')
  await quote.field('line-unit').fill('abc')
  await expect(page.getByRole('dialog')).toContainText('Un montant en euros')
  await expect(page.getByRole('dialog')).toContainText('Un nombre positif, au centième près')
  await quote.fill({ 'line-quantity': '100000', 'line-unit': '100000' })
  await expect(page.getByRole('dialog')).toContainText(/au plus 10\s000,00\s€ pièce/)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await quote.field('line-unit').fill('0,035')
  await expect(page.getByRole('dialog')).toContainText('Deux décimales au plus')
})
