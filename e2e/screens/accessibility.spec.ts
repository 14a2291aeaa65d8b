import { danglingReferences, seriousFaults, seriousFaultsInBothThemes, smallTargets } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

/** A quote with a line, and an order, so that no screen is empty. */
async function fillStore(service: DeskService): Promise<void> {
  const line = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
  const body = { reference: 'REF-1', address: ADDRESS, lines: [line] }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', body)
  await service.call('POST', `/quotes/${id}/order`)
  await service.call('POST', '/quotes', body)
}

const SCREENS = [
  ['catalogue', '/', '[role="option"]'],
  ['dashboard', '/tableau-de-bord', '#months'],
  ['print product', '/produits/201', '[role="grid"]'],
  ['product by the square metre', '/produits/953', 'h1'],
  ['display family', '/familles/1', '[role="grid"]'],
  ['comparison', '/comparer?c=produits/201&c=familles/1', 'td button'],
  ['quotes', '/devis', 'table'],
  ['quote', '/devis/2', 'table'],
  ['ordered quote', '/devis/1', 'table'],
  ['orders', '/commandes', 'table'],
  ['order', '/commandes/1', 'table'],
  ['outbox', '/a-traiter', 'h2'],
  ['readiness', '/avant-une-visite', 'h3'],
  ['settings', '/reglages', '#vat-countries'],
  ['customers', '/reglages/clients', 'table'],
  ['partners', '/reglages/partenaires', '.empty'],
  ['catalogue log', '/reglages/journal', 'summary'],
  ['backups', '/reglages/sauvegardes', '#backups'],
  ['about', '/reglages/a-propos', 'summary'],
  ['unknown address', '/nowhere', 'h1'],
] as const

test('every screen', async ({ page, shell, service }) => {
  test.slow()
  await fillStore(service)
  await shell.open()
  for (const [name, path, ready] of SCREENS) {
    await shell.go(path)
    await page.locator(ready).first().waitFor()
    await expect.poll(() => seriousFaultsInBothThemes(page), { message: name }).toEqual([])
    await expect.poll(() => danglingReferences(page), { message: name }).toEqual([])
  }
})

test('dialogs, an open list, a refused value', async ({ page, shell, service, configurator }) => {
  await fillStore(service)
  await shell.open()
  await page.keyboard.press('Control+k')
  await expect(shell.palette).toBeVisible()
  await page.keyboard.type('af')
  await shell.palette.getByRole('option').first().waitFor()
  await expect.poll(() => seriousFaultsInBothThemes(page), { message: 'palette' }).toEqual([])
  await page.keyboard.press('Escape')

  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Raccourcis clavier' })).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page), { message: 'help' }).toEqual([])
  await page.keyboard.press('Escape')
  await configurator.options.getByRole('combobox', { name: 'Papier' }).click()
  await page.getByRole('option').first().waitFor()
  await expect.poll(() => seriousFaultsInBothThemes(page), { message: 'open list' }).toEqual([])
  await expect.poll(() => danglingReferences(page), { message: 'open list' }).toEqual([])
  await page.keyboard.press('Escape')

  await shell.go('/familles/1')
  await configurator.options.getByRole('textbox', { name: 'Quantité' }).fill('x')
  await expect(configurator.problem).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page), { message: 'refused value' }).toEqual([])
  await expect.poll(() => danglingReferences(page), { message: 'refused value' }).toEqual([])

  await shell.go('/devis/2')
  await page.getByRole('button', { name: 'Commander' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page), { message: 'order' }).toEqual([])
  await page.keyboard.press('Escape')

  await shell.go('/reglages/clients')
  await page.getByRole('button', { name: 'Nouveau compte' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => seriousFaultsInBothThemes(page), { message: 'customer' }).toEqual([])
})

test('the API’s documentation', async ({ page, service }) => {
  test.slow()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${service.url}/docs/`)
    await page.getByRole('link', { name: /^Prix d’une ligne print, par délai/ }).click()
    await expect(page.getByRole('heading', { name: 'Prix d’une ligne print, par délai' })).toBeVisible()
    await expect.poll(() => seriousFaults(page), { message: colorScheme }).toEqual([])
  }
})

test('on a narrow screen nothing is wider than the screen', async ({ page, shell, service }) => {
  await page.setViewportSize({ width: 380, height: 780 })
  await fillStore(service)
  await shell.open()
  for (const [name, path, ready] of SCREENS) {
    await shell.go(path)
    await page.locator(ready).first().waitFor()
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: name })
      .toBeLessThanOrEqual(380)
  }
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } })

  test('nothing is smaller than a finger', async ({ page, shell, service, configurator, people }) => {
    test.slow()
    await fillStore(service)
    await service.call('POST', '/partners', { name: 'Atelier', url: 'http://127.0.0.1:9', token: 'x' })
    await shell.open()
    expect(await page.evaluate(`matchMedia('(pointer: coarse)').matches`)).toBe(true)
    const large = (what: string) => expect.poll(() => smallTargets(page), { message: what }).toEqual([])
    for (const [name, path, ready] of SCREENS) {
      await shell.go(path)
      await page
        .locator(name === 'partners' ? 'h2' : ready)
        .first()
        .waitFor()
      await large(name)
    }
    const { id: companyId } = await service.call<{ id: number }>('POST', '/companies', { name: 'Ory' })
    const visuals = {
      area: 'print',
      line: { produit: 201, quantites_multiples: [1000, 500, 250] },
      delai: null,
    }
    const ofCompany = { companyId, lines: [visuals] }
    const { id } = await service.call<{ id: number }>('POST', '/quotes', ofCompany)
    await shell.go(`/devis/${id}`)
    await page.getByText('3 visuels').waitFor()
    await page.getByRole('link', { name: 'Ory' }).waitFor()
    await large('several visuals for a company')
    // On paper nothing is to be pressed.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Aller à…' }).click()
    await shell.palette.getByRole('option').first().waitFor()
    await large('palette')
    await page.keyboard.press('Escape')
    await shell.go('/produits/201')
    await configurator.options.getByRole('combobox', { name: 'Papier' }).click()
    await page.getByRole('option').first().waitFor()
    await large('open list')
    await shell.go('/devis/2')
    await page.getByRole('button', { name: 'Valable jusqu’au : ouvrir le calendrier' }).click()
    await page.locator('.calendar table').waitFor()
    await large('calendar')
    await page.keyboard.press('Escape')
    for (const [path, button] of [
      ['/devis/2', 'Commander'],
      ['/devis/2', 'Supprimer'],
      ['/reglages/clients', 'Nouveau compte'],
      ['/reglages/partenaires', 'Ajouter un partenaire'],
    ] as const) {
      await shell.go(path)
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await large(button)
      await page.keyboard.press('Escape')
    }
    await people.set()
    await page.goto(service.url)
    await page.reload()
    await page.getByRole('heading', { name: 'Connexion' }).waitFor()
    await large('sign-in')
    await people.enter('Ada')
    for (const path of ['/reglages/personnes', '/reglages/qui-a-fait-quoi']) {
      await shell.go(path)
      await page.getByRole('table').waitFor()
      await large(path)
    }
    await people.me.click()
    await large('account')
  })
})
