/** What goes from the catalogue while its product's page is open: named, and held against what the page showed until then. */
import { expect, test } from './fixtures.ts'

test.use({ stocked: false })

const PAPERS = [
  { id: 51, nom: 'Couché mat 350 g' },
  { id: 52, nom: 'Kraft brun 300 g' },
  { id: 53, nom: 'Kraft brun 250 g' },
]
/** The first of the lead times is the one that it begins at; J+4 costs less than J+2. */
const bundle = (papers: readonly number[], days: readonly number[] = [2]) => ({
  format: 'comptoir-bundle/1',
  delais: [2, 4, 6].map((jours) => ({ id: jours, jours })),
  produits: [
    {
      ...{ id: 1, nom: 'Cartes', delais: days, quantites: { range: false, available: [100, 200] } },
      options: [
        {
          ...{ id: 5, nom: 'Papier', type: 'variante' },
          variantes: PAPERS.filter(({ id }) => papers.includes(id)),
        },
      ],
    },
  ],
  tarifs: {
    print: [
      {
        ...{ produit: 1, delai_principal: days[0], lecture: 'lineaire' },
        grille: [
          { quantite: 100, prix: days.includes(4) ? '800' : '1000' },
          { quantite: 200, prix: '1500' },
        ],
        delais: days.includes(4) ? { 2: { pourcentage: '25' } } : {},
        variantes: papers.includes(53) ? { 53: { fixe: '250' } } : {},
      },
    ],
  },
})

test('a choice that a link asks for: by its name, and with the difference to the price that stood there', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(bundle([51, 52]))
  await shell.open()
  await shell.go('/produits/1?choix=52&quantites=100&jours=2')
  await expect(configurator.summary).toContainText('10,00')
  await service.import(bundle([51, 53]))
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await expect(lost).toContainText('« Kraft brun 300 g » n’est plus proposé.')
  const words = /Jusqu’ici\s: 10,00\s€ HT\s; à présent\s: 12,50\s€ HT. 2,50\s€ de plus./
  await expect(lost.locator('.prices')).toHaveText(words)
  await page.screenshot({ path: test.info().outputPath('until-now.png') })
  await lost.getByRole('button', { name: /prendre «\sKraft brun 250 g/ }).click()
  await expect(lost).toContainText('remplacé par « Kraft brun 250 g »')
  await expect(lost.locator('.prices')).toHaveText(words)
})

test('a choice that was made since has its name, too', async ({ page, shell, service, configurator }) => {
  await service.import(bundle([51, 52]))
  await configurator.open(shell, '/produits/1')
  await configurator.choose('Kraft brun 300 g')
  await expect(page).toHaveURL(/choix=52/)
  await service.import(bundle([51, 53]))
  await expect(configurator.options).toContainText('« Kraft brun 300 g » n’est plus proposé')
  await expect(page.locator('main')).not.toContainText('52')
  await page.screenshot({ path: test.info().outputPath('since.png') })
})

test('a choice that stood there and nobody made is not exchanged for another without a word', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(bundle([51, 52]))
  await configurator.open(shell, '/produits/1')
  await service.import(bundle([52, 53]))
  await expect(page.locator('main')).toContainText('« Couché mat 350 g » n’est plus proposé')
  await expect(page.locator('main')).not.toContainText('51')
})

test('a lead time, wanted or not: which one stands now, with the difference, and nothing to take', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await shell.open()
  for (const address of ['/produits/1?choix=51&quantites=100&jours=4', '/produits/1']) {
    await service.import(bundle([51], [4, 2]))
    await shell.go('/devis')
    await shell.go(address)
    await expect(configurator.chosenLeadTime).toContainText('J+4')
    await service.import(bundle([51], [2]))
    await expect(configurator.chosenLeadTime).toContainText('J+2')
    await expect(lost).toContainText(/«\sJ\+4\s» n’est plus proposé\.\s*remplacé par «\sJ\+2\s»/)
    await expect(lost.locator('.prices')).toHaveText(
      /^\s*Jusqu’ici\s: 8,00\s€ HT\s; à présent\s: 10,00\s€ HT.\s*2,00\s€ de plus.\s*$/,
    )
    await expect(lost.getByRole('button')).toHaveCount(0)
    await page.screenshot({ path: test.info().outputPath('lead-time.png') })
    await service.import(bundle([51, 52], [4, 2]))
    await expect(lost).toHaveCount(0)
  }
})
