/** An old configuration that a new catalogue broke: what is missing, what is nearest to it, and the difference in price. */
import { danglingReferences, seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ stocked: false })

const PAPERS = {
  kraft: { id: 52, nom: 'Kraft brun 300 g' },
  coated: { id: 51, nom: 'Couché mat 350 g' },
  light: { id: 53, nom: 'Kraft brun 250 g' },
}
const varnish = { id: 6, nom: 'Vernis', type: 'variante', variantes: [{ id: 61, nom: 'Sélectif' }] }

function bundle(papers: object[], quantities: number[], days: number[], more: object[] = []) {
  return {
    format: 'comptoir-bundle/1',
    delais: [1, 2, 4, 6].map((jours) => ({ id: jours, jours })),
    produits: [
      {
        id: 1,
        nom: 'Cartes',
        delais: days,
        quantites: { range: false, available: quantities },
        options: [{ id: 5, nom: 'Papier', type: 'variante', variantes: papers }, ...more],
      },
    ],
    tarifs: {
      print: [
        {
          produit: 1,
          delai_principal: days[0],
          lecture: 'lineaire',
          grille: [
            { quantite: 100, prix: '1000' },
            { quantite: 200, prix: '1500' },
          ],
          variantes: papers.includes(PAPERS.light) ? { 53: { fixe: '250' } } : {},
        },
      ],
    },
  }
}
const { kraft, coated, light } = PAPERS
const LINE = { produit: 1, variantes: [52, 61], quantites_multiples: [100] }

test('a line of a quote: one click for each, the price of the quote beside the price of now', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(bundle([coated, kraft], [100, 200], [2], [varnish]))
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: [{ area: 'print', line: LINE, delai: 2 }],
  })
  await service.import(bundle([coated, light], [100, 200], [2]))
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('link', { name: /^Modifier «\sCartes/ }).click()
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await expect(lost).toContainText('Papier')
  await expect(lost).toContainText('« Kraft brun 300 g » n’est plus proposé')
  await expect(lost).toContainText('« Vernis : Sélectif » n’est plus proposé, et rien ne le remplace')
  await expect(lost).toContainText(/Au devis\s: 10,00\s€ HT\s; à présent\s: 12,50\s€ HT. 2,50\s€ de plus./)
  await expect(configurator.add).toBeDisabled()
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await expect.poll(() => danglingReferences(page)).toEqual([])
  await lost.getByRole('button', { name: /Papier\s: prendre «\sKraft brun 250 g\s»/ }).click()
  await expect(configurator.variant('Kraft brun 250 g')).toBeChecked()
  await expect(lost).toContainText('remplacé par « Kraft brun 250 g »')
  await expect(lost).toContainText('2,50')
  await configurator.choose('Couché mat 350 g')
  await expect(lost).toContainText('Le prix est le même.')
  await configurator.choose('Kraft brun 250 g')
  await configurator.add.click()
  await expect(page.getByText('Papier : Kraft brun 250 g')).toBeVisible()
})

test('a line that is sold on a mark-up, or at a fixed price, is told at what it was sold at', async ({
  page,
  shell,
  service,
}) => {
  await service.import(bundle([coated, kraft], [100, 200], [2], [varnish]))
  const line = { area: 'print', line: LINE, delai: 2 }
  const sales = [
    { by: 'markup', percent: '60' },
    { by: 'fixed', cents: 3300 },
  ]
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: sales.map((sale) => ({ ...line, sale })),
  })
  await service.import(bundle([coated, light], [100, 200], [2]))
  await shell.open()
  await shell.go(`/devis/${id}`)
  const rows = page.locator('main table tbody tr')
  for (const [i, was, now, difference] of [
    [0, '16,00', '20,00', '4,00'],
    // A fixed price stays: what it costs does not.
    [
      1,
      '33,00',
      '33,00',
      'Coût\u00a0: 10,00\u00a0€\u00a0; à présent\u00a0: 12,50\u00a0€, 2,50\u00a0€ de plus.',
    ],
  ] as const) {
    await expect(rows.nth(i).locator('s')).toHaveText(new RegExp(`^${was}\\s€$`))
    await page
      .getByRole('link', { name: /^Modifier «\sCartes/ })
      .nth(i)
      .click()
    const prices = page.getByRole('region', { name: 'Le catalogue a changé depuis' }).locator('.prices')
    await expect(prices).toContainText(`Au devis\u00a0: ${was}`)
    await expect(prices).toContainText(`à présent\u00a0: ${now}`)
    await expect(prices).toContainText(difference)
    await page.goBack()
  }
})

test('a saved configuration, and a link without a word of it: all that is gone is named, and taken by the keyboard', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(bundle([coated, kraft], [100, 200], [2, 4], [varnish]))
  const { id } = await service.call<{ id: number }>('POST', '/shelf/configurations', {
    ...{ name: 'Cartes du marché', area: 'print', line: LINE, delai: 2, leadTimeLabel: 'J+2' },
  })
  await service.import(bundle([coated, light], [200, 500], [1, 6]))
  await shell.open()
  for (const address of [
    `/produits/1?configuration=${id}`,
    '/produits/1?choix=52-61&quantites=100&jours=2',
  ]) {
    await shell.go(address)
    const lost = page.getByRole('region', { name: /Le catalogue a changé|Remplacé/ })
    for (const words of [
      'Quantité',
      '« 100 »',
      '« Kraft brun 300 g »',
      'Délai',
      '« J+2 »',
      // What was kept says what it cost then, also where a link asks for the same.
      'À l’enregistrement',
    ])
      await expect(lost).toContainText(words)
    await lost.getByRole('button', { name: 'Prendre tous les plus proches' }).focus()
    await page.keyboard.press('Enter')
    await expect(configurator.variant('Kraft brun 250 g')).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Quantité' })).toHaveValue('200')
    await expect(configurator.chosenLeadTime).toContainText('J+1')
    await expect(configurator.add).toBeEnabled()
    await expect(lost.getByRole('button')).toHaveCount(0)
    await expect(page).toHaveURL(/choix=53&quantites=200&jours=1/)
  }
})

test('what nothing and nobody names gives way all the same', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(bundle([coated, light], [100], [2]))
  await shell.open()
  await shell.go('/produits/1?choix=52&quantites=100&jours=2')
  const lost = page.getByRole('region', { name: /Le catalogue a changé/ })
  await expect(lost).toContainText('Ce qui avait été choisi n’est plus proposé.')
  await lost.getByRole('button', { name: /prendre «\sCouché mat 350 g\s»/ }).click()
  await expect(configurator.add).toBeEnabled()
})

test('a line that has lost its price is not frozen with the others: it stays sold as it is, and that is said', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await service.import(bundle([coated, kraft], [100, 200], [2]))
  const sale = { by: 'markup', percent: '20' }
  const sold = (paper: number, quantity: number) => ({
    ...{ area: 'print', delai: 2, sale },
    line: { produit: 1, variantes: [paper], quantites_multiples: [quantity] },
  })
  const lines = [sold(coated.id, 100), sold(kraft.id, 100), sold(coated.id, 200)]
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { lines })
  await service.import(bundle([coated, light], [100, 200], [2]))
  await shell.open()
  await quote.show(shell, id)
  await page.getByRole('button', { name: 'Prix de toutes les lignes' }).click()
  await page.getByLabel('Prix du catalogue').check()
  await expect(quote.dialog).toContainText(/25,00\s€ HT.* Sans 1 produit, qui n’a pas de prix\./)
  await page.getByLabel('Figer les prix de vente actuels').check()
  const stays = '1 produit n’a pas de prix à figer : il reste vendu comme il l’est.'
  await expect(quote.dialog).toContainText(stays)
  await page.screenshot({ path: test.info().outputPath('dialog.png') })
  await quote.dialog.getByRole('button', { name: 'Appliquer à toutes' }).click()
  await expect(page.getByText(`Prix de 2 produits changés. ${stays}`)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('frozen.png') })
  const saved = async () =>
    (await service.call<{ lines: { sale: unknown }[] }>('GET', `/quotes/${id}`)).lines.map(
      (line) => line.sale,
    )
  const fixed = (cents: number) => ({ by: 'fixed', cents })
  await expect.poll(saved).toMatchObject([fixed(1200), sale, fixed(1800)])
  await page.getByRole('button', { name: 'Remettre les prix' }).click()
  await expect.poll(saved).toMatchObject([sale, sale, sale])
})

test('a copy says how many of its lines have no price, which keep the last one', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await service.import(bundle([coated, kraft], [100, 200], [2]))
  const lines = [100, 200].map((quantity) => ({
    ...{ area: 'print', delai: 2 },
    line: { produit: 1, variantes: [kraft.id], quantites_multiples: [quantity] },
  }))
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { lines })
  await service.import(bundle([coated, light], [100, 200], [2]))
  await shell.open()
  await quote.show(shell, id)
  const copied = async (copy: number) => {
    await page.getByRole('button', { name: 'Dupliquer', exact: true }).click()
    await expect(quote.title).toHaveText(new RegExp(`^\\s*Brouillon ${copy}\\b`))
    const told = new RegExp(`brouillon ${copy}\\. .*2 lignes n’ont pas de prix du jour\\.`)
    await expect(shell.toast(told)).toBeVisible()
    await expect(quote.lines.locator('s, del').first()).toHaveText(/^10,00\s€$/)
    await expect(quote.lines.nth(1)).toContainText('Plus de prix')
    await expect(quote.lines.nth(1)).toContainText('« Kraft brun 300 g »')
  }
  await copied(id + 1)
  await copied(id + 2)
  await page.screenshot({ path: test.info().outputPath('copy.png') })
})

const TOTEM = {
  carton: [21, 'Carton 3 mm', 1],
  poly: [22, 'Polypropylène 220 µm', 2],
  fabric: [23, 'Tissu 260 g', 4],
} as const
const totem = (...supports: (readonly [id: number, name: string, days: number])[]) => ({
  format: 'comptoir-bundle/1',
  delais: [2, 4].map((jours) => ({ id: jours, jours })),
  familles: [
    {
      ...{ id: 1, nom_complet: 'Totem', sans_impression_possible: false },
      ...{ formats: [{ id: 11, nom: 'A1' }], impressions: [{ id: 31, nom: 'Quadri' }] },
      ...{ finitions: [], decoupes: [], options: [] },
      supports: supports.map(([id, nom_complet, delai_min]) => ({ id, nom_complet, delai_min })),
    },
  ],
  tarifs: {
    display: [
      {
        famille: 1,
        delai_principal: 4,
        delais: { 2: {}, 4: {} },
        formats: { 11: { lecture: 'unitaire', grille: [{ quantite: 1, prix: '9000' }] } },
      },
    ],
  },
})

test('a material is replaced by one that is to be had at the lead time, else the lead time that it needs is said, and taken', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  const { carton, poly, fabric } = TOTEM
  await service.import(totem(carton, poly, fabric))
  const chosen = { famille: 1, format: 11, support: 22, impression: 31, finition: null, decoupe: null }
  const line = {
    ...{ area: 'display', delai: 2 },
    line: { ...chosen, quantite: 1, variantes: [], verification: false },
  }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: [line, { ...line, sale: { by: 'fixed', cents: 8000 } }],
  })
  const opened = async (at = 0) => {
    await shell.open()
    await shell.go(`/devis/${id}`)
    await page
      .getByRole('link', { name: /^Remplacer ce qui manque/ })
      .nth(at)
      .click()
  }
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await service.import(totem(carton, fabric))
  await opened()
  await expect(lost.getByRole('button')).toHaveText('Prendre « Carton 3 mm »')

  await shell.go('/devis')
  await service.import(totem(fabric))
  await opened()
  const take = lost.getByRole('button')
  await expect(take).toHaveText('Prendre « Tissu 260 g », en J+4')
  await expect(lost.locator('.prices')).toContainText('En J+4, et non en J+2.')
  await page.screenshot({ path: test.info().outputPath('lead-time.png') })
  await take.click()
  await expect(lost).toContainText('remplacé par « Tissu 260 g »')
  await expect(configurator.chosenLeadTime).toContainText('J+4')
  await expect(configurator.add).toBeEnabled()

  // Another one, taken at a lead time that it has no price at.
  await opened(1)
  await configurator.choose('Tissu 260 g')
  await expect(page.getByLabel(/^Prendre le prix du catalogue/)).toHaveAccessibleName(
    'Prendre le prix du catalogue, qui n’en a pas à ce délai',
  )
})

test('what is offered no more in an open quote is told before its list is read, and on the dashboard', async ({
  page,
  shell,
  service,
}) => {
  await service.import(bundle([coated, kraft], [100, 200], [2]))
  const line = { ...LINE, variantes: [52] }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: [{ area: 'print', line, delai: 2 }],
  })
  await service.import(bundle([coated, light], [100, 200], [2]))
  await shell.open()
  await shell.go('/devis')
  await expect(page.getByRole('link', { name: 'Prix des devis ouverts 1 à revoir' })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`Brouillon ${id}`) })).toContainText('À revoir')
  await shell.go('/tableau-de-bord')
  await expect(page.getByText('Un devis ouvert a une ligne qui n’est plus proposée.')).toBeVisible()
  await expect(page.getByText('Rien')).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('dashboard.png') })
  await page.locator('main').getByRole('link', { name: 'Prix des devis ouverts' }).click()
  await expect(page.getByText('1 avec une ligne qui n’est plus proposée.')).toBeVisible()
})

test('a lead time that has just gone is added without a price, and that is said as one', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(bundle([coated], [100, 200], [2, 4]))
  await shell.unheard()
  await configurator.open(shell, '/produits/1?quantites=200&jours=4')
  await service.import(bundle([coated], [100, 200], [2]))
  await configurator.add.click()
  const told = shell.toast('Il n’y a plus de prix pour ce qui était à l’écran')
  await expect(told).toHaveText(/\(15,00\s€\)\s: la ligne est au brouillon \d+, sans prix\./)
  await expect(page.getByText('Pas de prix à ce délai.,')).toHaveCount(0)
  await expect(shell.toast('Ajouté au brouillon')).toHaveCount(0)
})

test('a lead time that goes under an open page is told as gone, and the address says what stands', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  const all = [2, 4, 6]
  await service.import(bundle([coated], [100, 200], all))
  await shell.open()
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  // By a link, and by hand.
  await shell.go('/produits/1?quantites=200&jours=6')
  await expect(configurator.chosenLeadTime).toContainText('J+6')
  await service.import(bundle([coated], [100, 200], [2, 4]))
  await expect(lost).toContainText('« J+6 » n’est plus proposé.')
  await expect(configurator.chosenLeadTime).toContainText('J+4')
  await expect(page).toHaveURL(/jours=4/)
  await service.import(bundle([coated], [100, 200], all))
  await expect(lost).toHaveCount(0)
  await expect(page).toHaveURL(/jours=6/)

  await shell.go('/devis')
  await shell.go('/produits/1?quantites=200')
  await configurator.leadTimes.filter({ hasText: 'J+6' }).first().click()
  await expect(page).toHaveURL(/jours=6/)
  // With a quantity: that is seen to first.
  await service.import(bundle([coated], [100], [2, 4]))
  await expect(configurator.options).toContainText('La quantité 200 n’est pas proposée')
  await configurator.pick('Quantité', '100')
  await expect(lost).toContainText('« J+6 » n’est plus proposé.')
  await expect(page).toHaveURL(/quantites=100.*jours=4|jours=4.*quantites=100/)
  // It stands already: there is nothing to take.
  await expect(lost).toContainText('remplacé par « J+4 »')
  await expect(lost.getByRole('button')).toHaveCount(0)
})
