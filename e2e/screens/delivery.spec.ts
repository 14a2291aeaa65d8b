/** When an order arrives: the days on which the shop works, and what says why a lead time is longer than its days. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'

const calendar = {
  region: 'alsace-moselle',
  cutOff: '17:00',
  closures: [{ from: '2026-12-28', to: '2026-12-31', reason: 'Inventaire' }],
}

test('dates of lead times follow the hour, holidays and closings, and say so', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.call('PUT', '/settings', { calendar })
  await page.clock.setFixedTime(new Date('2026-12-23T16:59:00+01:00'))
  await configurator.open(shell, '/produits/201')
  const explained = page.getByText(/^Compté à partir du/)
  await expect(explained).toHaveText(
    /^Compté à partir du mer\. 23 déc\. · après 17:00, du lendemain · fermé\s: ven\. 25 déc\. \(Noël\), du lun\. 28 déc\. au jeu\. 31 déc\. \(Inventaire\), ven\. 1er janv\. 2027 \(Nouvel An\)/,
  )
  await expect(configurator.leadTimes.filter({ hasText: /J\+2/ })).toContainText('lun. 4 janv. 2027')

  await page.clock.setFixedTime(new Date('2026-12-23T17:00:00+01:00'))
  await page.reload()
  await expect(explained).toHaveText(/^Compté à partir du jeu\. 24 déc\./)
  await expect(configurator.leadTimes.filter({ hasText: /J\+2/ })).toContainText('mar. 5 janv. 2027')
})

test('a calendar that is changed elsewhere moves the dates of a screen that is open', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-23T10:00:00+01:00'))
  await configurator.open(shell, '/produits/201')
  const column = configurator.leadTimes.filter({ hasText: /J\+2/ })
  await expect(column).toContainText('mer. 25 nov.')
  await service.call('PUT', '/settings', {
    calendar: { region: '', cutOff: '', closures: [{ from: '2026-11-25', to: '2026-11-25', reason: '' }] },
  })
  await expect(column).toContainText('jeu. 26 nov.')
  await expect(page.getByText(/fermé\s: mer\. 25 nov\./)).toBeVisible()
})

test('what was sent long ago is ordered for the days that the order will have, and says where those are others', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  interface Sent {
    lines: { promised: string }[]
    version: number
  }
  const { lines } = await service.call<Sent>('PUT', `/quotes/${id}/state`, { state: 'sent' })
  const { promised } = lines[0]!
  /** @param now milliseconds: of that year none is told */
  const told = (now: number) =>
    new Intl.DateTimeFormat('fr', {
      ...{ weekday: 'short', day: 'numeric', month: 'short' },
      ...(promised.startsWith(String(new Date(now).getFullYear())) ? {} : { year: 'numeric' }),
    }).format(new Date(promised))
  const then = told(Date.now())
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  await expect(quote.dialog).toContainText(`, ${then}`)
  await expect(quote.dialog).not.toContainText('au devis')
  await page.keyboard.press('Escape')

  const later = Date.now() + 45 * 86_400_000
  await page.clock.setFixedTime(later)
  await page.reload()
  await quote.order.click()
  await expect(quote.dialog).toContainText('livré à d’autres jours que ceux qui ont été envoyés')
  await expect(quote.dialog).toContainText(`(au devis : ${told(later)})`)
  await expect(quote.dialog).not.toContainText(`, ${then}`)
  expect(await seriousFaults(page)).toEqual([])
})

test('files that come later move the dates: beside the prices, on the quote, after a reload', async ({
  page,
  shell,
  configurator,
  quote,
}) => {
  await configurator.open(shell, '/produits/201')
  const column = configurator.leadTimes.filter({ hasText: /J\+2/ })
  const files = page.getByRole('textbox', { name: 'Remise des fichiers' })
  await files.fill('05/03/2040')
  await expect(column).toContainText('mer. 7 mars 2040')
  await expect(page.getByText(/^Compté à partir du lun\. 5 mars 2040/)).toBeVisible()
  await column.click()
  await configurator.add.click()
  await expect(
    page.getByText('Remise des fichiers du brouillon 1 : sa ligne suit aussi ce jour.'),
  ).toBeVisible()
  await shell.quoteChip.click()
  await expect(quote.title).toHaveText(/Brouillon 1/)
  await expect(files).toHaveValue('05/03/2040')
  await expect(page.getByText(/mer\. 7 mars 2040/).first()).toBeVisible()
  await files.fill('')
  await expect(page.getByText(/mer\. 7 mars 2040/)).toHaveCount(0)
  await page.reload()
  await expect(quote.title).toHaveText(/Brouillon 1/)
  await expect(files).toHaveValue('')

  // After a quote that was sent it is that of the next one.
  await quote.send({ unnamed: true })
  await expect(page.locator('#sent')).toBeVisible()
  await shell.go('/produits/201')
  await files.fill('06/03/2040')
  await expect(column).toContainText('jeu. 8 mars 2040')
  await configurator.add.click()
  await shell.quoteChip.click()
  await expect(quote.title).toHaveText(/Brouillon 2/)
  await expect(files).toHaveValue('06/03/2040')
})

test('the day of the files is in the address: a reload and another window promise the same', async ({
  page,
  shell,
  configurator,
  context,
}) => {
  await configurator.open(shell, '/produits/201')
  const files = page.getByRole('textbox', { name: 'Remise des fichiers' })
  await files.fill('05/03/2040')
  await expect(page).toHaveURL(/fichiers=2040-03-05/)
  await page.reload()
  await expect(files).toHaveValue('05/03/2040')
  await expect(configurator.leadTimes.filter({ hasText: /J\+2/ })).toContainText('mer. 7 mars 2040')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('textbox', { name: 'Remise des fichiers' })).toHaveValue('05/03/2040')
  await other.close()
  await files.fill('')
  await expect(page).not.toHaveURL(/fichiers/)
})

test('a day of the files that is over is said, and today counts', async ({ page, shell, configurator }) => {
  await page.clock.setFixedTime(new Date('2026-11-23T10:00:00+01:00'))
  await configurator.open(shell, '/produits/201')
  const column = configurator.leadTimes.filter({ hasText: /J\+2/ })
  const files = page.getByRole('textbox', { name: 'Remise des fichiers' })
  await files.fill('20/11/2026')
  const past = page.getByText('Remise des fichiers : le 20/11/2026 est passé. Compté à partir d’aujourd’hui.')
  await expect(past).toBeVisible()
  await expect(column).toContainText('mer. 25 nov.')
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await files.fill('23/11/2026')
  await expect(past).toHaveCount(0)
})

test('the shop’s calendar is set in the settings, and what cannot be is said at its field', async ({
  page,
  shell,
  service,
}) => {
  await shell.open()
  await shell.go('/reglages')
  const region = page.getByRole('region', { name: 'Jours ouvrés et délais' })
  await region.getByLabel('Jours fériés').selectOption('Alsace-Moselle')
  await region.getByLabel('Heure limite du jour').fill('25h')
  await region.getByRole('button', { name: 'Ajouter une fermeture' }).click()
  await region.getByRole('textbox', { name: 'Premier jour' }).fill('28/12/2026')
  await region.getByRole('textbox', { name: 'Dernier jour' }).fill('01/12/2026')
  await region.getByLabel('Motif (pour le client)').fill('Inventaire')
  await expect.poll(() => seriousFaults(page)).toEqual([])
  let asked = 0
  page.on('request', (request) => (asked += request.method() === 'PUT' ? 1 : 0))
  const save = page.getByRole('button', { name: 'Enregistrer' })
  await save.click()
  await expect(region.getByText('Une heure s’écrit de 00:00 à 23:59')).toBeVisible()
  await expect(region.getByText('Le dernier jour d’une fermeture suit le premier')).toBeVisible()
  await expect(region.getByLabel('Heure limite du jour')).toBeFocused()

  await region.getByLabel('Heure limite du jour').fill('17h')
  const last = region.getByRole('textbox', { name: 'Dernier jour' })
  await last.fill('31/12/2026')
  // What is no day keeps the whole from being saved with the one before.
  await last.fill('31/13/2026')
  await last.press('Enter')
  await expect(last).toBeFocused()
  await expect(region.getByText('Une date est attendue')).toBeVisible()
  await last.fill('31/12/2026')
  await save.click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  expect(asked).toBe(2)
  expect(await service.call('GET', '/settings')).toMatchObject({ calendar })
  await page.reload()
  await expect(region.getByLabel('Heure limite du jour')).toHaveValue('17:00')
  await region.getByRole('button', { name: 'Retirer la fermeture du 28/12/2026' }).click()
  await expect(region.getByRole('button', { name: 'Ajouter une fermeture' })).toBeFocused()
  await save.click()
  await expect.poll(() => service.call('GET', '/settings')).toMatchObject({ calendar: { closures: [] } })
})

test.describe('screens in another part of the world', () => {
  // One where it is another day by now.
  test.use({ timezoneId: new Date().getUTCHours() >= 11 ? 'Pacific/Kiritimati' : 'Pacific/Honolulu' })

  test('promise the days that the quote has: those of the shop’s clock', async ({
    shell,
    service,
    configurator,
    quote,
  }) => {
    const id = await quote.openSaved(shell, service)
    const { lines } = await service.call<{ lines: { promised: string; price: { label: string } }[] }>(
      'GET',
      `/quotes/${id}`,
    )
    const { promised, price } = lines[0]!
    await configurator.open(shell, '/produits/201')
    const day = new Intl.DateTimeFormat('fr', { day: 'numeric', month: 'short' }).format(new Date(promised))
    await expect(configurator.leadTimes.filter({ hasText: price.label })).toContainText(` ${day}`)
  })
})
