/** The letterhead in the settings, and documents of quotes: seen before they are kept, and what they say. */
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { readPdf } from '../../src/testing/pdf.ts'
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { FLYERS, changeQuote, savedQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

interface Letterhead {
  readonly issuer: Readonly<Record<string, string>>
  readonly logo: string
  readonly texts: { readonly fr: Readonly<Record<string, string>> }
}

const present = (service: DeskService) => service.call<Letterhead>('GET', '/letterhead')
const spaced = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ')
async function textOf(download: Download): Promise<string> {
  const { pages } = await readPdf(readFileSync(await download.path()))
  return spaced(pages.join('\n'))
}
async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

test('who sells, logo, layout and texts are set in the settings, and looked at before they are saved', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByText('pas un conseil juridique')).toBeVisible()
  await page.getByLabel('Nom ou raison sociale').fill('Imprimerie des Quais')
  await page.getByLabel('Registre et ville').fill('RCS Brest')
  await page.getByLabel('SIREN ou SIRET').fill('12')
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true })
  await save.click()
  await expect(page.getByLabel('SIREN ou SIRET')).toBeFocused()
  await expect(page.locator('.fault').first()).toContainText('9 chiffres')
  await page.getByLabel('SIREN ou SIRET').fill('123 456 789')

  const logo = page.locator('input[type=file]')
  const given = (name: string, buffer: Buffer) => logo.setInputFiles({ name, mimeType: 'image/png', buffer })
  const icon = readFileSync('resources/icon.png')
  await given('texte.png', Buffer.from('not a picture'))
  await expect(page.getByText('« texte.png » n’est pas une image')).toBeVisible()
  await given('lourd.png', Buffer.concat([icon, Buffer.alloc(300 * 1024)]))
  await expect(page.getByText('256 Ko au plus. Enregistrez-la plus petite.')).toBeVisible()
  await given('logo.png', icon)
  await expect(page.getByRole('img', { name: 'Le logo choisi' })).toBeVisible()
  await page.getByRole('radio', { name: 'Résumée' }).check({ force: true })
  await page.locator('[name="text-payment"]').fill('Comptant à la commande.')
  await page.getByRole('radio', { name: 'English' }).check({ force: true })
  await page.locator('[name="text-payment"]').fill('Cash with the order.')

  await page.getByRole('button', { name: 'Aperçu du document' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Page 1' })).toContainText('Imprimerie des Quais')
  expect(await seriousFaultsInBothThemes(page, 'dialog')).toEqual([])
  const english = await textOf(
    await downloaded(page, () => dialog.getByRole('button', { name: 'Enregistrer le PDF' }).click()),
  )
  for (const told of ['Imprimerie des Quais', 'RCS Brest', 'Cash with the order.', 'SPECIMEN', '€392.39'])
    expect(english).toContain(told)
  await dialog.locator('header').getByRole('button', { name: 'Fermer' }).click()
  expect((await present(service)).issuer['name']).toBe('')

  await save.click()
  await expect(shell.toast('Documents enregistrés')).toBeVisible()
  const kept = await present(service)
  expect(kept).toMatchObject({ issuer: { name: 'Imprimerie des Quais', siret: '123 456 789' } })
  expect(kept.texts.fr['payment']).toBe('Comptant à la commande.')
  expect(kept.logo).toBe(`data:image/png;base64,${icon.toString('base64')}`)
  await page.getByRole('button', { name: 'Retirer le logo' }).click()
  await save.click()
  await expect.poll(async () => (await present(service)).logo).toBe('')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
})

test('two at the letterhead: what another sets stands beside what is written here, and what both did is decided', async ({
  page,
  shell,
  service,
}) => {
  const { issuer } = await present(service)
  const there = (fields: object) => service.call('PUT', '/letterhead', fields)
  await shell.open()
  await shell.go('/reglages/documents')
  const [name, town] = [page.getByLabel('Nom ou raison sociale'), page.getByLabel('Ville', { exact: true })]
  await name.fill('Maison d’ici')
  await there({ issuer: { ...issuer, town: 'Brest' }, termsVersion: '2026-01' })
  await expect(town).toHaveValue('Brest')
  await expect(name).toHaveValue('Maison d’ici')
  await there({ issuer: { ...issuer, town: 'Brest', name: 'Maison d’ailleurs' } })
  const meanwhile = page.getByRole('alert').filter({ hasText: 'Changé ailleurs' })
  await expect(meanwhile).toContainText('Nom ou raison sociale : Maison d’ailleurs')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(shell.toast('Documents enregistrés')).toBeVisible()
  expect(await present(service)).toMatchObject({
    issuer: { name: 'Maison d’ici', town: 'Brest' },
    termsVersion: '2026-01',
  })
})

test('the document of a draft says what is written by then, in the language and for whom it is chosen', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { reference: 'Avant' })
  await quote.field('reference').fill('Merci de votre confiance')
  const [totals, dialog] = [page.getByRole('region', { name: 'Totaux' }), page.getByRole('dialog')]
  const save = totals.getByRole('button', { name: 'Enregistrer le PDF' })
  const french = await textOf(await downloaded(page, () => save.click()))
  expect(french).toContain('Merci de votre confiance')
  expect(french).toContain('n’est pas une offre')

  await quote.field('reference').fill('Thank you')
  await totals.getByRole('button', { name: 'Aperçu' }).click()
  await dialog.getByLabel('Langue du document').selectOption('English')
  await dialog.getByLabel('Qui achète').selectOption('Un particulier')
  const keep = dialog.getByRole('button', { name: 'Enregistrer le PDF' })
  await expect(keep).toHaveAttribute('aria-disabled', 'false')
  const english = await textOf(await downloaded(page, () => keep.click()))
  for (const told of ['Draft quote', 'Thank you', 'Withdrawal form']) expect(english).toContain(told)
  expect(await seriousFaultsInBothThemes(page, 'dialog')).toEqual([])

  await page.route('**/api/quotes/*/document*', (route) => route.abort())
  await dialog.getByLabel('Langue du document').selectOption('Français')
  await expect(dialog.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  await expect(keep).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/api/quotes/*/document*')
  await dialog.getByRole('button', { name: 'Réessayer' }).click()
  await expect(keep).toHaveAttribute('aria-disabled', 'false')
})

test('a second press makes no second document', async ({ page, shell, service, quote }) => {
  await quote.openSaved(shell, service)
  const held = Promise.withResolvers<null>()
  let asked = 0
  await page.route('**/api/quotes/*/document*', async (route) => {
    asked += 1
    await held.promise
    await route.continue()
  })
  const save = page
    .getByRole('region', { name: 'Totaux' })
    .getByRole('button', { name: 'Enregistrer le PDF' })
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await save.dispatchEvent('click')
  await downloaded(page, async () => held.resolve(null))
  expect(asked).toBe(1)
})

test('each revision that was sent has its document', async ({ page, shell, service, quote }) => {
  const id = await savedQuote(service, { reference: 'Première' })
  const stand = () => service.call<{ version: number }>('GET', `/quotes/${id}`)
  const send = async () => {
    const { version } = await stand()
    await service.call('PUT', `/quotes/${id}/state`, { state: 'sent', version })
  }
  await send()
  await service.call('POST', `/quotes/${id}/revise`, { version: (await stand()).version })
  await changeQuote(service, id, { reference: 'Seconde', lines: [FLYERS] })
  await send()
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.locator('.history summary').click()
  await page.locator('.history').getByRole('button', { name: 'Révision 1' }).click()
  const save = quote.dialog.getByRole('button', { name: 'PDF de cette révision' })
  expect(await textOf(await downloaded(page, () => save.click()))).toContain('Première')
})

test('a quote that is sent while the letterhead names nobody says so, and leads to where it is written', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await quote.sending.click()
  const line = quote.dialog.getByText('n’a pas encore d’en-tête')
  await expect(line).toBeVisible()
  const { issuer } = await present(service)
  await service.call('PUT', '/letterhead', { issuer: { ...issuer, name: 'Imprimerie des Quais' } })
  await expect(line).toBeHidden()
  await service.call('PUT', '/letterhead', { issuer })
  await line.getByRole('link', { name: 'Écrire l’en-tête' }).click()
  await expect(page.getByLabel('Nom ou raison sociale')).toBeVisible()
})
