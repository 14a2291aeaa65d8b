/** A partner's product by width and height: its sizes are nowhere in the catalogue, so its page opens without them. */
import { expect, test } from './fixtures.ts'
import { DeskService } from './service.ts'

test.use({ stocked: false })

test('sizes that nobody has typed yet are a hint, said once; left empty they are faults', async ({
  page,
  shell,
  service,
  template,
  configurator,
}) => {
  const partner = new DeskService()
  try {
    await partner.copyDataFrom(template)
    const made = await partner.run('token', 'create', '--customer', 'Atelier', '--json')
    const { token } = JSON.parse(made) as { token: string }
    await partner.start()
    await service.call('POST', '/partners', { url: partner.url, token })
    const offered = async () =>
      (await service.call<{ entries: { id: number; name: string }[] }>('GET', '/catalogue')).entries
    await expect.poll(async () => (await offered()).length).toBeGreaterThan(0)
    const { id } = (await offered()).find(({ name }) => name === 'Banderoles et tentures en tissu')!
    await shell.open()
    await shell.go(`/produits/${id}`)
    const [width, height] = [configurator.field(/^Largeur/), configurator.field(/^Hauteur/)]
    const hint = page.locator('.board [role="status"], .board .empty').filter({ hasText: 'Il manque encore' })
    await expect(hint).toContainText('Largeur')
    await expect(hint).toContainText('Hauteur')
    await expect(page.locator('.options [aria-invalid="true"]')).toHaveCount(0)
    await expect(page.getByText('Corrigez ce qui est signalé')).toHaveCount(0)
    await width.focus()
    await height.focus()
    await expect(width).toHaveAttribute('aria-invalid', 'true')
    await width.fill('200')
    await height.fill('80')
    await expect(configurator.add).toBeEnabled()
    await expect(page.locator('.options [aria-invalid="true"]')).toHaveCount(0)
  } finally {
    await partner.end()
  }
})
