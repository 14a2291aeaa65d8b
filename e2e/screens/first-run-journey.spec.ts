/**
 * From an empty store to the first order of a foreign program: a partner is set, its catalogue comes, a token is given, and
 * a program that knows the partner API alone orders through this machine, whole and with the partner away half-way.
 */
import { startPartner } from '../partner/client.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { pricedProduct } from './partner.ts'

test.use({ stocked: false })

/** A program of somebody else's: it knows the address, its token and the partner API. */
function foreign(url: string, token: string) {
  const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' }
  return async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const response = await fetch(`${url}/0.2/print/${path}`, {
      ...{ method, headers: { ...headers, ...more } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as never }
  }
}

interface Made {
  readonly id: number
  readonly number: string
  readonly status: string
}

test('an empty store, a partner, a token, and a foreign program that orders; then with the partner away half-way', async ({
  page,
  shell,
  service,
  catalogue,
}) => {
  test.slow()
  const partner = await startPartner({ seed: 3, products: 12, families: 2 })
  await service.call('PUT', '/settings', {
    ...(await service.call<object>('GET', '/settings')),
    ...{ fillerPrices: 200, upstreamRatePerSecond: 500, settleMs: 200, retryMs: 200 },
  })
  await shell.open()
  await page.getByRole('link', { name: 'Régler un partenaire' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom').fill('Imprimeur')
  await dialog.getByLabel('Adresse').fill(partner.url)
  await dialog.getByLabel('Jeton').fill(partner.token)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('article', { name: 'Imprimeur' })).toContainText('Connexion réussie')
  await shell.go('/')
  await expect(catalogue.rows.first()).toHaveAttribute('aria-setsize', '14')

  await shell.go('/reglages/clients')
  await page.getByRole('button', { name: 'Nouveau compte' }).click()
  await dialog.getByLabel('Nom').fill('Logiciel du site')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByLabel('Compte', { exact: true }).selectOption({ label: 'Logiciel du site' })
  await page.getByRole('button', { name: 'Créer un jeton' }).click()
  const token = (await dialog.locator('code').innerText()).trim()
  await dialog.locator('header').getByRole('button', { name: 'Fermer' }).click()

  const ask = foreign(service.url, token)
  const id = await pricedProduct(service)
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/products/${id}`)
  const { body: product } = await ask('GET', `produit/${id}/`)
  const [delai] = (product as { delais: number[] }).delais
  const line = { ...defaultLine, delai }
  const priced = await ask('POST', 'prix/', line)
  expect(priced.status).toBe(200)
  const cart = { adresse_livraison: ADDRESS, lignes: [line], devis: 'SITE-1' }
  await shell.go('/commandes')
  const ordered = await ask('POST', 'panier/validate/', cart, { 'Idempotency-Key': 'site-1' })
  expect(ordered.status).toBe(201)
  // Whoever looks at the orders sees it come.
  const row = page.getByRole('row').filter({ hasText: 'SITE-1' })
  await expect(row).toContainText((ordered.body as Made).number)
  expect(await partner.orders(1)).toHaveLength(1)

  await partner.offline(600_000)
  const second = { ...cart, devis: 'SITE-2' }
  const kept = await ask('POST', 'panier/validate/', second, { 'Idempotency-Key': 'site-2' })
  const again = await ask('POST', 'panier/validate/', second, { 'Idempotency-Key': 'site-2' })
  expect((kept.body as { reference_client: string }).reference_client).toBe('SITE-2')
  expect([kept.status, (again.body as Made).id]).toEqual([201, (kept.body as Made).id])
  const waiting = page.getByRole('row').filter({ hasText: 'SITE-2' })
  await expect(waiting).toHaveCount(1)
  await expect(waiting).toContainText('À transmettre')
  await partner.offline(0)
  // The partner's own word of what it has.
  await expect(waiting).toContainText('En attente de fichiers')
  expect(await partner.orders(2)).toHaveLength(2)
  const answered = await ask('GET', `commande/${(kept.body as Made).id}/`)
  expect(answered.status).toBe(200)
  await partner.stop()
})
