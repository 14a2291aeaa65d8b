/** Quotes at a partner's prices: an estimate while he is away, a firm price once he is back. */
import { expect } from './fixtures.ts'
import type { Page } from '@playwright/test'
import { ADDRESS, type QuotePage } from './pages/quote.ts'
import type { Shell } from './pages/shell.ts'
import { seriousFaults } from './axe.ts'
import { pricedProduct, synced, test } from './partner.ts'
import type { DeskService } from './service.ts'

/** Ids here are the partner's beyond a multiple of that. */
const BLOCK = 10 ** 10

interface Sender {
  readonly page: Page
  readonly shell: Shell
  readonly service: DeskService
  readonly quote: QuotePage
}

interface Saved {
  readonly id: number
  readonly indicative: boolean
}

/** A quote of a configuration that was never asked for, of a product that enough is known of. */
async function estimatedQuote(service: DeskService): Promise<number> {
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  for (const { area, id } of entries) {
    if (area !== 'print') continue
    const { defaultLine, quantitySteps } = await service.call<{
      defaultLine: object
      quantitySteps: number[]
    }>('GET', `/products/${id}`)
    for (const quantity of quantitySteps) {
      const line = { area, line: { ...defaultLine, quantites_multiples: [quantity] }, delai: null }
      const body = { reference: 'Hors ligne', address: ADDRESS, lines: [line] }
      const preview = await service.call<Saved>('POST', '/quotes/price', body)
      if (preview.indicative) return (await service.call<Saved>('POST', '/quotes', body)).id
    }
  }
  throw new Error('Nothing is estimated.')
}

test('an indicative quote is marked everywhere and sent knowingly; once the partner is back it becomes firm, or goes on as a copy', async ({
  page,
  shell,
  service,
  quote,
  partner,
}) => {
  test.slow()
  await synced(service, 900)
  await partner.offline(600_000)
  const sent = await estimatedQuote(service)
  const id = await estimatedQuote(service)
  await shell.open()
  await sentKnowingly({ page, shell, service, quote }, sent)
  await shell.go(`/devis/${id}`)
  await expect(page.getByText('Devis indicatif')).toBeVisible()
  await expect(quote.total).toContainText(/≈.*entre .*€ et .*€/su)
  await expect(shell.quoteChip).toContainText('≈')
  await expect(quote.order).toHaveAttribute('aria-disabled', 'true')

  await partner.offline(0)
  // What is asked first is whether they are taken: with them it is no estimate.
  await quote.sending.click()
  await expect(quote.dialog.locator('#moved-prices')).toContainText('→')
  await expect(quote.dialog).not.toContainText('devis indicatif')
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('button', { name: 'Reprendre les prix du jour' }).click()
  await expect(page.getByText('Devis indicatif')).toBeHidden()
  await expect(quote.total).not.toContainText('≈')
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
  await shell.go(`/devis/${sent}`)
  await page.getByRole('button', { name: 'Copier aux prix du jour' }).click()
  await expect(quote.title).toContainText('Brouillon 3')
  await expect(page.getByText('Brouillon', { exact: true })).toBeVisible()
})

/** While the partner is away. */
async function sentKnowingly({ page, shell, service, quote }: Sender, id: number): Promise<void> {
  await shell.go(`/devis/${id}`)
  await quote.sending.click()
  await expect(quote.dialog).toContainText('devis indicatif')
  // What keeps it from being sent takes the focus.
  await quote.dialog.getByRole('button', { name: 'Envoyer' }).press('Enter')
  await expect(quote.dialog.getByLabel('Prix à reconfirmer')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ indicative: true, reconfirm: true })
  // Nobody says yes to an estimate: what would come of it cannot be ordered.
  await expect(page.getByText('Il ne s’accepte, ne se signe et ne se commande')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Faire signer' })).toBeDisabled()
  await page.getByRole('button', { name: 'Marquer accepté' }).click()
  await expect(quote.dialog).toContainText('ce devis contient une estimation')
  await quote.dialog.getByRole('button', { name: 'Marquer accepté' }).press('Enter')
  await expect(quote.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  const accepted = service.call('PUT', `/quotes/${id}/state`, { state: 'accepted' })
  await expect(accepted).rejects.toThrow('quote_estimated')
  const sent = await service.call<{ uncertainty: number }>('GET', `/quotes/${id}`)
  expect(sent).toMatchObject({ state: 'sent' })
  expect(sent.uncertainty).toBeGreaterThan(0)
  // How exactly its total is known is the same wherever it is told.
  const { uncertainty } = sent
  expect(await service.call('GET', `/quotes/${id}/revisions`)).toMatchObject([{ uncertainty }])
  await shell.go('/devis')
  await expect(quote.lines.first()).toContainText('≈')
}

test('what a partner said is marked as of then in a draft, while the partner is away', async ({
  shell,
  service,
  quote,
  partner,
}) => {
  await synced(service, 900)
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  const { id: produit } = entries.find(({ area }) => area === 'print')!
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/products/${produit}`)
  const line = { area: 'print', line: defaultLine, delai: null }
  const { id } = await service.call<Saved>('POST', '/quotes', { address: ADDRESS, lines: [line] })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const price = quote.lines.first()
  await expect(price).toContainText(/\d,\d\d\s€/)
  await expect(price).not.toContainText('Observé')
  await partner.offline(600_000)
  await estimatedQuote(service)
  await expect(price).toContainText('Observé')
  await partner.offline(0)
  await expect(price).not.toContainText('Observé')
})

test('a line that the partner refuses by now is told at the quote, as it is sent and in the report, and not sent', async ({
  page,
  shell,
  service,
  quote,
  partner,
}) => {
  test.slow()
  await synced(service)
  const produit = await pricedProduct(service)
  const { product, defaultLine } = await service.call<{
    product: { options: { variantes?: { id: number; nom: string }[] }[] }
    defaultLine: { variantes: number[] }
  }>('GET', `/products/${produit}`)
  const line = { area: 'print', line: defaultLine, delai: null }
  const saved = () => service.call<Saved>('POST', '/quotes', { address: ADDRESS, lines: [line] })
  const [opened, unseen] = [await saved(), await saved()]
  // Of which this service has not heard.
  const [id] = defaultLine.variantes
  const { nom } = product.options.flatMap(({ variantes = [] }) => variantes).find((one) => one.id === id)!
  await partner.catalogue({ op: 'remove-variant', id: produit % BLOCK, variante: id! % BLOCK })
  // By its name: the partner's number is none of what anybody knows here.
  const words = new RegExp(`La variante «\\s${nom.replace(/[^\w\s]/g, '.')}\\s» n’est pas disponible`)
  await shell.open()
  await shell.go(`/devis/${opened.id}`)
  await expect(quote.lines.first()).toContainText(words)
  await expect(quote.lines.first()).toContainText('Plus de prix')
  await quote.sending.click()
  await expect(quote.dialog).toContainText(words)
  await expect(quote.dialog.getByRole('button', { name: 'Envoyer' })).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await quote.dialog.getByRole('button', { name: 'Annuler' }).click()

  // Sent by who has not looked at it, it is refused, too.
  const sent = service.call('PUT', `/quotes/${unseen.id}/state`, { state: 'sent', reconfirm: true })
  await expect(sent).rejects.toThrow(words)
  await shell.go('/devis')
  await page.getByRole('link', { name: 'Prix des devis ouverts' }).click()
  const rows = page.locator('li.quote')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(words)
})
