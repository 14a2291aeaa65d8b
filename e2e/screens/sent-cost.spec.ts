/** A quote that was sent, and costs another sum by now: its page says so, to who may see costs. */
import { expect, test } from './fixtures.ts'

test.use({ stocked: false })

const bundle = (cents: number) => ({
  format: 'comptoir-bundle/1',
  delais: [{ id: 2, jours: 2 }],
  produits: [
    { id: 1, nom: 'Cartes', delais: [2], quantites: { range: false, available: [100] }, options: [] },
  ],
  tarifs: {
    print: [
      {
        ...{ produit: 1, delai_principal: 2, lecture: 'exacte' },
        grille: [{ quantite: 100, prix: String(cents) }],
      },
    ],
  },
})

test('the cost of before and of now, and what is left', async ({ page, shell, service }) => {
  await service.import(bundle(1000))
  const line = { produit: 1, variantes: [], quantites_multiples: [100] }
  const lines = [{ area: 'print', line, delai: 2, sale: { by: 'markup', percent: '50' } }]
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { lines })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await service.import(bundle(1200))
  await shell.open()
  await shell.go(`/devis/${id}`)
  const told = page.getByText(/^Le coût est passé de 10,00\s€ à 12,00\s€/)
  await expect(told).toContainText(/il reste 3,00\s€ de gain \(20\s%\)/)
  await page.screenshot({ path: test.info().outputPath('sent-cost.png') })
  // Not while a customer looks on.
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(told).toHaveCount(0)
})
