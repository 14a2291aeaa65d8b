/** The counter's day: what is to be done, by the keyboard, as it changes. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const LINE = { area: 'print', delai: null, line: { produit: 201, quantites_multiples: [1000] } }
const made = (service: DeskService, more: object = { collected: true }) =>
  service.call<{ id: number }>('POST', '/quotes', { lines: [LINE], ...more })
async function ordered(service: DeskService, more?: object): Promise<void> {
  const { id } = await made(service, more)
  await service.call('POST', `/quotes/${id}/order`)
}

test('empty it says so; an order of another window appears, and goes once it is handed over, by the keyboard', async ({
  page,
  shell,
  service,
  order,
}) => {
  await shell.open()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Commandes', exact: true }).first().focus()
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('File du jour')
  await expect(page.getByText('Rien à faire au comptoir')).toBeVisible()
  await ordered(service)
  await ordered(service, { collected: true, address: { nom: 'Ruiz' } })
  await ordered(service, { address: ADDRESS })
  const accepted = await made(service, { address: ADDRESS, reference: 'FOIRE' })
  await service.call('PUT', `/quotes/${accepted.id}/state`, { state: 'accepted' })
  const rows = page.locator('tbody tr.link')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText(/D\d{4}-.*Imprimerie du Port.*FOIRE/)
  await expect(rows.nth(1)).toContainText(/C000001.*Client de passage.*Flyers/)
  await expect(rows.nth(1)).toContainText('Retrait')
  await expect(rows.nth(2)).toContainText('Ruiz')

  for (const key of ['j', 'ArrowDown', 'j', 'k']) await page.keyboard.press(key)
  await expect(page.getByRole('link', { name: 'C000001', exact: true })).toBeFocused()
  await page.keyboard.press('r')
  await expect(shell.toast('Commande C000001 remise au client.')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'C000002', exact: true })).toBeFocused()
  // Nobody is told of his own doing.
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(rows).toHaveCount(4)
  await expect(shell.toast('Commande C000001 remise au client.')).toHaveCount(0)

  await page.getByRole('link', { name: 'C000002', exact: true }).focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fiche de fabrication C000002')
  await expect(page.getByRole('article')).toContainText('Retiré au magasin')
  await page.goBack()
  await page.getByRole('link', { name: 'C000002', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(order.title).toContainText('C000002')
  await page.getByRole('button', { name: 'Remise au client' }).click()
  await expect(page.getByText(/Remise au client le/)).toBeVisible()
  await page.getByRole('button', { name: 'Annuler la remise' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la remise' }).click()
  await expect(page.getByRole('button', { name: 'Remise au client' })).toBeVisible()
})

test('what another counter hands over takes the button along: the next press takes nothing back, nor does one that is not asked about', async ({
  page,
  shell,
  service,
}) => {
  await ordered(service)
  const hand = (done: boolean) => service.call('PUT', '/orders/1/handover', { done })
  await shell.open()
  await shell.go('/commandes/1')
  await page.getByRole('button', { name: 'Remise au client' }).focus()
  await hand(true)
  await expect(page.getByText(/^Remise au client le/)).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await service.call('GET', '/orders/1/handover')).not.toMatchObject({ handedOver: null })

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Annuler la remise' }).press('Enter')
  await expect(dialog).toContainText(/Remise au client le/)
  await hand(false)
  await expect(dialog).toBeHidden()
  await expect(shell.toast('Commande C000001 : la remise est annulée.')).toBeVisible()
  await expect(page.getByText('Pas encore remise au client')).toBeFocused()
})

test('a key that was meant for a row which another counter took says so, and what has the keyboard; pressed again it acts', async ({
  page,
  shell,
  service,
}) => {
  for (let i = 0; i < 4; i++) await ordered(service)
  const take = (id: number) => service.call('PUT', `/orders/${id}/handover`, { done: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const given = async (id: number) =>
    (await service.call<{ handedOver: unknown }>('GET', `/orders/${id}/handover`)).handedOver !== null
  await shell.open()
  await shell.go('/jour')
  await link('C000001').focus()
  await take(1)
  await expect(link('C000002')).toBeFocused()
  await page.keyboard.press('r')
  const slipped = (gone: string, now: string, key: string) =>
    shell.toast(
      `Commande ${gone} : sa ligne n’est plus là. Le clavier est maintenant sur ${now} : appuyez encore sur « ${key} » pour agir sur celle-ci.`,
    )
  await expect(slipped('C000001', 'C000002', 'r')).toBeVisible()
  await expect(link('C000002')).toBeFocused()
  expect(await given(2)).toBe(false)
  await page.keyboard.press('r')
  await expect(shell.toast('Commande C000002 remise au client.')).toBeVisible()
  await expect(link('C000003')).toBeFocused()

  // Whoever moves the keyboard himself knows where it is; his own doing is no news either.
  await take(3)
  await expect(link('C000004')).toBeFocused()
  await page.keyboard.press('p')
  await expect(slipped('C000003', 'C000004', 'p')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('File du jour')
  await service.call('PUT', '/orders/3/handover', { done: false })
  await expect(link('C000003')).toBeVisible()
  await link('C000003').focus()
  await take(3)
  await expect(link('C000004')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await expect(shell.toast('Commande C000004 remise au client.')).toBeVisible()
})

test('what is to be collected is a list of its own; it is fit for all, and a customer sees none of it', async ({
  page,
  shell,
  service,
}) => {
  await ordered(service)
  await ordered(service, { address: ADDRESS })
  const noted = { internalNote: 'Réglé par carte\nTicket 1842', files: [], notesVersion: 0 }
  await service.call('PUT', '/quotes/1/notes', noted)
  await shell.open()
  await shell.go('/jour')
  const rows = page.locator('tbody tr.link')
  await expect(rows).toHaveCount(2)
  // How it was paid is noted in house.
  await expect(rows.first()).toContainText('Réglé par carte')
  await expect(rows.first()).not.toContainText('1842')
  await page.getByRole('radio', { name: /À retirer/ }).check()
  await expect(rows).toHaveCount(1)
  await page.getByRole('radio', { name: /En retard/ }).check()
  await expect(page.getByText('Rien ici.')).toBeVisible()
  await page.getByRole('radio', { name: /Tout/ }).check()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 800 })
      // Colours go over from one theme to the other in some tenths of a second.
      await expect.poll(() => seriousFaults(page)).toEqual([])
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
    }
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vue client')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(0)
})

test('a key that is pressed twice hands over once; a list that is not whole says so', async ({
  page,
  shell,
  service,
}) => {
  for (let i = 0; i < 2; i++) await ordered(service)
  const sent: string[] = []
  let release = (): void => undefined
  const pressed = new Promise<void>((done) => (release = done))
  await page.route('**/handover', async (route) => {
    if (route.request().method() === 'PUT') sent.push(route.request().url())
    await pressed
    await route.continue()
  })
  await shell.open()
  await shell.go('/jour')
  await page.getByRole('link', { name: 'C000001', exact: true }).focus()
  await page.keyboard.press('r')
  await page.keyboard.press('r')
  await expect.poll(() => sent).toHaveLength(1)
  await page.route('**/api/day', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), whole: false } })
  })
  release()
  await expect(page.locator('tbody tr.link')).toHaveCount(1)
  await expect(page.getByText('Les 1 entrées les plus urgentes sont là')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a long day is shown a part at a time, and gone through by the keyboard', async ({
  page,
  shell,
  service,
}) => {
  for (let i = 0; i < 21; i++) await Promise.all(Array.from({ length: 10 }, () => ordered(service)))
  await shell.open()
  await shell.go('/jour')
  const rows = page.locator('tbody tr.link')
  await expect(rows).toHaveCount(200)
  await expect(page.getByRole('button', { name: 'Afficher la suite (10)' })).toBeVisible()
  await rows.last().getByRole('link').first().focus()
  await page.keyboard.press('j')
  await expect(rows).toHaveCount(210)
  await expect(rows.nth(200).getByRole('link').first()).toBeFocused()
})

test('without the service it says so, and comes back by itself', async ({ page, shell, service }) => {
  await ordered(service)
  await shell.open()
  await service.stop()
  await page.evaluate("location.hash = '#/jour'")
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  await service.start()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.locator('tbody tr.link')).toHaveCount(1)
})

test('a list that leaves entries out says so before them, and of its count', async ({
  page,
  shell,
  service,
}) => {
  await ordered(service)
  await page.route('**/api/day', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), whole: false } })
  })
  await shell.open()
  await shell.go('/jour')
  await expect(page.getByText('Les 1 entrées les plus urgentes sont là')).toBeVisible()
  await expect(page.getByRole('radiogroup').or(page.getByRole('group')).first()).toContainText('plus de 1')
})

test('of an order with two days both places tell the next, then the last', async ({
  page,
  shell,
  service,
}) => {
  const { leadTimes } = await service.call<{ leadTimes: { id: number; days: number }[] }>(
    'GET',
    '/products/201',
  )
  const days = leadTimes.toSorted((a, b) => a.days - b.days)
  const lines = [days[0]!, days.at(-1)!].map(({ id }) => ({ ...LINE, delai: id }))
  await ordered(service, { address: ADDRESS, lines })
  await shell.open()
  await shell.go('/jour')
  const row = page.locator('tbody tr.link .promised')
  await expect(row).toHaveText(/^\s*\p{L}{3}\. \d+ \p{L}+\.?\s+puis \p{L}{3}\. \d+ \p{L}+\.?\s*$/u)
  await shell.go('/commandes/1')
  await expect(page.getByText(/^Livraison promise le \p{L}+ \d+ .*, puis le \p{L}+ \d+ /u)).toBeVisible()
})
