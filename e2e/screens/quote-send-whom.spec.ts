/** For whom a quote is that is sent: said in the dialog, or asked about. */
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('for whom it is may be said there, or not at all; what an order will lack is no hindrance', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { id: company } = await service.call<{ id: number }>('POST', '/companies', {
    ...{ name: 'Atelier Bleu', kind: 'company', contacts: [], addresses: [] },
  })
  const id = await quote.openSaved(shell, service, { address: {} })
  await quote.sending.click()
  await expect(quote.dialog).toContainText(
    'il manquera dans l’adresse : Nom ou société, Adresse, Code postal, Ville',
  )
  await quote.dialog.getByRole('combobox').first().fill('atelier')
  await quote.dialog.getByRole('option', { name: /Atelier Bleu/ }).click()
  await expect(quote.dialog.getByRole('link', { name: 'Atelier Bleu' })).toBeVisible()
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.locator('#sent')).toBeFocused()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent', companyId: company })
})

test('a quote that names nobody is asked about: a name, or deliberately without one', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { address: {} })
  await quote.sending.press('Control+Enter')
  const button = quote.dialog.getByRole('button', { name: 'Envoyer' })
  await expect(button).toBeFocused()
  await expect(quote.dialog).toContainText('Ce devis ne nomme personne')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  // Nothing goes by the key alone: it leads to what is asked, whose next one says so.
  await page.keyboard.press('Enter')
  const without = quote.dialog.getByRole('checkbox', { name: 'L’envoyer sans nom' })
  await expect(without).toBeFocused()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'draft' })
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.locator('#sent')).toBeFocused()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent', companyId: null })
})

test('how who has no record buys is chosen in the preview or as it is sent, and goes with the quote', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { address: { nom: 'Durand' } })
  const saved = () => service.call<{ buyer: string | null; state: string }>('GET', `/quotes/${id}`)
  await page.getByRole('button', { name: 'Aperçu' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByLabel('Qui achète')).toHaveValue('company')
  await preview.getByLabel('Qui achète').selectOption('Un particulier')
  await expect(preview).toContainText('médiateur')
  await expect.poll(async () => (await saved()).buyer).toBe('consumer')
  await preview.getByRole('button', { name: 'Fermer' }).last().click()
  await quote.sending.click()
  const field = quote.dialog.getByLabel('Qui achète')
  await expect(field).toHaveValue('consumer')
  await field.selectOption('Un petit professionnel, hors établissement')
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.locator('#sent')).toBeFocused()
  expect(await saved()).toMatchObject({ state: 'sent', buyer: 'smallBusiness' })
  // What was sent is a fact.
  await page.getByRole('button', { name: 'Aperçu' }).first().click()
  await expect(preview.getByLabel('Qui achète')).toHaveValue('smallBusiness')
  await expect(preview.getByLabel('Qui achète')).toBeDisabled()
})

test('that terms of sale go out in French with a document in English is said before', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { texts } = await service.call<{ texts: { fr: object; en: object } }>('GET', '/letterhead')
  const fr = { ...texts.fr, terms: 'Article 1. Toute commande est ferme.' }
  await service.call('PUT', '/letterhead', { texts: { ...texts, fr } })
  const { id: companyId } = await service.call<{ id: number }>('POST', '/companies', {
    ...{ name: 'Blue Ltd', kind: 'company', language: 'en', contacts: [], addresses: [] },
  })
  await quote.openSaved(shell, service, { companyId })
  const told = 'les conditions générales de vente n’existent qu’en français'
  await page.getByRole('button', { name: 'Aperçu' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview).toContainText(told)
  await preview.getByLabel('Langue du document').selectOption('Français')
  await expect(preview).not.toContainText(told)
  await preview.getByRole('button', { name: 'Fermer' }).last().click()
  await quote.sending.click()
  await expect(quote.dialog).toContainText(told)
})
