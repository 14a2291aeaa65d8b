/** No partner is asked for the prices of a cart that nobody waits for any more. */
import { expect, test } from 'vitest'
import { ADDRESS } from '../testing/app.ts'
import { severalSources } from '../testing/sources.ts'

test('a partner is asked for who is there, and for nobody who has gone', async () => {
  const { service, partners } = await severalSources([1000], null)
  const { id } = await service.customers.ensure('Atelier', { canOrder: true })
  const customer = service.customers.byId(id)!
  const [{ base, partner }] = partners as [(typeof partners)[number]]
  const lignes = [100, 200, 300].map((n) => ({ produit: base + 1, quantites_multiples: [n] }))
  const body = { devis: 'D', adresse_livraison: ADDRESS, lignes }
  const price = async (isWanted: () => boolean) =>
    service.carts.price('print', body, customer, 'simulate', isWanted)
  partner.asked.length = 0
  await expect(price(() => false)).rejects.toMatchObject({ code: 'stopping' })
  expect(partner.asked).toEqual([])
  expect((await price(() => true)).totals.prix_ht).toBe(3000)
  expect(partner.asked.length).toBeGreaterThan(0)
})
