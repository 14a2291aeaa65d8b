/** A quote that is changed, deleted, sent or left for another one while a line or a field of it is written here. */
import { expect, test } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const line = (produit: number, quantity: number, label = '') => ({
  area: 'print',
  line: { produit, quantites_multiples: [quantity], ...(label ? { label } : {}) },
  delai: null,
})

async function savedQuote(service: DeskService, lines: object[], more: object = {}): Promise<number> {
  const body = { reference: 'REF-1', address: ADDRESS, lines, ...more }
  return (await service.call<{ id: number }>('POST', '/quotes', body)).id
}
const linesOf = async (service: DeskService, id: number) =>
  (await service.call<{ lines: { line: object }[] }>('GET', `/quotes/${id}`)).lines.map(({ line }) => line)

test('an address of a line names its quote: with another one open, nothing of that is changed', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const first = await savedQuote(service, [line(201, 1000)])
  const second = await savedQuote(service, [line(201, 500, 'Autre')])
  await shell.open()
  await shell.go(`/devis/${first}`)
  await quote.lines
    .first()
    .getByRole('link', { name: /^Modifier/ })
    .click()
  await expect(page.getByText('Modification de la ligne 1 du brouillon 1')).toBeVisible()
  await shell.go(`/devis/${second}`)
  await expect(quote.title).toContainText('Brouillon 2')
  await page.goBack()
  await expect(page.getByText('Cette ligne du brouillon 1 n’est plus en cours de modification')).toBeVisible()
  await expect(configurator.add).toHaveText('Ajouter au devis')
  await page.getByRole('link', { name: 'Ouvrir le devis' }).click()
  await expect(quote.title).toContainText('Brouillon 1')
  await page.goBack()
  await expect(page.getByText('Modification de la ligne 1 du brouillon 1')).toBeVisible()
  await expect(configurator.add).toHaveText('Mettre à jour la ligne')
})

test('a line that has moved up is the one that is changed; one that is gone is not', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const id = await savedQuote(service, [line(201, 250), line(201, 1000), line(201, 5000)])
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.lines
    .nth(1)
    .getByRole('link', { name: /^Modifier/ })
    .click()
  await expect(page.getByText('Modification de la ligne 2 du brouillon 1')).toBeVisible()
  const address = page.url()
  const removeFirst = quote.lines.first().getByRole('button', { name: /^Retirer «/ })
  await page.goBack()
  await removeFirst.click()
  await expect(quote.lines).toHaveCount(2)
  await page.goto(address)
  await expect(page.getByText('Modification de la ligne 1 du brouillon 1')).toBeVisible()
  await configurator.pick('Quantité', '2000')
  await configurator.add.click()
  await expect(page).toHaveURL(/devis\/1$/)
  expect(await linesOf(service, id)).toMatchObject([
    { quantites_multiples: [2000] },
    { quantites_multiples: [5000] },
  ])
  await removeFirst.click()
  await expect(quote.lines).toHaveCount(1)
  await page.goto(address)
  await expect(page.getByText('Cette ligne n’est plus au brouillon 1')).toBeVisible()
})

test('a draft deleted elsewhere says so, and what the screen shows goes on as a new quote', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service, [line(201, 1000)])
  await shell.unheard()
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  await service.call('DELETE', `/quotes/${id}`)
  await quote.field('reference').fill('Ma référence')
  const gone = page.getByRole('alert').filter({ hasText: 'Ce devis a été supprimé ailleurs' })
  await expect(gone).toBeVisible()
  await expect(page.getByRole('button', { name: 'Commander' })).toHaveCount(0)
  await gone.getByRole('button', { name: 'Reprendre ses lignes' }).click()
  await expect(quote.title).toContainText('Brouillon 2')
  await expect(quote.field('reference')).toHaveValue('Ma référence')
  await expect(quote.field('societe')).toHaveValue(ADDRESS.societe)
  await expect(quote.lines).toHaveCount(1)
  await expect(gone).toBeHidden()
})

test('after a draft was deleted elsewhere a line begins a new quote, and a copy says why there is none', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const id = await savedQuote(service, [line(201, 1000)])
  await shell.unheard()
  await shell.open()
  // Its prices are looked at once it is open: not of a quote that is none by then.
  const looked = page.waitForResponse((answer) => answer.url().endsWith(`/quotes/${id}/prices`))
  await shell.go(`/devis/${id}`)
  await expect(quote.lines).toHaveCount(1)
  await looked
  await service.call('DELETE', `/quotes/${id}`)
  await page.getByRole('button', { name: 'Dupliquer', exact: true }).click()
  await expect(page.getByText('Ce devis a été supprimé ailleurs')).toBeVisible()
  await expect(page.locator('#elsewhere')).toBeFocused()
  await page.reload()
  await expect(page.getByText('le devis 1 n’existe pas ou plus')).toBeVisible()
  const other = await savedQuote(service, [line(201, 1000)])
  await shell.go(`/devis/${other}`)
  await expect(quote.title).toContainText('Brouillon 2')
  await shell.go('/produits/203')
  await configurator.chosenCell.waitFor()
  await service.call('DELETE', `/quotes/${other}`)
  await configurator.add.click()
  await expect(
    shell.toast('Brouillon 2 a été supprimé entre-temps : ajouté à un nouveau devis, brouillon 3.'),
  ).toBeVisible()
  expect(await linesOf(service, 3)).toHaveLength(1)
})

test('a line that is open in the configurator stays the same one while another counter moves, changes or removes lines', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const [flyers, cards, posters] = [line(201, 1000), line(203, 500), line(201, 5000)]
  const id = await savedQuote(service, [flyers, cards, posters])
  const there = async (lines: object[]) => {
    const present = await service.call<object>('GET', `/quotes/${id}`)
    await service.call('PUT', `/quotes/${id}`, { ...present, lines })
  }
  const products = async () =>
    (await linesOf(service, id)).map((each) => (each as { produit: number }).produit)
  await shell.open()
  await shell.go(`/devis/${id}`)
  const modify = quote.lines.nth(1).getByRole('link', { name: /^Modifier/ })
  await modify.click()
  await configurator.chosenCell.waitFor()
  await there([flyers, posters, cards])
  await expect(page.getByText('Modification de la ligne 3 du brouillon 1')).toBeVisible()
  await there([flyers, posters, { ...cards, sale: { by: 'fixed', cents: 6600 } }])
  await expect(page.getByText(/Relisez\. Changé ailleurs\s: Lignes .*66,00\s€/)).toBeVisible()
  await configurator.field('Repère de la ligne').fill('Stand')
  await expect(configurator.add).toBeEnabled()
  await configurator.add.click()
  await expect(page).toHaveURL(new RegExp(`devis/${id}$`))
  await expect.poll(products).toEqual([201, 201, 203])
  await expect(quote.lines.nth(2)).toContainText('Stand')

  // Of two that are alike the one that was open is changed, and its price is told of no other.
  await quote.lines
    .nth(1)
    .getByRole('link', { name: /^Modifier/ })
    .click()
  await configurator.chosenCell.waitFor()
  await there([flyers, posters, posters, cards])
  await configurator.pick('Quantité', '2500')
  await expect(configurator.add).toBeEnabled()
  await configurator.add.click()
  await expect(page).toHaveURL(new RegExp(`devis/${id}$`))
  await expect(quote.lines.nth(1)).toContainText(/2\s500/)
  await expect(quote.lines.nth(2)).toContainText(/5\s000/)
  expect(await shell.toast('Le prix a changé entre-temps').count()).toBe(0)

  await quote.lines
    .nth(3)
    .getByRole('link', { name: /^Modifier/ })
    .click()
  await configurator.chosenCell.waitFor()
  await there([flyers, posters])
  await expect(
    page.getByText('Cette ligne n’est plus au brouillon 1 telle qu’elle était ouverte'),
  ).toBeVisible()
  await expect(configurator.add).toHaveText('Ajouter au devis')
  expect(await products()).toEqual([201, 201])
  await configurator.add.click()
  await expect(shell.toast('Ajouté au brouillon 1')).toBeVisible()
  expect(await products()).toEqual([201, 201, 203])
})

test('what another counter chose in a line that is open in the configurator stays chosen; what both wrote is told, to be taken', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const id = await savedQuote(service, [line(201, 1000, 'Hall')])
  const there = async (lines: object[]) => {
    const present = await service.call<object>('GET', `/quotes/${id}`)
    await service.call('PUT', `/quotes/${id}`, { ...present, lines })
  }
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.lines
    .first()
    .getByRole('link', { name: /^Modifier/ })
    .click()
  await configurator.chosenCell.waitFor()
  await configurator.field('Repère de la ligne').fill('Accueil')
  await there([line(201, 2500, 'Stand')])
  await expect(configurator.options.getByRole('combobox', { name: 'Quantité' })).toHaveValue(/2\s500/)
  await expect(configurator.field('Repère de la ligne')).toHaveValue('Accueil')
  await expect(page.getByText('Repère de la ligne Changé ailleurs : Stand')).toBeVisible()
  await configurator.add.click()
  await expect(page).toHaveURL(new RegExp(`devis/${id}$`))
  expect(await linesOf(service, id)).toMatchObject([{ quantites_multiples: [2500], label: 'Accueil' }])

  await quote.lines
    .first()
    .getByRole('link', { name: /^Modifier/ })
    .click()
  await configurator.chosenCell.waitFor()
  await configurator.pick('Quantité', '5000')
  await there([line(201, 1000, 'Salon')])
  await expect(configurator.field('Repère de la ligne')).toHaveValue('Salon')
  await page.getByRole('button', { name: 'Reprendre' }).click()
  await expect(configurator.add).toBeEnabled()
  await configurator.add.click()
  await expect(page).toHaveURL(new RegExp(`devis/${id}$`))
  expect(await linesOf(service, id)).toMatchObject([{ quantites_multiples: [1000], label: 'Salon' }])
})

test('a draft sent elsewhere takes no changes: they go into a copy', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service, [line(201, 1000)])
  await shell.unheard()
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.field('reference')).toHaveValue('REF-1')
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await quote.field('reference').fill('Ma référence')
  const sent = page.getByRole('alert').filter({ hasText: 'a été envoyé entre-temps' })
  await expect(sent).toContainText('Référence (« Ma référence »)')
  await expect(page.getByRole('button', { name: 'Enregistrer ce choix' })).toHaveCount(0)
  await sent.getByRole('button', { name: 'Copie avec mes changements' }).click()
  await expect(quote.title).toContainText('Brouillon 2')
  await expect(quote.field('reference')).toHaveValue('Ma référence')
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent', reference: 'REF-1' })
})

test('lines that both counters changed are shown line by line, and none is chosen beforehand', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service, [line(201, 1000), line(201, 250)])
  await shell.unheard()
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.lines).toHaveCount(2)
  const read = await service.call<{ lines: { id: string }[] }>('GET', `/quotes/${id}`)
  const other = { ...line(203, 5000), id: read.lines[0]!.id }
  await service.call('PUT', `/quotes/${id}`, { ...read, lines: [other, read.lines[1]] })
  await quote.lines
    .first()
    .getByRole('button', { name: /^Retirer «/ })
    .click()
  const conflict = page.getByRole('alert', { name: /modifié ailleurs/ })
  const row = conflict.getByRole('row', { name: /^Lignes/ })
  await expect(row.getByRole('radio', { checked: true })).toHaveCount(0)
  const [here, there] = [row.getByRole('cell').nth(0), row.getByRole('cell').nth(1)]
  await expect(here).toContainText(/Flyers A7.*250.*J\+\d.*€/)
  await expect(there).toContainText(/5\s000.*J\+\d.*€.*Flyers A7.*250.*J\+\d.*€/)
  const save = conflict.getByRole('button', { name: 'Enregistrer ce choix' })
  await expect(save).toBeDisabled()
  await there.getByRole('radio').check()
  await save.click()
  await expect(conflict).toBeHidden()
  expect(await linesOf(service, id)).toMatchObject([{ produit: 203 }, { produit: 201 }])
})

test('the order dialog of one quote closes where the address goes to another', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const [first, second] = [
    await savedQuote(service, [line(201, 1000)]),
    await savedQuote(service, [line(203, 500)]),
  ]
  await shell.open()
  await shell.go(`/devis/${first}`)
  await shell.go(`/devis/${second}`)
  await expect(quote.title).toContainText('Brouillon 2')
  await quote.order.click()
  await expect(quote.dialog).toBeVisible()
  await page.goBack()
  await expect(quote.title).toContainText('Brouillon 1')
  await expect(quote.dialog).toHaveCount(0)
})

test('an answer that is late for its address is not shown at another one', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const [first, second] = [
    await savedQuote(service, [line(201, 1000)]),
    await savedQuote(service, [line(203, 500)], { reference: 'REF-2' }),
  ]
  await shell.open()
  const held = Promise.withResolvers<null>()
  await page.route(`**/api/quotes/${first}`, async (route) => {
    await held.promise
    await route.continue()
  })
  const address = `/api/quotes/${first}`
  const asked = page.waitForRequest((request) => request.url().endsWith(address))
  await page.goto(`${service.url}/#/devis/${first}`)
  await asked
  await shell.go(`/devis/${second}`)
  await expect(quote.title).toContainText('REF-2')
  const late = page.waitForResponse((response) => response.url().endsWith(address))
  held.resolve(null)
  await (await late).finished()
  await page.getByLabel('Note pour le client').fill('Rappeler jeudi')
  await expect(quote.saved).toBeVisible()
  await expect(quote.title).toContainText('REF-2')
  expect(await service.call('GET', `/quotes/${second}`)).toMatchObject({ note: 'Rappeler jeudi' })
})

test('a copy is shown though its original is read anew meanwhile', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service, [line(201, 1000)])
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.title).toContainText('Brouillon 1')
  const held = Promise.withResolvers<null>()
  await page.route('**/api/quotes/2', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/quotes/2')
  await page.getByRole('button', { name: 'Dupliquer', exact: true }).click()
  await asked
  const anew = page.waitForResponse(`**/api/quotes/${id}`)
  await service.import({ format: 'comptoir-bundle/1', delais: [] })
  await (await anew).finished()
  held.resolve(null)
  await expect(quote.title).toContainText('Brouillon 2')
  await expect(page).toHaveURL(/devis\/2$/)
})

test('a line whose quote cannot be read at a reload is not taken for closed: it is read again', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const id = await savedQuote(service, [line(201, 1000)])
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.lines
    .first()
    .getByRole('link', { name: /^Modifier/ })
    .click()
  await expect(configurator.add).toHaveText('Mettre à jour la ligne')
  await page.route(`**/api/quotes/${id}`, (route) => route.abort(), { times: 1 })
  await page.reload()
  // By itself where the first try had failed by then, else once asked to.
  const again = page.getByRole('button', { name: 'Réessayer' })
  await expect(configurator.add.or(again)).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expect(configurator.add).toHaveText('Mettre à jour la ligne')
})
