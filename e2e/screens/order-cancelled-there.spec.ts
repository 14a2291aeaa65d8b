/** Orders that their partner has cancelled: a person says what becomes of them here. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, sourceIds, test } from './sources.ts'
import type { DeskService } from './service.ts'

/** An order of a quote, by the sources of its lines. @returns its id */
async function ordered(service: DeskService, sources: readonly number[]): Promise<number> {
  const quote = await mixedQuote(service, sources)
  const { orders } = await service.call<{ orders: number[] }>('POST', `/quotes/${quote}/order`)
  return orders[0]!
}
const turnover = async (service: DeskService) => {
  const { months } = await service.call<{ months: { turnoverCents: number }[] }>('GET', '/dashboard')
  return months.at(-1)!.turnoverCents
}
const badge = (page: Page) => page.locator('.page-head .badge')

/** Cancels the order whose page is open, for a reason. */
async function giveUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Annuler la commande…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Motif/).fill('Le partenaire ne peut pas')
  await dialog.getByRole('button', { name: 'Annuler la commande' }).click()
  await expect(badge(page)).toHaveText('Annulée')
}

test('the part of an order that its partner cancels waits for a person; the rest is made, and paid without it', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [own, partner] = await sourceIds(service)
  const id = await ordered(service, [own!, partner!])
  const [there] = await north.orders(1)
  await north.status(there!.order.id, 'annulee')
  await shell.open()
  await shell.go('/a-traiter')
  const card = page.getByRole('article').filter({ hasText: NORTH })
  await expect(card).toContainText('Le partenaire a annulé cette commande chez lui (« Annulée »)')
  await expect(card.locator('.badge').last()).toHaveText('Annulée chez le partenaire')
  await expect(card.getByLabel('N° chez le partenaire')).toHaveCount(0)
  await shell.go('/tableau-de-bord')
  await expect(page.getByRole('region', { name: /Demandent une décision/ })).toContainText(
    'Annulée chez le partenaire',
  )
  await shell.go('/commandes')
  await expect(page.getByRole('row').filter({ hasText: 'C000001' })).toContainText('À vérifier')
  await shell.go(`/commandes/${id}`)
  await expect(badge(page)).toHaveText('À vérifier')
  const line = page.getByRole('row').filter({ hasText: '(nord)' })
  await expect(line).toContainText(`${NORTH} ne la fera pas`)
  await expect(line).not.toContainText('livraison')
  await expect(page.getByRole('button', { name: 'Remise au client' })).toHaveCount(0)
  await expect(service.call('PUT', `/orders/${id}/handover`, { done: true })).rejects.toThrow(/409/)
  await shell.go('/jour')
  const queued = page.getByRole('row').filter({ hasText: 'C000001' })
  await expect(queued).toBeVisible()
  await expect(queued.getByRole('button', { name: /Remise/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'C000001', exact: true }).focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('alert')).toContainText('décidez d’abord de ce qu’elle devient')
  await shell.go(`/commandes/${id}`)
  const story = page.getByRole('region', { name: 'Histoire de la commande' })
  await expect(story.locator('.cancelledThere')).toContainText(
    `${NORTH}\u202f: annulée chez lui (« Annulée »)`,
  )

  await page.getByRole('link', { name: 'Fiche de fabrication' }).click()
  await expect(page.getByText(`Sans les lignes que ${NORTH} a annulées ou refusées`)).toBeVisible()
  await expect(page.getByText('(nord)')).toHaveCount(0)
  await expect(page.getByText('Ligne 1 sur 1')).toBeVisible()

  await shell.go(`/commandes/${id}`)
  const before = await turnover(service)
  await card.getByRole('button', { name: `Renoncer à la part d’${NORTH}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${NORTH} a déjà fait savoir qu’il ne fera pas ses lignes`)
  await dialog.getByRole('button', { name: `Renoncer à la part d’${NORTH}` }).click()
  await expect(badge(page)).toHaveText('Enregistrée')
  await page.getByRole('button', { name: /^Faire payer/ }).click()
  await dialog.getByRole('button', { name: 'Changer son prix' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => turnover(service)).toBeLessThan(before)
  await shell.go('/a-traiter')
  await expect(page.getByText('Rien à traiter')).toBeVisible()
})

test('an order that its only partner cancels is kept, or cancelled with a reason and out of the turnover', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [, partner] = await sourceIds(service)
  const [kept, cancelled] = [await ordered(service, [partner!]), await ordered(service, [partner!])]
  for (const { order } of await north.orders(2)) await north.status(order.id, 'Annulée')
  await shell.open()
  await shell.go(`/commandes/${kept}`)
  await page.getByRole('button', { name: 'Garder : faite autrement' }).click()
  await expect(shell.toast(`la commande est gardée, sans ${NORTH}`)).toBeVisible()
  await expect(badge(page)).toHaveText('Enregistrée')
  await expect(page.getByRole('article')).toContainText('Annulée chez le partenaire')
  await expect(page.getByRole('button', { name: 'Remise au client' })).toBeVisible()

  await shell.go(`/commandes/${cancelled}`)
  await expect(badge(page)).toHaveText('À vérifier')
  const before = await turnover(service)
  await giveUp(page)
  await expect(page.getByText('Commande annulée : plus rien n’est dû')).toBeVisible()
  expect(await turnover(service)).toBeLessThan(before)
  const counted = await service.call<{ needsAttention: number }>('GET', '/status')
  expect(counted.needsAttention).toBe(0)
})

test('the question that gives up an order goes where another counter keeps it meanwhile', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [, partner] = await sourceIds(service)
  const id = await ordered(service, [partner!])
  const [there] = await north.orders(1)
  await north.status(there!.order.id, 'Annulée')
  await shell.open()
  await shell.go(`/commandes/${id}`)
  await page.getByRole('button', { name: 'Annuler la commande…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const [entry] = await service.call<{ id: number | string; upstreamId: string }[]>('GET', '/outbox')
  const { upstreamId } = entry!
  await service.call('POST', `/outbox/${entry!.id}/resolve`, { upstreamId })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(shell.toast('ce qu’il en reste a changé entre-temps')).toBeVisible()
  await expect(badge(page)).toHaveText('Enregistrée')
})

test('what its partner takes up again after it was given up is told until it was seen', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [, partner] = await sourceIds(service)
  const id = await ordered(service, [partner!])
  const [there] = await north.orders(1)
  await north.status(there!.order.id, 'Annulée')
  await shell.open()
  await shell.go(`/commandes/${id}`)
  await giveUp(page)
  await north.status(there!.order.id, 'En production')
  await shell.go('/a-traiter')
  const card = page.getByRole('article').filter({ hasText: NORTH })
  await expect(card).toContainText(
    'Le partenaire a repris cette commande (« En production »)\u00a0: ici, elle est abandonnée.',
  )
  await expect(card).toContainText('Demandez-lui de l’annuler de nouveau')
  await page.screenshot({ path: test.info().outputPath('resumed.png') })
  await expect(card.getByLabel('N° chez le partenaire')).toHaveCount(0)
  await card.getByRole('button', { name: 'C’est vu' }).click()
  await expect(page.getByText('Rien à traiter')).toBeVisible()
  await shell.go(`/commandes/${id}`)
  await expect(badge(page)).toHaveText('Annulée')
})

test('who gives up what its customer has already is told so; taking that handover back says that the order stays cancelled', async ({
  page,
  shell,
  service,
  north,
}) => {
  const [own, partner] = await sourceIds(service)
  const whole = await ordered(service, [partner!])
  const mixed = await ordered(service, [own!, partner!])
  const there = await north.orders(2)
  for (const id of [whole, mixed]) await service.call('PUT', `/orders/${id}/handover`, { done: true })
  for (const { order } of there) await north.status(order.id, 'Annulée')
  const dialog = page.getByRole('dialog')
  await shell.open()
  await shell.go('/a-traiter')
  for (const name of ['C000001', 'C000002'])
    await expect(page.getByRole('article').filter({ hasText: name })).toContainText(
      /Le client l’a déjà\u00a0: remise le/,
    )
  await shell.go(`/commandes/${mixed}`)
  await page.getByRole('button', { name: `Renoncer à la part d’${NORTH}` }).click()
  await expect(dialog).toContainText(/Le client l’a déjà\u00a0: remise le .*\. Atelier Nord a déjà/)
  await dialog.getByRole('button', { name: 'Fermer' }).first().click()
  await page.getByRole('button', { name: 'Annuler la remise' }).click()
  await expect(dialog).toContainText('Il reste à décider ce qu’elle devient chez son partenaire')
  await dialog.getByRole('button', { name: 'Fermer' }).first().click()

  await shell.go(`/commandes/${whole}`)
  await page.getByRole('button', { name: 'Annuler la commande…' }).click()
  await expect(dialog).toContainText(
    /Le client l’a déjà\u00a0: remise le .*\. Le partenaire a déjà fait savoir/,
  )
  await dialog.getByLabel(/Motif/).fill('Le partenaire ne peut pas')
  await dialog.getByRole('button', { name: 'Annuler la commande' }).click()
  await expect(badge(page)).toHaveText('Annulée')
  await page.getByRole('button', { name: 'Annuler la remise' }).click()
  await expect(dialog).toContainText('La commande est annulée : elle ne redevient pas à remettre.')
  await dialog.getByRole('button', { name: 'Annuler la remise' }).click()
  await expect(shell.toast('la remise est annulée')).toBeVisible()
  await expect(page.getByText(/Remise au client le/)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
