/** The configuration in the address: coming back, a reload, another window and a link find it as it was. */
import { expect, test } from './fixtures.ts'

const QUANTITY = 'Quantité du visuel 1'

test('what is chosen stands in the address; a reload, a link in another window and coming back find it', async ({
  page,
  shell,
  context,
  configurator,
}) => {
  await shell.open()
  await page.getByRole('row').or(page.getByRole('option')).first().waitFor()
  await shell.go('/produits/202')
  await configurator.chosenCell.waitFor()
  const entries = await page.evaluate('history.length')
  await configurator.choose('Recto quadri')
  await configurator.pick(QUANTITY, '2500')
  await configurator.options.getByLabel('Repère de la ligne').fill('Foire & marché')
  await configurator.leadTimes.nth(1).click()
  await expect(page).toHaveURL(
    /produits\/202\?choix=[\d-]+&quantites=2500&jours=\d+&reference=Foire\+%26\+march[^&]+$/,
  )
  expect(await page.evaluate('history.length'), 'no choice is a step back').toBe(entries)
  // What stands there is of this choice, not yet of the one before.
  await expect(configurator.summary).toContainText(/2.500 ex/)
  const price = await configurator.agreedPrice()
  const leadTime = await configurator.chosenLeadTime.innerText()

  const stands = async (window = page) => {
    await expect(window.getByRole('radio', { name: 'Recto quadri', exact: true })).toBeChecked()
    await expect(window.getByRole('combobox', { name: QUANTITY })).toHaveValue(/2.?500/)
    await expect(window.getByLabel('Repère de la ligne')).toHaveValue('Foire & marché')
    await expect(window.locator('form.bar .what')).toContainText(price)
    await expect(
      window.getByRole('radiogroup', { name: 'Prix par délai' }).getByRole('radio', { checked: true }),
    ).toHaveText(leadTime, { useInnerText: true })
  }
  await page.reload()
  await stands()
  const second = await context.newPage()
  await second.goto(page.url())
  await stands(second)
  await second.close()
  await page.getByRole('link', { name: 'Catalogue' }).first().click()
  await expect(configurator.add).toHaveCount(0)
  await page.goBack()
  await stands()
  // Another link, followed in the same window.
  await page.goto(page.url().replace('quantites=2500', 'quantites=100,250'))
  await expect(page.getByRole('combobox', { name: 'Quantité du visuel 2' })).toHaveValue('250')
  await page.goBack()
  await stands()
})

test('a choice does not move the screen', async ({ page, shell, configurator }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await configurator.open(shell, '/produits/102')
  await configurator.variant('Sans BAT').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 5000)
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(100)
  const before = await page.evaluate<number>('scrollY')
  const address = page.url()
  await configurator.choose('BAT numérique')
  await expect.poll(() => page.url()).not.toBe(address)
  expect(await page.evaluate<number>('scrollY')).toBe(before)
})

test('elements of a family stand in the address, those that are left out too', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/familles/4')
  await configurator.choose('40 × 160 cm')
  await page.getByLabel('Vérification des fichiers').check()
  await expect(page).toHaveURL(/familles\/4\?.*format=\d+.*quantites=\d+&jours=\d+&verification=1$/)
  await page.reload()
  await expect(configurator.variant('40 × 160 cm')).toBeChecked()
  await expect(page.getByLabel('Vérification des fichiers')).toBeChecked()
})

test('a line of a quote that is being changed is still that line after a reload, with what was changed', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', '/products/201')
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: [{ area: 'print', line: defaultLine, delai: null }],
  })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('link', { name: /^Modifier «\sFlyers/ }).click()
  await configurator.choose('Recto quadri')
  const chosen = await configurator.variant('Recto quadri').inputValue()
  await expect(page).toHaveURL(new RegExp(`devis=\\d+&ligne=.*choix=[\\d-]*${chosen}`))
  await page.reload()
  await expect(page.getByText(/Modification de la ligne 1/)).toBeVisible()
  await expect(configurator.variant('Recto quadri')).toBeChecked()
  await configurator.add.click()
  await expect(page.getByText('Impression : Recto quadri')).toBeVisible()
})

test('an address that nobody wrote opens the product all the same', async ({ page, shell, configurator }) => {
  await shell.open()
  for (const query of [
    'choix=%00<script>alert(1)</script>&quantites=-1,1e99,x&jours=99999999999&valeurs=__proto__:1',
    'choix=1-2-3-999999999999999&quantites=3&reference=%F0%9F%96%A8',
    `choix=${'1-'.repeat(3000)}&quantites=${'7,'.repeat(3000)}`,
    'configuration=nothing&recente=1&devis=x&ligne=y-z&format=12',
  ]) {
    await shell.go('/commandes')
    await shell.go(`/produits/201?${query}`)
    await expect(configurator.title, query.slice(0, 40)).toContainText('Flyers A7')
    await expect(configurator.options.getByRole('combobox').first()).toBeVisible()
    await configurator.options.getByRole('combobox', { name: 'Papier' }).click()
    await page.getByRole('option').first().click()
    await expect(page.getByRole('combobox', { name: 'Papier' })).toHaveValue(/g$/)
  }
})

test('what a link asks for and cannot be had is named, with why; the catalogue is not blamed', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/produits/201?quantites=beaucoup&jours=demain')
  const untaken = page.getByRole('status').filter({ hasText: 'Du lien, ceci n’a pas été pris' })
  await expect(untaken).toContainText('Quantité « beaucoup » : ce n’est pas un nombre d’exemplaires.')
  await expect(untaken).toContainText('Délai « demain » : ce n’est pas un nombre de jours.')
  await expect(configurator.chosenCell).toBeVisible()
  await shell.go('/produits/202?quantites=123&jours=99')
  const lost = page.getByRole('region', { name: 'Le lien demande ce qui n’est pas proposé' })
  await expect(lost).toContainText(/«\s123\s» n’est pas proposé\s; au plus près\s: 50 · 100 · 150 · 200/)
  await expect(lost).toContainText('« J+99 » n’est pas proposé.')
  await expect(page.getByText(/catalogue a changé/)).toHaveCount(0)
  await lost.getByRole('button', { name: 'Prendre tous les plus proches' }).click()
  await expect(page).toHaveURL(/quantites=100&jours=12/)
  // A link that says what can be had has nothing to be told of.
  await page.goto(page.url().replace('quantites=100', 'quantites=250'))
  await expect(page.getByRole('combobox', { name: 'Quantité du visuel 1' })).toHaveValue('250')
  await expect(lost).toHaveCount(0)
  await expect(untaken).toHaveCount(0)
})
