/** Before the customer, beside a quote that sells above what its products cost: no price of the catalogue tells what the shop pays. */
import { ADDRESS } from './pages/quote.ts'
import { expect } from './fixtures.ts'
import type { Screens } from './roads.ts'
import type { DeskService } from './service.ts'
import { mixedQuote, pricedLine, sourceIds, test, type Entry } from './sources.ts'

/** A quote in hand that sells a product of one partner above its cost. @returns its source, and the other partner's product */
async function soldAboveCost({
  shell,
  service,
  quote,
}: Pick<Screens, 'shell' | 'quote'> & { readonly service: DeskService }) {
  const [, north, south] = await sourceIds(service)
  const { line: twin } = (await pricedLine(service, south!)) as { line: { produit: number } }
  const sold = { ...(await pricedLine(service, north!)), sale: { by: 'markup', percent: '40' } }
  await quote.openSaved(shell, service, { lines: [sold] })
  return { north: north!, twin }
}

test('beside a mark-up of the quote no partner’s price is shown that the settings do not mark up', async ({
  page,
  shell,
  service,
  quote,
  configurator,
  south: _south,
}) => {
  test.slow()
  const [, north, south] = await sourceIds(service)
  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  const twin = (await pricedLine(service, south!)) as { line: { produit: number } }
  const nameOf = (id: number) => entries.find((entry) => entry.area === 'print' && entry.id === id)!.name
  const theirs = page.getByRole('option', { name: nameOf(twin.line.produit) })
  const own = page.getByRole('option', { name: /Flyers A7 / })
  const listed = async () => {
    await shell.go('/?recherche=sud')
    await expect(theirs).toBeVisible()
  }

  // A house that sells at the partner's price shows it.
  await shell.open()
  await quote.show(shell, await mixedQuote(service, [north!]))
  await page.getByRole('button', { name: 'Vue client' }).click()
  await listed()
  await expect(theirs).toContainText('€')

  const sold = { ...(await pricedLine(service, north!)), sale: { by: 'markup', percent: '40' } }
  const body = { reference: 'MARGE-1', address: ADDRESS, lines: [sold] }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', body)
  await quote.show(shell, id)
  await listed()
  await expect(theirs).toContainText('Prix sur demande')
  await expect(theirs).not.toContainText('€')
  await shell.go('/?recherche=flyers')
  await expect(own).toContainText('€')

  // Nor on its page, opened as it is, nor beside another.
  await shell.go(`/produits/${twin.line.produit}`)
  const told = page.getByText('Prix sur demande')
  await expect(told).toBeVisible()
  await expect(configurator.add).toHaveAttribute('aria-disabled', 'true')
  await expect(configurator.summary).toContainText(
    'Quittez la vue client pour l’ajouter : son prix n’est pas encore fixé.',
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('main')).not.toContainText('€')
  await page.reload()
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Ajouter à la comparaison' }).click()
  await page.getByRole('link', { name: 'Comparer (1)' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Compar')
  await expect(told).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('€')

  // Beside one that has its prices, at each lead time where it has none.
  await shell.go(`/comparer?c=produits/201&c=produits/${twin.line.produit}`)
  const rows = page.getByRole('row', { name: /^J\+/ })
  await expect(rows.filter({ hasText: '€' }).first()).toBeVisible()
  await expect(rows.filter({ hasNotText: 'Prix sur demande' })).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('compared.png') })

  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ lines: [{}] })

  // What the settings mark up is no cost.
  const settings = await service.call<{ markUps: object }>('GET', '/settings')
  const marked = [{ source: south, percent: '30', rounding: 'cent' }]
  await service.call('PUT', '/settings', { ...settings, markUps: { ...settings.markUps, sources: marked } })
  await page.reload()
  await expect(page.getByRole('main')).toContainText('€')
  await expect(told).toHaveCount(0)
})

test('what is not to be seen is not sold by a key either', async ({
  page,
  shell,
  service,
  quote,
  configurator,
  south: _south,
}) => {
  const { twin } = await soldAboveCost({ shell, service, quote })
  await page.getByRole('button', { name: 'Vue client' }).click()
  await shell.go(`/produits/${twin.produit}`)
  await expect(configurator.summary.locator('.line')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('€')
  await page.keyboard.press('v')
  await shell.go('/?recherche=flyers')
  await expect(page.getByRole('option', { name: /Flyers A7 / })).toBeVisible()
  expect(await service.call<unknown[]>('GET', '/quotes')).toHaveLength(1)
})

test('what was hidden stays hidden beside another quote, until the view is left', async ({
  page,
  shell,
  service,
  quote,
  south: _south,
}) => {
  const { north, twin } = await soldAboveCost({ shell, service, quote })
  const view = page.getByRole('button', { name: 'Vue client' })
  await view.click()
  await page.getByRole('button', { name: 'Nouveau devis' }).click()
  await expect(quote.title).toHaveText('Aucun devis en cours')
  await shell.go(`/produits/${twin.produit}`)
  const add = page.getByRole('button', { name: 'Ajouter au devis' })
  const told = page.locator('.panel .masked')
  await expect(add).toBeVisible()
  await expect(told).toBeVisible()
  await page.reload()
  await expect(told).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('€')
  // It is forgotten with the view.
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await expect(page.getByRole('main')).toContainText('€')
  await quote.show(shell, await mixedQuote(service, [north]))
  await view.click()
  await shell.go(`/produits/${twin.produit}`)
  await expect(page.getByRole('main')).toContainText('€')
  await expect(told).toHaveCount(0)
})
