/** Width and height: in the unit of whoever types them, within named bounds, and asked about where they are unlikely. */
import { danglingReferences, seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { FLYERS } from './pages/quote.ts'

const unit = (name: string) => ({ name, exact: true })

test('sizes are typed in one’s own unit, which is remembered; the line carries the product’s', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/1001')
  const [width, height] = [configurator.field(/^Largeur/), configurator.field(/^Hauteur/)]
  await expect(width).toHaveValue('120')
  await expect(configurator.options).toContainText(
    'De 1 cm à 5 000 cm'.replace('5 000', '5\u202f000').replaceAll(/ (?=cm)/g, '\u00a0'),
  )
  const units = page.getByRole('radiogroup', { name: 'Unité' })
  await expect(units.getByRole('radio', unit('cm'))).toBeChecked()
  await units.getByText('m', { exact: true }).click()
  await expect(width).toHaveValue('1,2')
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/api/prices') && request.postData()!.includes('"312.55"'),
  )
  await width.fill('3,1255')
  await asked
  await expect(width).toHaveValue('3,1255')
  await expect(page).toHaveURL(/valeurs=\d+:312\.55,\d+:80/)
  await page.reload()
  await expect(width).toHaveValue('3,1255')
  await shell.go('/produits/1007')
  await expect(units.getByRole('radio', unit('m'))).toBeChecked()
  await width.fill('0,6005')
  await expect(configurator.options).toContainText('Une mesure au mm près est attendue')
  await width.fill('0,6')
  await height.fill('0')
  await expect(configurator.options).toContainText('Une mesure plus grande que 0 est attendue')
  await height.fill('0,4')
  await expect(configurator.add).toBeEnabled()
})

test('one kilometre of banner is asked about: rather another unit, or meant so', async ({
  page,
  shell,
  quote,
  configurator,
}) => {
  await configurator.open(shell, '/produits/1001')
  const [width, height] = [configurator.field(/^Largeur/), configurator.field(/^Hauteur/)]
  await width.fill('100000')
  await height.fill('85')
  const question = page.getByRole('status').filter({ hasText: 'très grand' })
  await expect(question).toContainText(/100\s000\scm × 85\scm/)
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await expect.poll(() => danglingReferences(page)).toEqual([])
  await configurator.add.click()
  const dialog = page.getByRole('dialog', { name: 'Taille inhabituelle' })
  await expect(dialog).toContainText('Est-ce bien la taille voulue')
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(shell.quoteChip).not.toContainText('1')
  // 2000 × 850 typed where centimetres were asked for.
  await width.fill('20000')
  await height.fill('8500')
  await question.getByRole('button', { name: 'Non, c’était en mm' }).click()
  await expect(question).toHaveCount(0)
  await expect(width).toHaveValue(/20\s?000/)
  await expect(page).toHaveURL(/valeurs=\d+:2000,\d+:850/)
  await width.fill('1000000')
  await question.getByRole('button', { name: 'Oui, c’est la taille voulue' }).click()
  await expect(question).toHaveCount(0)
  await configurator.add.click()
  await expect(shell.toast(/ajoutée|Ajouté/)).toBeVisible()
  await shell.go('/devis/courant')
  await expect(quote.lines).toHaveCount(1)
})

for (const locale of ['fr-FR', 'en-GB']) {
  test.describe(locale, () => {
    test.use({ locale })
    test('a length is typed with its unit, whichever is chosen', async ({ page, shell, configurator }) => {
      await configurator.open(shell, '/produits/1001')
      const [width, height] = [configurator.field(/^Largeur/), configurator.field(/^Hauteur/)]
      await width.fill('2,5 m')
      await height.fill('1\u202f250.5\u00a0mm')
      await expect(page).toHaveURL(/valeurs=\d+:250,\d+:125\.05/)
      await expect(width).toHaveValue('250')
      await height.blur()
      await expect(height).toHaveValue(locale === 'fr-FR' ? '125,05' : '125.05')
      await expect(configurator.add).toBeEnabled()
    })
  })
}

test('a size that is refused is the size’s fault alone: every choice is still offered', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/1001')
  await page.route('**/api/prices', (route) => {
    const { line } = route.request().postDataJSON() as { line: { valeurs: Record<string, string> } }
    const [side] = Object.keys(line.valeurs)
    const message = 'Trop large : 500 cm au plus.'
    const errors = [{ path: `/valeurs/${side}`, code: 'upstream_refused', message }]
    return route.fulfill({ status: 400, json: { detail: message, errors } })
  })
  await configurator.field(/^Largeur/).fill('900')
  await expect(configurator.options).toContainText('Trop large : 500 cm au plus.')
  await expect(configurator.options).not.toContainText('Non proposé')
  await expect(configurator.options.locator('input[type=radio]:disabled')).toHaveCount(0)
})

test('a size is said whole where one side of it is unlike the usual', async ({ shell, service, quote }) => {
  const { defaultLine } = await service.call<{ defaultLine: { valeurs: Record<string, string> } }>(
    'GET',
    '/products/1001',
  )
  const valeurs = { ...defaultLine.valeurs, '100101': '250.5' }
  await quote.openSaved(shell, service, { lines: [{ ...FLYERS, line: { ...defaultLine, valeurs } }] })
  const row = quote.lines.first()
  await expect(row.getByRole('button', { name: /choix habituel/ })).toBeVisible()
  await expect(row).toContainText(/Largeur \(cm\)\s: 250,5 · Hauteur \(cm\)\s: \d+/)
  await expect(row.getByText(/Hauteur/)).toBeVisible()
})

test('before a size is typed that it is missing is a hint, said once; left empty, or on the way to the quote, it is wrong', async ({
  page,
  shell,
  configurator,
}) => {
  // A product of a partner's may begin without either.
  await page.route('**/api/products/1001', async (route) => {
    const detail = (await (await route.fetch()).json()) as { defaultLine: object }
    await route.fulfill({ json: { ...detail, defaultLine: { ...detail.defaultLine, valeurs: {} } } })
  })
  await shell.open()
  await shell.go('/produits/1001')
  await expect(page.getByText('Il manque encore')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('est nécessaire')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('hint.png') })
  const [width, height] = [configurator.field(/^Largeur/), configurator.field(/^Hauteur/)]
  await page.getByRole('button', { name: 'Largeur', exact: true }).click()
  await expect(width).toBeFocused()
  await width.fill('1000')
  await expect(page.getByText('Il manque encore')).toBeVisible()
  await expect(page.getByText('est nécessaire')).toHaveCount(0)
  await configurator.add.press('Enter')
  await expect(height).toBeFocused()
  await expect(configurator.options).toContainText('est nécessaire')
  await expect(page.getByRole('alert')).toContainText('Corrigez ce qui est signalé.')
  await height.fill('500')
  await expect(configurator.chosenLeadTime).toBeVisible()
})

test('Esc leaves a number, which stays: letters are shortcuts again', async ({
  page,
  shell,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/1001')
  const height = configurator.field(/^Hauteur/)
  await height.fill('100')
  await configurator.agreedPrice()
  await height.press('Escape')
  await expect(height).not.toBeFocused()
  await expect(height).toHaveValue('100')
  await page.keyboard.press('v')
  await expect(quote.dialog).toContainText('Vente comptoir')
})
