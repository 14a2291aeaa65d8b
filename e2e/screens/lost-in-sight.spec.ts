/** What goes from the catalogue while its product's page is open: named, and held against what the page showed until then. */
import { expect, test } from './fixtures.ts'

test.use({ stocked: false })

const PAPERS = [
  { id: 51, nom: 'Couché mat 350 g' },
  { id: 52, nom: 'Kraft brun 300 g' },
  { id: 53, nom: 'Kraft brun 250 g' },
]
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
          { quantite: 100, prix: '1000' },
          { quantite: 200, prix: '1500' },
        ],
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
