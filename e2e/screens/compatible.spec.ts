/** Only what goes together is offered, and why the rest is not. */
import { danglingReferences, seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ stocked: false })

const variants = (first: number, ...names: string[]) => names.map((nom, i) => ({ id: first + i, nom }))
const BUNDLE = {
  format: 'comptoir-bundle/1',
  delais: [1, 3].map((jours) => ({ id: jours, jours })),
  produits: [
    {
      id: 1,
      nom: 'Cartes',
      delais: [1, 3],
      quantites: { range: false, available: [100, 5000] },
      options: [
        { id: 5, nom: 'Vernis', type: 'variante', variantes: variants(51, 'Sans vernis', 'Sélectif') },
        { id: 6, nom: 'BAT', type: 'variante', variantes: variants(61, 'Sans BAT', 'Papier') },
        {
          id: 7,
          nom: 'Papier',
          type: 'variante',
          variantes: variants(
            71,
            'Couché 300 g',
            'Couché 350 g',
            'Offset',
            'Kraft',
            'Nacré',
            'Vergé',
            'Buvard',
          ),
        },
      ],
    },
  ],
  familles: [
    {
      id: 1,
      nom_complet: 'Totem',
      sans_impression_possible: false,
      formats: variants(11, '50 × 150 cm'),
      supports: [
        { id: 21, nom_complet: 'Carton', delai_min: 1 },
        { id: 22, nom_complet: 'Bois', delai_min: 9 },
      ],
      impressions: variants(31, 'Quadri'),
      finitions: [],
      decoupes: [],
      options: [],
    },
  ],
  tarifs: {
    print: [
      {
        produit: 1,
        delai_principal: 1,
        lecture: 'lineaire',
        grille: [{ quantite: 100, prix: '1000' }],
        exclusions: [
          { delai: 1, variante: 52, message: 'Le vernis demande un jour de séchage.' },
          { delai: 3, variante: 62, message: 'Le BAT papier est posté.' },
          { variante: 77, quantite_min: 1000, message: 'Le buvard manque.' },
        ],
      },
    ],
    display: [
      {
        famille: 1,
        delai_principal: 3,
        delais: { 1: {}, 3: {} },
        formats: { 11: { lecture: 'unitaire', grille: [{ quantite: 1, prix: '9000' }] } },
      },
    ],
  },
}

test('a choice that leaves no lead time is not offered, with what stands in its way; one that takes the wanted one says so', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(BUNDLE)
  await configurator.open(shell, '/produits/1')
  const [varnish, proof] = ['Vernis', 'BAT'].map((name) => configurator.options.getByRole('group', { name }))
  await expect(varnish!).toContainText('pas en J+1')
  await proof!.locator('label').filter({ hasText: 'Papier' }).click()
  const coated = varnish!.getByRole('radio', { name: /Sélectif/ })
  await expect(coated).toBeDisabled()
  await expect(varnish!).toHaveAccessibleDescription(
    'Non proposé : « Sélectif ». Impossible avec « BAT : Papier ». Le vernis demande un jour de séchage. Le BAT papier est posté.',
  )
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await expect.poll(() => danglingReferences(page)).toEqual([])
  await configurator.choose('Sans BAT')
  await expect(coated).toBeEnabled()
  await expect(varnish!).not.toContainText('Non proposé')
})

test('in a long list, too: neither by the mouse nor as typed', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(BUNDLE)
  await configurator.open(shell, '/produits/1')
  const paper = configurator.options.getByRole('combobox', { name: 'Papier' })
  await paper.click()
  await page.getByRole('option', { name: 'Buvard' }).click()
  await expect(paper).toHaveValue('Buvard')
  await configurator.choose('Sans BAT')
  await paper.click()
  await page.getByRole('option', { name: 'Kraft' }).click()
  await configurator.pick('Quantité', '5000')
  await paper.click()
  const blotting = page.getByRole('option', { name: /Buvard/ })
  await expect(blotting).toContainText('Impossible avec 1\u202f000 ex. et plus')
  await expect(blotting).toHaveAttribute('aria-disabled', 'true')
  await paper.fill('Buvard')
  await paper.press('Tab')
  await expect(configurator.add).toBeDisabled()
  await expect(configurator.options).toContainText('Non proposé : « Buvard »')
})

test('a support that takes longer than any lead time', async ({ shell, service, configurator }) => {
  await service.import(BUNDLE)
  await configurator.open(shell, '/familles/1')
  await expect(configurator.options.getByRole('radio', { name: /Bois/ })).toBeDisabled()
  await expect(configurator.options).toContainText(
    'Non proposé : « Bois ». Possible à aucun délai. Demande au moins J+9.',
  )
})

test('what a partner has refused is not offered again beside the same choices', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await service.import(BUNDLE)
  await configurator.open(shell, '/produits/1')
  await page.route('**/api/prices', async (route) => {
    if (!route.request().postData()!.includes('52')) return route.fallback()
    const message = 'Vernis épuisé.'
    await route.fulfill({
      status: 400,
      json: { detail: message, errors: [{ path: '/variantes/0', code: 'upstream_refused', message }] },
    })
  })
  const varnish = configurator.options.getByRole('group', { name: 'Vernis' })
  await configurator.choose('Sélectif')
  await expect(varnish).toContainText('Vernis épuisé.')
  await configurator.choose('Sans vernis')
  await expect(varnish).toContainText('Non proposé : « Sélectif ». Vernis épuisé.')
  await expect(varnish.getByRole('radio', { name: /Sélectif/ })).toBeDisabled()
  await configurator.pick('Quantité', '5000')
  await expect(varnish.getByRole('radio', { name: /Sélectif/ })).toBeEnabled()
})

test('a value that is only missing stands against no choice', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  const [cards] = BUNDLE.produits
  const options = [...cards!.options, { id: 8, nom: 'Largeur (mm)', type: 'decimal', variantes: [] }]
  await service.import({ ...BUNDLE, produits: [{ ...cards, options }] })
  await page.route('**/api/prices', async (route) => {
    const { line } = route.request().postDataJSON() as { line: { valeurs?: Record<string, string> } }
    if (line.valeurs?.['8'] !== undefined) return route.fallback()
    const message = 'Largeur (mm) : ce champ est obligatoire.'
    await route.fulfill({
      status: 400,
      json: { detail: message, errors: [{ path: '/line/valeurs', code: 'upstream_refused', message }] },
    })
  })
  await shell.open()
  await shell.go('/produits/1')
  await configurator.field(/^Largeur/).focus()
  await page.keyboard.press('Tab')
  await expect(configurator.options).toContainText('ce champ est obligatoire')
  await expect(configurator.options).not.toContainText('Non proposé')
  await configurator.field(/^Largeur/).fill('85')
  await expect(configurator.options).not.toContainText('ce champ est obligatoire')
})
