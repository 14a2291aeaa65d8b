/** A quote whose validity is over says so wherever somebody goes on with it, and no message covers that. */
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'

test('the e-mail of an expired quote says so, and its message covers nothing of the dialog that orders it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await page.route(`**/api/quotes/${id}`, async (route) => {
    const response = await route.fetch()
    const json = { ...((await response.json()) as object), expired: true, validUntil: '2020-01-31' }
    await route.fulfill({ response, json })
  })
  await page.addInitScript(`HTMLAnchorElement.prototype.click = () => undefined`)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const collected = quote.field('collected')
  await expect(collected).toBeDisabled()
  await expect(collected).toHaveAccessibleDescription(/Envoyé, un devis garde sa livraison/)
  await page.locator('#sent').getByRole('button', { name: 'E-mail' }).click()
  const toast = shell.toast(/Ce devis était valable jusqu’au 31 janv. 2020/)
  await expect(toast).toBeVisible()

  await quote.order.click()
  const warning = quote.dialog.locator('.notice').first()
  await expect(warning).toBeVisible()
  await expect(toast).toBeVisible()
  const covers = async () => {
    const [own, other] = [await toast.boundingBox(), await warning.boundingBox()]
    if (!own || !other) return false
    const apart = own.x + own.width <= other.x || other.x + other.width <= own.x
    return !apart && own.y < other.y + other.height && other.y < own.y + own.height
  }
  await expect.poll(covers).toBe(false)
  await page.screenshot({ path: test.info().outputPath('order.png') })
})
