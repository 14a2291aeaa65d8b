/** VAT that does not go by the address: from the settings to a company, its quote, and the order that is made of it. */
import { danglingReferences, seriousFaults, seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS, changeQuote, savedQuote } from './pages/quote.ts'

const GERMAN = { ...ADDRESS, code_postal: '10115', ville: 'Berlin', pays: 'Allemagne' }
const MENTION = 'Exonération de TVA, article 262 ter I du CGI'

test('from the settings to the order: named, chosen, sent and ordered with its words', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.open()
  await shell.go('/reglages')
  const rates = page.getByRole('region', { name: 'Autres taux et exonérations' })
  await rates.getByRole('button', { name: 'Ajouter un taux' }).click()
  await page.keyboard.type('Presse')
  const added = rates.getByRole('group', { name: 'Presse' })
  await added.getByLabel('Taux, en %').fill('2,x')
  const save = page.getByRole('button', { name: 'Enregistrer' })
  await save.click()
  await expect(added.getByLabel('Taux, en %')).toHaveAccessibleDescription(
    'Un nombre de 0 à 100 est attendu.',
  )
  await added.getByLabel('Taux, en %').fill('2,1')
  await added.getByLabel('Mention légale').fill('TVA 2,1 %, article 298 septies du CGI')
  const unused = rates.getByRole('button', { name: 'Retirer « Franchise en base »' })
  await unused.click()
  await expect(unused).toHaveCount(0)
  await save.click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect(await seriousFaultsInBothThemes(page)).toEqual([])

  const { id: companyId } = await service.call<{ id: number }>('POST', '/companies', {
    name: 'Berliner Buch',
    addresses: [{ label: 'Siège', address: GERMAN }],
  })
  await shell.go(`/clients/${companyId}`)
  await page.getByLabel('TVA de ses devis').selectOption('Livraison intracommunautaire (0 %)')
  await expect(page.getByText('Cette TVA demande un numéro de TVA')).toBeVisible()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Berliner Buch')).toBeVisible()

  const id = await savedQuote(service)
  await quote.show(shell, id)
  const totals = page.getByRole('region', { name: 'Totaux' })
  const vat = totals.getByLabel('TVA', { exact: true })
  await expect(vat.locator('option')).toHaveText([
    'Selon l’adresse de livraison (20 %)',
    'Livraison intracommunautaire (0 %)',
    'Exportation (0 %)',
    'Taux réduit (livres) (5,5 %)',
    'Taux normal (TVA française) (20 %)',
    'Presse (2,1 %)',
  ])
  await vat.selectOption('Presse (2,1 %)')
  await expect(totals).toContainText('TVA 2,1 % : Presse')
  await vat.selectOption('Selon l’adresse de livraison')
  await expect(totals).toContainText('TVA 20 %')

  // The company brings its own; without a VAT number it cannot be sent so, and the way to it is told.
  await page.getByRole('combobox', { name: 'Client', exact: true }).fill('berl')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remplacer' }).click()
  await expect(totals).toContainText('TVA 0 % : Livraison intracommunautaire')
  await expect(totals).toContainText(MENTION)
  await expect(vat).toHaveAccessibleDescription(/demande un client avec un numéro de TVA/)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  expect(await danglingReferences(page)).toEqual([])
  await quote.sending.click()
  await expect(quote.dialog).toContainText('demande un client avec un numéro de TVA')

  // What another counter changes of the customer's record is followed by the quote, and by what is about to be confirmed.
  const record = async (fields: object) => {
    const present = await service.call<object>('GET', `/companies/${companyId}`)
    await service.call('PUT', `/companies/${companyId}`, { ...present, ...fields })
  }
  const send = quote.dialog.getByRole('button', { name: 'Envoyer' })
  await record({ vatNumber: 'DE123456789' })
  await expect(quote.dialog).toContainText('Changé ailleurs : Numéro de TVA du client (« DE123456789 »)')
  await expect(quote.dialog).not.toContainText('demande un client')
  await expect(quote.dialog).toContainText('Pour Berliner Buch')
  await expect(send).toBeEnabled()
  await record({ name: 'Berliner Buchdruck' })
  await expect(quote.dialog).toContainText('Client (« Berliner Buchdruck »)')
  await expect(quote.dialog).toContainText('Pour Berliner Buchdruck')
  expect(await seriousFaults(page)).toEqual([])
  await record({ name: 'Berliner Buch', vatNumber: '' })
  await expect(quote.dialog).toContainText('demande un client avec un numéro de TVA')
  await expect(send).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(vat).toHaveAccessibleDescription(/demande un client avec un numéro de TVA/)
  const news = page.locator('#news')
  await news.getByRole('button', { name: 'Fermer' }).click()

  await quote.sending.click()
  await quote.dialog.getByRole('button', { name: /complétez sa fiche/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Berliner Buch')
  await expect(page.getByLabel('Numéro de TVA')).toBeFocused()
  await page.getByLabel('Numéro de TVA').fill('DE 123456789')
  await expect(page.getByText('Cette TVA demande un numéro de TVA')).toHaveCount(0)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByLabel('Numéro de TVA')).toHaveValue('DE123456789')
  await page.goBack()
  await expect(vat).toHaveValue('intracommunautaire')
  await expect(vat).not.toHaveAttribute('aria-invalid')
  await expect(news).toBeEmpty()

  // What was chosen by hand does not go to another customer unsaid, and can be kept.
  await service.call('POST', '/companies', { name: 'Lisboa Livros' })
  const changeTo = async (name: string) => {
    await page.getByRole('button', { name: /^Changer de client/ }).click()
    await page.getByRole('combobox', { name: 'Client', exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: new RegExp(`^${name}`, 'i') })).toBeVisible()
  }
  await vat.selectOption('Exportation (0 %)')
  await changeTo('lisboa')
  await expect(vat).toHaveValue('')
  const told = shell.toast('« Selon l’adresse de livraison », à la place de « Exportation »')
  // The words have the room, the long button stands below them.
  expect((await told.locator('p').boundingBox())!.width).toBeGreaterThan(250)
  await told.getByRole('button', { name: 'Garder « Exportation »' }).click()
  await expect(vat).toHaveValue('exportation')
  await changeTo('berliner')
  await expect(vat).toHaveValue('intracommunautaire')
  await expect(shell.toast('« Livraison intracommunautaire », à la place de « Exportation »')).toBeVisible()
  await quote.send()
  await expect(page.locator('#sent')).toBeVisible()
  await expect(vat).toHaveCount(0)
  await service.call('PUT', '/settings', { vatRegimes: [] })
  await page.reload()
  await expect(totals).toContainText(MENTION)
  expect(await seriousFaults(page)).toEqual([])

  await quote.order.click()
  await expect(quote.dialog).toContainText(MENTION)
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await shell.go('/commandes/1')
  await expect(totals).toContainText('TVA 0 % : Livraison intracommunautaire')
  await expect(totals).toContainText(MENTION)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
})

test('the customer reads it and cannot change it; what another counter chooses comes in by name; what is gone is told', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  const totals = page.getByRole('region', { name: 'Totaux' })
  const vat = totals.getByLabel('TVA', { exact: true })
  await expect(vat.locator('option:checked')).toHaveText('Selon l’adresse de livraison (20 %)')
  await changeQuote(service, id, { vatRegimeId: 'livres' })
  await expect(page.getByRole('status').filter({ hasText: 'TVA' })).toContainText('Taux réduit (livres)')
  await expect(vat).toHaveValue('livres')
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(vat).toHaveCount(0)
  await expect(totals).toContainText('TVA 5,5 % : Taux réduit (livres)')
  await expect(totals).toContainText('article 278-0 bis A 3° du CGI')
  await page.getByRole('button', { name: 'Vue client' }).click()
  // Who takes it out of the settings is told first who has it.
  await service.call('POST', '/companies', { name: 'Librairie', vatRegimeId: 'livres' })
  await shell.go('/reglages')
  const gone = page.getByRole('button', { name: 'Retirer « Taux réduit (livres) »' })
  await gone.click()
  await expect(quote.dialog).toContainText('1 client l’a pour ses devis. 1 brouillon l’a.')
  expect(await seriousFaults(page)).toEqual([])
  await quote.dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(gone).toBeVisible()
  await gone.click()
  await quote.dialog.getByRole('button', { name: 'Retirer' }).click()
  await expect(gone).toHaveCount(0)
  // A form that is written in is not left without a question.
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  await service.call('PUT', '/settings', { vatRegimes: [] })
  await quote.show(shell, id)
  await expect(vat).toHaveAccessibleDescription(/«\sTaux réduit \(livres\)\s» n’est plus dans les réglages/)
  await expect(vat.locator('option:checked')).toHaveText('Plus dans les réglages')
  // Its total is still the one of that rate, by its name.
  await expect(totals).toContainText('TVA 5,5 % : Taux réduit (livres)')
  await vat.selectOption('Selon l’adresse de livraison')
  await expect(totals).toContainText('TVA 20 %')
  await expect(vat).toHaveCount(0)
  await page.getByText('Historique et révisions').click()
  const chosen = page.getByRole('listitem').filter({ hasText: ', TVA :' })
  await expect(chosen).toHaveText([
    /Brouillon 1, TVA\s: Taux réduit \(livres\) \(5,5 %\) → selon l’adresse/,
    /Brouillon 1, TVA\s: selon l’adresse → Taux réduit \(livres\) \(5,5 %\)/,
  ])
})

test('a revision that goes by another VAT is told so beside what was sent', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await changeQuote(service, id, { vatRegimeId: 'livres' })
  const { number } = await service.call<{ number: string }>('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await service.call('POST', `/quotes/${id}/revise`, {})
  await changeQuote(service, id, { vatRegimeId: 'exportation' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.title).toContainText(`${number} rév. 2`)
  const history = page.locator('.history')
  await history.locator('summary').click()
  await history.getByRole('button', { name: 'Révision 1' }).click()
  const row = quote.dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'TVA' }) })
  await expect(row.getByRole('cell')).toHaveText([
    /Taux réduit \(livres\) \(5,5\s%\)/,
    /Exportation \(0\s%\)/,
    /modifiée/,
  ])
  expect(await seriousFaults(page)).toEqual([])
})

test('without VAT to another state of the Union is doubted before it is sent, and not once it is charged', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.open()
  const id = await savedQuote(service)
  await changeQuote(service, id, { address: GERMAN })
  await quote.show(shell, id)
  const doubt = 'dans l’Union européenne (Allemagne)'
  const totals = page.getByRole('region', { name: 'Totaux' })
  await expect(totals).toContainText(doubt)
  await quote.sending.click()
  await expect(quote.dialog).toContainText(doubt)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  // It is read once more before it binds.
  await quote.order.click()
  await expect(quote.dialog).toContainText(doubt)
  await expect(quote.dialog).toContainText('Choisissez alors « Taux normal (TVA française) ».')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  const vat = totals.getByLabel('TVA', { exact: true })
  // A private customer owes the tax.
  await vat.selectOption('Taux normal (TVA française) (20 %)')
  await expect(totals).toContainText('TVA 20 % : Taux normal (TVA française)')
  await quote.order.click()
  await expect(quote.dialog).toContainText('TVA au taux normal, article 278 du CGI')
  await expect(quote.dialog).not.toContainText(doubt)
})

test('a regime that is not for where it goes, or for whom, is doubted wherever the quote is read before it binds', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.open()
  const id = await savedQuote(service)
  await changeQuote(service, id, { vatRegimeId: 'exportation' })
  await quote.show(shell, id)
  const totals = page.getByRole('region', { name: 'Totaux' })
  const doubt = totals.getByRole('status').filter({ hasText: /^\s*(Livraison|«)/ })
  const inFrance = 'Livraison dans le pays (France)'
  await expect(totals).toContainText(inFrance)
  await quote.sending.click()
  await expect(quote.dialog).toContainText(inFrance)
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await quote.order.click()
  await expect(quote.dialog).toContainText(inFrance)
  await expect(quote.dialog.getByRole('button', { name: 'Commander' })).toBeEnabled()
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  const vat = totals.getByLabel('TVA', { exact: true })
  await vat.selectOption('intracommunautaire')
  await expect(doubt).toContainText(/Livraison intracommunautaire.* est pour ce qui en sort/)

  const goes = (address: object, vatRegimeId: string) => changeQuote(service, id, { address, vatRegimeId })
  await goes({ ...ADDRESS, code_postal: '1200', ville: 'Genève', pays: 'Suisse' }, 'exportation')
  await expect(vat).toHaveValue('exportation')
  await expect(doubt).toHaveCount(0)
  await goes(GERMAN, 'exportation')
  await expect(totals).toContainText('dans l’Union européenne (Allemagne)')
  await vat.selectOption('intracommunautaire')
  await expect(vat).toHaveValue('intracommunautaire')
  await expect(doubt).toHaveCount(0)

  // A private customer owes the tax, with a VAT number, too.
  const { id: companyId } = await service.call<{ id: number }>('POST', '/companies', {
    ...{ name: 'Anna Berg', vatNumber: 'DE123456789', buyer: 'consumer' },
  })
  await changeQuote(service, id, { companyId })
  const toPrivate = 'Livraison à un particulier dans l’Union européenne (Allemagne)'
  await expect(totals).toContainText(toPrivate)
  await quote.order.click()
  await expect(quote.dialog).toContainText(toPrivate)
  await page.keyboard.press('Escape')
  await vat.selectOption('normal')
  await expect(totals).toContainText('Taux normal (TVA française)')
  await expect(totals).not.toContainText(toPrivate)
})
