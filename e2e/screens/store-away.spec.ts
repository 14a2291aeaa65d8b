/** The service answers, and its database does not: what is typed is kept, saved once it is back, and said in between. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const DETAIL = 'La base de données ne répond pas. Rien n’a été enregistré : réessayez dans un instant.'
const away = { detail: DETAIL, errors: [{ path: '', code: 'internal_error', message: DETAIL }] }
const STORED = /\/health$|\/api\/(?!events|catalogue|sync|session)/

/** The answers of a service whose database is away, until the given end. */
async function databaseAway(page: Page): Promise<() => Promise<void>> {
  await page.route(STORED, (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '5' }, json: away }),
  )
  return () => page.unroute(STORED)
}

const reference = async (service: DeskService, id: number) =>
  (await service.call<{ reference: string }>('GET', `/quotes/${id}`)).reference

test('what was typed while the database was away is saved by itself once it is back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  const back = await databaseAway(page)
  await quote.field('reference').fill('Écrit sans base')
  await expect(shell.banner).toContainText('La base de données ne répond pas.')
  await expect(shell.banner).toContainText('sera enregistré dès son retour')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  await expect(page.getByText('réessayez')).toHaveCount(0)
  await back()
  await expect(quote.saved).toBeVisible()
  await expect(shell.banner).toBeHidden()
  expect(await reference(service, id)).toBe('Écrit sans base')
})

test('a quote that is left unsaved for another screen, or for a new quote, is saved likewise', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const [first, second] = [await savedQuote(service), await savedQuote(service)]
  await shell.open()
  await shell.go(`/devis/${first}`)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  const back = await databaseAway(page)
  await quote.field('reference').fill('Premier')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  await shell.go('/devis')
  await back()
  await expect.poll(() => reference(service, first)).toBe('Premier')

  await shell.go(`/devis/${second}`)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  const backAgain = await databaseAway(page)
  await quote.field('reference').fill('Second')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  await page.getByRole('button', { name: 'Nouveau devis' }).click()
  await expect(page.getByRole('heading', { name: 'Aucun devis en cours' })).toBeVisible()
  await backAgain()
  await expect.poll(() => reference(service, second)).toBe('Second')
})

test('screens that failed for want of the database load again by themselves', async ({ page, shell }) => {
  await shell.open()
  const back = await databaseAway(page)
  await shell.go('/commandes')
  const failure = page.getByRole('alert').filter({ hasText: 'Cela n’a pas marché' })
  await expect(failure).toBeVisible()
  await expect(shell.banner).toContainText('La base de données ne répond pas.')
  await back()
  await expect(page.getByRole('heading', { name: 'Aucune commande' })).toBeVisible()
  await expect(failure).toBeHidden()
})

test('a line that is added meanwhile is kept, which is said, and is there once', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await expect(quote.lines).toHaveCount(1)
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  const back = await databaseAway(page)
  await configurator.add.click()
  await expect(shell.toast('gardé dans le devis en cours')).toBeVisible()
  await back()
  const lines = async () => (await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)).lines.length
  await expect.poll(lines).toBe(2)
})

test('the dialogs of the lines close once what they hold is kept, so that nothing is there twice', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await expect(quote.lines).toHaveCount(1)
  const back = await databaseAway(page)
  const save = quote.dialog.getByRole('button', { name: 'Enregistrer' })
  await quote.writeService('Maquette', '10')
  await save.click()
  await expect(quote.dialog).toHaveCount(0)
  await expect(shell.toast('gardé dans le devis en cours')).toBeVisible()
  await page.getByRole('button', { name: 'Ajouter un titre' }).click()
  await quote.field('line-text').fill('Pose')
  await save.click()
  await expect(quote.dialog).toHaveCount(0)
  await expect(quote.lines).toHaveCount(3)
  const settings = quote.lines.first().getByRole('button', { name: /^Prix et réglages/ })
  await settings.click()
  await quote.dialog.getByRole('radio', { name: 'Prix fixé' }).check()
  await quote.field('sale-cents').fill('90')
  await quote.dialog.getByRole('radio', { name: 'Option', exact: true }).check()
  await save.click()
  await expect(quote.dialog).toHaveCount(0)
  // What is kept is what the dialog begins with the next time.
  await settings.click()
  await expect(quote.field('sale-cents')).toHaveValue('90')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Prix de toutes les lignes' }).click()
  await quote.dialog.getByRole('radio', { name: /catalogue/ }).check()
  await quote.dialog.getByRole('button', { name: 'Appliquer' }).click()
  await expect(quote.dialog).toHaveCount(0)
  await back()
  await expect(quote.saved).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({
    lines: [{ role: 'option', sale: null }, { text: 'Maquette' }, { text: 'Pose' }],
  })
})

test('a line that is configured anew meanwhile leads back to its quote, where it waits', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await quote.lines
    .first()
    .getByRole('link', { name: /^(Modifier|Reconfigurer)/ })
    .click()
  await configurator.chosenCell.waitFor()
  const back = await databaseAway(page)
  await page.getByRole('button', { name: /^Mettre à jour/ }).click()
  await expect(page).toHaveURL(new RegExp(`/devis/${id}$`))
  await expect(shell.toast('gardé dans le devis en cours')).toBeVisible()
  await back()
  await expect(quote.lines).toHaveCount(1)
})

test('amounts that a discount or a country will move are marked until the service has said them', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  const follow = page.getByText('Les montants suivent')
  await expect(quote.total).toContainText('€')
  let back = await databaseAway(page)
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await quote.field('discount').fill('10')
  await quote.field('discount').press('Enter')
  await expect(quote.dialog).toHaveCount(0)
  await expect(follow).toBeVisible()
  await expect(shell.quoteChip).not.toContainText('€')
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await expect(quote.field('discount')).toHaveValue('10')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(follow).toBeVisible()
  await page.getByRole('button', { name: 'Vue client' }).first().click()

  await quote.sending.click()
  await expect(quote.dialog).toContainText('attendent le service')
  await expect(quote.dialog).not.toContainText('TTC')
  const send = quote.dialog.getByRole('button', { name: 'Envoyer' })
  await expect(send).toHaveCount(0)
  await back()
  await expect(send).toBeVisible()
  await expect(quote.dialog).not.toContainText('attendent le service')
  await page.keyboard.press('Escape')
  await expect(follow).toHaveCount(0)
  await expect(shell.quoteChip).toContainText('€')

  back = await databaseAway(page)
  await quote.field('pays').fill('Suisse')
  await quote.field('pays').press('Enter')
  await expect(follow).toBeVisible()
  await quote.field('pays').fill('')
  await expect(follow).toHaveCount(0)
  await quote.field('code_postal').fill('97110')
  await expect(follow).toBeVisible()
  await expect(shell.quoteChip).not.toContainText('€')
  await back()
  await expect(page.getByText('TVA 8,5 %')).toBeVisible()
  await expect(follow).toHaveCount(0)

  back = await databaseAway(page)
  await page.getByLabel('TVA', { exact: true }).selectOption({ label: 'Exportation (0 %)' })
  await expect(follow).toBeVisible()
  await expect(shell.quoteChip).not.toContainText('€')
  await back()
  await expect(follow).toHaveCount(0)
  await expect(shell.quoteChip).toContainText('€')
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ discount: { percent: '10' } })
})

test('the header does not say that the partner answers while nothing can be saved', async ({
  page,
  shell,
  service,
}) => {
  const status = await service.call<object>('GET', '/status')
  const partner = { id: 7, name: 'Imprimeur', online: true, trouble: null, pausedUntil: null }
  await page.route('**/api/status', (route) =>
    route.fulfill({ json: { ...status, online: true, partners: [partner] } }),
  )
  await shell.open()
  const header = page.getByRole('banner')
  await expect(header.getByText('En ligne')).toBeAttached()
  await databaseAway(page)
  await shell.go('/commandes')
  await expect(header.getByText('Base injoignable')).toBeAttached()
  await expect(header.getByText('En ligne')).toHaveCount(0)
})

test('the header shows no amount of other lines than it counts', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await expect(shell.quoteChip).toContainText(/1 ligne.*€/)
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  const back = await databaseAway(page)
  await configurator.add.click()
  await expect(shell.quoteChip).toContainText('2 lignes')
  await expect(shell.quoteChip).not.toContainText('€')
  await expect(shell.quoteChip).toContainText('Pas encore enregistré')
  await back()
  await expect(shell.quoteChip).toContainText(/2 lignes.*€/)
})

test('what is kept is promised of quotes alone: a setting says that it was not saved, and can be sent again', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages')
  const percent = page.getByLabel('Majoration, en %').first()
  await percent.fill('12')
  const back = await databaseAway(page)
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true })
  await save.click()
  await expect(shell.banner).toContainText('Rien ne peut être enregistré ici avant son retour.')
  await expect(shell.banner).not.toContainText('sera enregistré')
  const note = page.getByRole('main').getByRole('alert').filter({ hasText: 'Pas enregistré' })
  await expect(note).toBeInViewport()
  await back()
  await expect(shell.banner).toBeHidden()
  // It is not saved by itself, and goes on saying so.
  await expect(note).toBeVisible()
  await expect(percent).toHaveValue('12')
  await save.click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  await expect(note).toBeHidden()
  expect(await service.call('GET', '/settings')).toMatchObject({ markUps: { general: { percent: '12' } } })
})

test('a screen that only reads says that it comes by itself, not that nothing was saved', async ({
  page,
  shell,
}) => {
  await shell.open()
  await databaseAway(page)
  await shell.go('/commandes')
  await expect(shell.banner).toContainText('Ce qui est affiché peut dater.')
  const failure = page.getByRole('alert').filter({ hasText: 'Cela n’a pas marché' })
  await expect(failure).toContainText('se charge de lui-même dès son retour')
  await expect(failure).not.toContainText('enregistré')
  await expect(shell.banner).not.toContainText('enregistré')
})

test('what was asked for in vain is said until it is read: in its dialog, or beside the buttons, also once the database is back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const draft = await quote.openSaved(shell, service)
  await quote.sending.click()
  await expect(quote.dialog).toContainText('1 ligne')
  const unasked = quote.dialog.getByText('Les prix du jour n’ont pas pu être demandés')
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
  let back = await databaseAway(page)
  await quote.sending.click()
  await expect(unasked).toBeVisible()
  await back()
  await expect(unasked).toHaveCount(0)
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()

  const button = (name: string) => page.getByRole('region', { name: 'Totaux' }).getByRole('button', { name })
  const why = quote.dialog.getByRole('alert')
  for (const [asked, action] of [
    ['Supprimer', 'Supprimer'],
    ['Commander', 'Commander'],
  ] as const) {
    await button(asked).click()
    back = await databaseAway(page)
    await quote.dialog.getByRole('button', { name: action }).click()
    await expect(why).toContainText('La base de données ne répond pas.')
    await back()
    await expect(why).toContainText('Rien n’a été fait')
    await quote.dialog.getByRole('button', { name: 'Fermer' }).first().click()
    await expect(page.getByText('Rien n’a été fait')).toHaveCount(0)
  }

  await service.call('PUT', `/quotes/${draft}/state`, { state: 'sent' })
  await button('Marquer refusé').click()
  back = await databaseAway(page)
  await quote.dialog.getByLabel('Motif').fill('Trop cher')
  await quote.dialog.getByRole('button', { name: 'Marquer refusé' }).click()
  await expect(why).toContainText('La base de données ne répond pas.')
  await expect(quote.dialog.getByLabel('Motif')).toHaveValue('Trop cher')
  await quote.dialog.getByRole('button', { name: 'Fermer' }).first().click()
  const beside = page.getByRole('region', { name: 'Totaux' }).getByRole('alert')
  await button('Réviser').click()
  await expect(beside).toContainText('Réviser : La base de données ne répond pas.')
  await button('Marquer accepté').click()
  const accept = quote.dialog.getByRole('button', { name: 'Marquer accepté' })
  await accept.click()
  await expect(why).toContainText('La base de données ne répond pas.')
  await expect(page.locator('.toast.error')).toHaveCount(0)
  await back()
  await expect(why).toContainText('Rien n’a été fait')
  await accept.click()
  await expect(page.getByText('Accepté', { exact: true })).toBeVisible()
  await expect(beside).toHaveCount(0)
})

test('that the database is away is not said any more of a new customer once it is back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await page.getByRole('combobox', { name: 'Client' }).fill('Atelier Bleu')
  await page.getByRole('option', { name: /^Créer/ }).click()
  const back = await databaseAway(page)
  await quote.dialog.getByRole('button', { name: 'Créer le client' }).click()
  const fault = quote.dialog.getByRole('alert')
  await expect(fault).toContainText('La base de données ne répond pas.')
  await back()
  await expect(fault).toHaveCount(0)
  await quote.dialog.getByRole('button', { name: 'Créer le client' }).click()
  await expect(page.getByRole('link', { name: 'Atelier Bleu' })).toBeVisible()
})

test('a seller’s header has the sign of an outage, too, though it leads nowhere', async ({
  page,
  shell,
  people,
}) => {
  await people.set()
  await people.enter('Zoé Martin')
  await databaseAway(page)
  await shell.go('/commandes')
  const sign = page.getByRole('banner').locator('.state')
  await expect(sign).toContainText('Base injoignable')
  expect((await sign.boundingBox())!.width).toBeGreaterThan(30)
})
