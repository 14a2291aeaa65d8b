/** A step of a quote whose answer takes a while: what is under way is said, cannot be called back, and takes nobody elsewhere. */
import type { Page } from '@playwright/test'
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { flyersAt, savedQuote, type QuotePage } from './pages/quote.ts'
import type { Shell } from './pages/shell.ts'
import type { DeskService } from './service.ts'

/** Holds the answers to an address: the service has done what it was asked for, and nobody hears of it until the end. */
async function answersHeld(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<null>()
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await promise
    // The page may be another by now.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return () => resolve(null)
}

/** Holds the requests themselves: nothing is done before the end. */
async function requestsHeld(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<null>()
  await page.route(address, async (route) => {
    await promise
    await route.continue().catch(() => undefined)
  })
  return () => resolve(null)
}

const away = (page: Page) => page.getByRole('dialog', { name: 'Commande du brouillon 1' })

interface Desk {
  readonly quote: QuotePage
  readonly shell: Shell
  readonly service: DeskService
}

/** Orders a quote whose answer never comes, on a clock that the test goes on with. */
async function unanswered(page: Page, { quote, shell, service }: Desk): Promise<void> {
  await page.clock.install()
  await quote.openSaved(shell, service)
  await page.route('**/order', (route) => route.abort())
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(away(page)).toContainText('peut-être déjà passée')
}

test('an order under way says so at once, and nothing looks as if it could be called back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const release = await requestsHeld(page, '**/order')
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  const wait = away(page)
  await expect(wait).toContainText('La commande est en cours d’enregistrement')
  await expect(wait).toHaveAttribute('aria-busy', 'true')
  await expect(wait.getByRole('status')).toBeFocused()
  await expect(wait.getByRole('button')).toHaveCount(0)
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.mouse.click(4, 300)
  await expect(wait).toBeVisible()
  await expect(page.getByRole('button', { name: /Annuler|Fermer/ })).toHaveCount(0)
  await expect(wait).toContainText('Ne recommandez pas')
  await expect(wait).toContainText('le service n’a pas encore répondu')
  expect(await seriousFaults(page)).toEqual([])
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(wait.getByRole('button', { name: 'Continuer ailleurs' })).toBeFocused()
  release()
  await expect(page).toHaveURL(/commandes\/1$/)
  await expect(shell.toast('Commande enregistrée')).toBeVisible()
})

test('whoever goes elsewhere meanwhile stays there, and is told with the way to the order', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const second = await savedQuote(service, { reference: 'Autre' })
  const release = await answersHeld(page, '**/order')
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await away(page).getByRole('button', { name: 'Continuer ailleurs' }).click()
  await expect(page).toHaveURL(/#\/devis$/)
  await quote.show(shell, second)
  await quote.field('reference').fill('À moi')
  release()
  const told = shell.toast('Le brouillon 1 est commandé.')
  await expect(told).toBeVisible()
  await expect(page).toHaveURL(/devis\/2$/)
  await expect(quote.title).toContainText('Brouillon 2')
  await expect(quote.field('reference')).toHaveValue('À moi')
  // It stays for as long as it takes to be read, on whatever screen.
  await shell.go('/catalogue')
  await told.getByRole('button', { name: 'Voir la commande' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
})

test('an order that fails while one is elsewhere is told with the way to its quote', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const { promise, resolve } = Promise.withResolvers<null>()
  const detail = 'La base de données ne répond pas. Rien n’a été enregistré : réessayez dans un instant.'
  await page.route('**/order', async (route) => {
    await promise
    const errors = [{ path: '', code: 'internal_error', message: detail }]
    await route.fulfill({ status: 503, json: { detail, errors } })
  })
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(away(page)).toBeVisible()
  await shell.go('/commandes')
  resolve(null)
  const told = shell.toast('Brouillon 1 : La base de données ne répond pas. Rien n’a été enregistré')
  await told.getByRole('button', { name: 'Voir le devis' }).click()
  await expect(page).toHaveURL(/devis\/1$/)
  await expect(quote.order).toBeEnabled()
})

test('a quote whose order is under way takes no line from elsewhere, which is said', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const id = await quote.openSaved(shell, service)
  const release = await requestsHeld(page, '**/order')
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(away(page)).toBeVisible()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await configurator.add.click()
  await expect(shell.toast('Le brouillon 1 est occupé')).toBeVisible()
  release()
  await expect(shell.toast('Le brouillon 1 est commandé.')).toBeVisible()
  expect((await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)).lines).toHaveLength(1)
  expect(await service.call('GET', '/quotes')).toHaveLength(1)
})

test('a page that is reloaded meanwhile waits for the order, and shows it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  const { version } = await service.call<{ version: number }>('GET', `/quotes/${id}`)
  // It never arrives: the test orders in its place, as a service does that took its time.
  await page.route('**/order', () => undefined)
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(away(page)).toBeVisible()
  await page.reload()
  await expect(away(page)).toContainText('peut-être déjà passée')
  await page.keyboard.press('Escape')
  await expect(away(page)).toBeVisible()
  await service.call('POST', `/quotes/${id}/order`, { version, expired: false })
  await expect(page).toHaveURL(/commandes\/1$/)
  await expect(page.getByText('ailleurs')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an order in doubt is found out: it was made, though its answer says that nobody knows', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const detail = 'Pas certain.'
  await page.route('**/order', async (route) => {
    await route.fetch()
    const errors = [{ path: '', code: 'internal_error', message: detail }]
    await route.fulfill({ status: 503, json: { detail, errors, doubt: true } })
  })
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
  await expect(page.locator('.toast.error')).toHaveCount(0)
})

test('an order whose answer never came is looked for, and said not to be made once that is certain', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await unanswered(page, { quote, shell, service })
  await page.clock.runFor(25_000)
  await expect(away(page)).toBeHidden()
  // It stays for whoever looks up later, where it is ordered again.
  await page.clock.runFor(60_000)
  await expect(quote.dialog.getByRole('alert')).toContainText('Rien n’a été commandé')
  await page.screenshot({ path: test.info().outputPath('not-made.png') })
})

test('an order that is refused for prices that moved under it has the keyboard on them', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const release = await requestsHeld(page, '**/order')
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(away(page)).toBeVisible()
  await flyersAt(service, 9_900)
  release()
  await expect(page.locator('dialog #moved-prices')).toBeFocused()
  await page.getByRole('button', { name: 'Reprendre les prix du jour' }).press('Enter')
  await expect(quote.dialog.getByRole('button', { name: 'Commander' })).toBeFocused()
})

test('what was told of an order that was not made does not stand beside the next try', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await unanswered(page, { quote, shell, service })
  await away(page).getByRole('button', { name: 'Continuer ailleurs' }).click()
  await page.clock.runFor(25_000)
  const told = shell.toast('Rien n’a été commandé')
  await expect(told).toBeVisible()
  await page.unroute('**/order')
  const release = await requestsHeld(page, '**/order')
  await shell.go('/devis/1')
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(away(page)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(away(page)).toContainText('Ne recommandez pas')
  await page.screenshot({ path: test.info().outputPath('next-try.png') })
  await expect(told).toHaveCount(0)
  release()
  await expect(page).toHaveURL(/commandes\/1$/)
})

test('an order whose service was killed as it wrote is found once that is back, and is made once however often it is pressed', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  // The order is durable, and the service gone before it has answered.
  await page.route('**/order', async (route) => {
    await route.fetch()
    await service.kill()
    await route.abort()
  })
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).dblclick()
  await expect(away(page)).toContainText('peut-être déjà passée')
  await service.start()
  await expect(page).toHaveURL(/commandes\/1$/)
  expect(await service.call<unknown[]>('GET', '/orders')).toHaveLength(1)
})

test('a quote that is being sent, or copied, cannot be left by a key, and leads nobody back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  const sent = await answersHeld(page, '**/quotes/1/state')
  await quote.send()
  const wait = page.getByRole('dialog', { name: 'Envoi du brouillon 1' })
  await expect(wait).toContainText('L’envoi est en cours d’enregistrement')
  await page.keyboard.press('Escape')
  await expect(wait).toContainText('Ne recommencez pas')
  sent()
  await expect(wait).toBeHidden()
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible()

  const copied = await answersHeld(page, '**/duplicate')
  await page.getByRole('button', { name: 'Copier aux prix du jour' }).click()
  await expect(page.getByRole('dialog', { name: /^Copie du devis D/ })).toBeVisible()
  await shell.go('/commandes')
  copied()
  await expect(shell.toast('Copie faite : brouillon 2.')).toBeVisible()
  await expect(page).toHaveURL(/commandes$/)
})

test('what was written and cannot be saved any more is told, with what it was', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.route(`**/api/quotes/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await quote.field('ville').fill('Lyon')
  await expect(page.getByText('Pas encore enregistré')).toBeVisible()
  await shell.go('/commandes')
  const { version } = await service.call<{ version: number }>('GET', `/quotes/${id}`)
  await service.call('POST', `/quotes/${id}/order`, { version, expired: false })
  await page.unroute(`**/api/quotes/${id}`)
  await page.reload()
  await expect(page.getByRole('row', { name: /C000001/ })).toBeVisible()
  await expect(shell.toast('ils y attendent votre choix')).toBeVisible()
  await shell.go(`/devis/${id}`)
  const choice = page.locator('#elsewhere')
  await expect(choice).toContainText('ne peut plus prendre vos changements : Ville (« Lyon »)')
  await expect(choice.getByRole('button', { name: 'Copie avec mes changements' })).toBeVisible()
})

test('what failed for want of an answer is not said any more once the service answers', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service)
  await page.route('**/quotes/1/duplicate', (route) => route.abort())
  await page.getByRole('button', { name: 'Dupliquer', exact: true }).click()
  // Events come back by themselves; until then the message stands.
  await expect(shell.toast('Le service de Comptoir ne répond pas')).toBeVisible()
  await expect(shell.toast('Le service de Comptoir ne répond pas')).toBeHidden({ timeout: 8_000 })
})
