/** A product that has left the catalogue: what it was, what takes its place, and the way back to the quote. */
import { danglingReferences, seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ stocked: false })

/** "Cartes" under an id, in papers of ids of their own, at so many cents. */
function bundle(id: number, papers: readonly string[], cents: number, name = 'Cartes') {
  return {
    format: 'comptoir-bundle/1',
    delais: [2, 4].map((jours) => ({ id: jours, jours })),
    produits: [
      {
        ...{ id, nom: name, delais: [2, 4], quantites: { range: false, available: [100, 200] } },
        options: [
          {
            ...{ id: id * 10, nom: 'Papier', type: 'variante' },
            variantes: papers.map((nom, i) => ({ id: id * 100 + i, nom })),
          },
        ],
      },
    ],
    tarifs: {
      print: [
        {
          ...{ produit: id, delai_principal: 2, lecture: 'lineaire' },
          grille: [{ quantite: 100, prix: String(cents) }],
        },
      ],
    },
  }
}
const BEFORE = bundle(1, ['Couché', 'Kraft'], 1000)
const line = { area: 'print', delai: 4, leadTimeLabel: 'J+4' }
const KRAFT = { ...line, line: { produit: 1, variantes: [101], quantites_multiples: [100], label: 'Lot 7' } }

test('a line of it is replaced by what another has under the same names, with the difference in price', async ({
  page,
  shell,
  service,
  configurator,
  quote,
}) => {
  await service.import(BEFORE)
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { lines: [KRAFT] })
  await service.import(bundle(2, ['Offset', 'kraft'], 1250, 'CARTES'))
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('link', { name: /^Remplacer ce qui manque à «/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('« Cartes » n’est plus au catalogue')
  await expect(page).toHaveTitle(/^Cartes/)
  const gone = page.getByRole('region', { name: /n’est plus au catalogue/ })
  await expect(gone).toContainText(/100 ex. · J\+4 · Papier\s: Kraft/)
  await expect(gone).toContainText(/Au devis\s: 10,00\s€ HT/)
  const instead = gone.getByRole('link', { name: /^CARTES/ })
  await expect(instead).toContainText(/12,50\s€ HT\s+2,50\s€ de plus/)
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('gone.png') })
  await gone.getByRole('link', { name: `Retour au brouillon ${id}` }).click()
  await expect(quote.lines).toHaveCount(1)
  await page.goBack()

  await instead.click()
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await expect(lost).toContainText(/«\sCartes\s» n’est plus au catalogue\s*remplacé par «\sCARTES\s»/)
  await expect(lost).toContainText(/Au devis\s: 10,00\s€ HT\s; à présent\s: 12,50\s€ HT. 2,50\s€ de plus./)
  await expect(configurator.variant('kraft')).toBeChecked()
  await expect(configurator.chosenLeadTime).toContainText('J+4')
  await expect.poll(() => danglingReferences(page)).toEqual([])
  // Its address finds it again.
  await expect(page).toHaveURL(/choix=201/)
  await page.reload()
  await expect(lost).toContainText('« Cartes » n’est plus au catalogue')
  await page.screenshot({ path: test.info().outputPath('carried.png') })
  await page.getByRole('button', { name: 'Mettre à jour la ligne' }).click()
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.lines).toContainText('CARTES')
  await expect(quote.lines).toContainText('Papier : kraft')
  await expect(quote.lines).toContainText('Lot 7')
  await expect(quote.lines).toContainText('12,50')
})

test('what is not offered there is said; a fixed price was set for the other product', async ({
  page,
  shell,
  service,
}) => {
  await service.import(BEFORE)
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: [{ ...KRAFT, sale: { by: 'fixed', cents: 3300 } }],
  })
  await service.import(bundle(2, ['Offset'], 1250))
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('link', { name: /^Modifier «/ }).click()
  const gone = page.getByRole('region', { name: /n’est plus au catalogue/ })
  await expect(gone).toContainText(/comme le produit commence\s: Papier\s: Kraft/)
  await gone.getByRole('link', { name: /^Cartes/ }).click()
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await expect(lost).toContainText('« Papier : Kraft » n’est pas proposé ici')
  await expect(page.getByLabel(/^Garder/)).toBeVisible()
})

test('a saved configuration of it goes on elsewhere; a link without a word of it is named, and leads to what is called alike', async ({
  page,
  shell,
  service,
  configurator,
  catalogue,
}) => {
  await service.import(BEFORE)
  await service.call('POST', '/shelf/configurations', { name: 'Marché', ...KRAFT })
  await service.import(bundle(2, ['Offset', 'Kraft'], 1250))
  await shell.open()
  await shell.go('/?vue=enregistrees')
  await expect(page.getByRole('listitem').filter({ hasText: 'Marché' })).toContainText('plus au catalogue')
  await page.getByRole('link', { name: 'Marché' }).click()
  const gone = page.getByRole('region', { name: /n’est plus au catalogue/ })
  await expect(gone).toContainText(/À l’enregistrement\s: 10,00\s€ HT/)
  await gone.getByRole('link', { name: /^Cartes/ }).click()
  await expect(configurator.variant('Kraft')).toBeChecked()
  await expect(page.getByText('Marché', { exact: true })).toBeVisible()

  await shell.go('/devis')
  await service.import(bundle(3, ['Offset'], 900, 'Cartes de visite'))
  await shell.go('/produits/2?choix=201&quantites=200')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('« Cartes » n’est plus au catalogue')
  await expect(gone).toContainText('Aucune autre source ne propose un produit de ce nom.')
  await gone.getByRole('link', { name: 'Chercher « Cartes » au catalogue' }).click()
  await expect(catalogue.rows).toHaveCount(1)
})

test('a page that is open when a sync takes it out turns to what takes its place, with what was chosen meanwhile', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(BEFORE)
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { lines: [KRAFT] })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('link', { name: /^Modifier «/ }).click()
  await configurator.choose('Couché')
  await configurator.pick('Quantité', '200')
  await expect(page).toHaveURL(/quantites=200/)
  await service.import(bundle(2, ['Offset', 'couché'], 1250, 'CARTES'))
  const gone = page.getByRole('region', { name: '« Cartes » n’est plus au catalogue' })
  await expect(gone).toContainText(/200 ex. · J\+4 · Papier\s: Couché/)
  await expect(gone.getByRole('link', { name: 'Retour au brouillon' })).toBeVisible()
  await gone.getByRole('link', { name: /^CARTES/ }).click()
  await expect(configurator.variant('couché')).toBeChecked()
  await expect(page.getByLabel('Quantité', { exact: true })).toHaveValue('200')
  await expect(page.getByText('Le catalogue a changé depuis')).toBeVisible()
  // Its catalogue has it again while the page that says so is open.
  await service.import(bundle(3, ['Kraft'], 900, 'Autres'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('« CARTES » n’est plus au catalogue')
  await service.import(bundle(2, ['Offset', 'couché'], 1250, 'CARTES'))
  await expect(page.getByLabel('Quantité', { exact: true })).toHaveValue('200')
})

test('in a comparison it keeps its name, counts no difference and leads to what takes its place', async ({
  page,
  shell,
  service,
}) => {
  await service.import(BEFORE)
  await service.import({
    ...BEFORE,
    produits: [...BEFORE.produits, ...bundle(5, ['Kraft'], 900, 'Flyers').produits],
  })
  await shell.open()
  await shell.go('/comparer?c=produits/1&c=produits/5')
  const head = (name: string) => page.getByRole('columnheader').filter({ hasText: name })
  await expect(head('Cartes')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /^Papier.*différent$/ })).toBeVisible()
  // Under an open page, and where nothing has it any more but the log.
  await service.import(bundle(5, ['Kraft'], 900, 'Flyers'))
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect(head('Cartes')).toContainText('n’est plus au catalogue')
    await expect(head('Flyers')).toContainText('100 ex.')
    await expect(page.getByRole('rowheader', { name: 'Papier', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Retirer Cartes/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /au devis · /i })).toHaveCount(1)
  }
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('compared.png') })
  await page.getByRole('link', { name: /^Cartes.*ce qui prend sa place$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('« Cartes » n’est plus au catalogue')
})

test('in a comparison a choice that is gone is named, where nothing tells its name without an id, and not asked for again in vain', async ({
  page,
  shell,
  service,
}) => {
  await service.import(BEFORE)
  await shell.open()
  await shell.go('/comparer?c=produits/1%3Fchoix%3D101&c=produits/1%3Fchoix%3D100')
  await expect(page.getByRole('cell', { name: 'Kraft' })).toBeVisible()
  const told = page.getByRole('alert')
  const again = page.getByRole('button', { name: 'Réessayer' })
  // As long as the page is open that had it.
  await service.import(bundle(1, ['Couché'], 1000))
  await expect(told).toHaveText('« Kraft » n’est plus proposé.')
  await expect(again).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('named.png') })
  await page.reload()
  await expect(told).toHaveText('Ce qui avait été choisi n’est plus proposé.')
  await expect(again).toHaveCount(0)
  // By what was kept of it.
  await service.import(BEFORE)
  await service.call('POST', '/shelf/configurations', { name: 'Marché', ...KRAFT })
  await service.import(bundle(1, ['Couché'], 1000))
  await page.reload()
  await expect(told).toHaveText('« Kraft » n’est plus proposé.')
})
