/** The configurator’s form: what is chosen, and what is wrong with it. */
import { expect, test } from './fixtures.ts'

test('a French comma is a decimal point, and the area that is charged is shown', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/953')
  const width = configurator.field(/^Largeur/)
  const before = await configurator.chosenLeadTime.innerText()
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/prices'))
  await width.fill('1850,5')
  expect((await asked).postData()).toContain('"1850.5"')
  await expect(configurator.chosenLeadTime).not.toHaveText(before)
  await expect(configurator.options).toContainText(/Surface\s: [\d,]+ m²/)

  await width.fill('')
  await expect(configurator.options).toContainText('Cette valeur est nécessaire')
  await expect(width).toHaveAttribute('aria-invalid', 'true')
  await expect(configurator.problem).toBeVisible()
  await expect(configurator.add).toBeDisabled()
  await width.fill('12 kg')
  await expect(configurator.options).toContainText('Un nombre positif est attendu')
  await width.fill('900')
  await expect(configurator.problem).toBeHidden()
  await expect(configurator.add).toBeEnabled()
})

test('several visuals, each in its own quantity', async ({ page, shell, configurator }) => {
  await configurator.open(shell, '/produits/201')
  await page.getByRole('button', { name: 'Ajouter un visuel' }).click()
  await expect(configurator.rowName(0)).toContainText('2 ×')
  await configurator.pick('Quantité du visuel 2', '500')
  await expect(configurator.rowName(0)).toContainText('+')
  // A cell sets every visual to its quantity.
  await configurator.cell(2, 1).click()
  await expect(configurator.chosenCell).toHaveCount(1)
  await expect(configurator.rowName(0)).toContainText('2 ×')
  await page.getByRole('button', { name: 'Retirer le visuel 2' }).click()
  await expect(configurator.rowName(0)).not.toContainText('×')
})

test('nothing is delivered of no copies', async ({ page, shell, configurator }) => {
  await configurator.open(shell, '/familles/1')
  await expect(configurator.summary).toContainText('livré')
  await page
    .getByLabel(/^Quantité/)
    .first()
    .fill('0')
  await expect(configurator.summary.locator('.refused')).toBeVisible()
  await expect(configurator.summary).not.toContainText('livré')
})

test('what may be left out and has a choice of that name is offered once', async ({
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/familles/1')
  await expect(configurator.variant('Sans finition')).toHaveCount(1)
  await expect(configurator.options.getByRole('radio', { checked: true })).not.toHaveCount(0)
})

test('a long list narrows as one types, without accents', async ({ shell, configurator }) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.pick('Papier', 'recycle')
  await expect(configurator.options.getByRole('combobox', { name: 'Papier' })).toHaveValue(/Recyclé/)
})

test('a refused choice explains itself at its control', async ({ page, shell, configurator }) => {
  await configurator.open(shell, '/produits/201')
  await page.route('**/api/prices', async (route) => {
    await route.fulfill({
      status: 400,
      json: {
        detail: 'Refusé',
        errors: [
          {
            path: '/variantes/1',
            code: 'variant_unavailable',
            message: 'Cette impression n’est plus proposée.',
          },
        ],
      },
    })
  })
  await configurator.choose('Recto quadri')
  const option = configurator.options.getByRole('group', { name: 'Impression' })
  await expect(option).toContainText('Cette impression n’est plus proposée.')
  await expect(configurator.add).toBeDisabled()
})

test('what a partner refuses without naming a field has no field before it', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const errors = [
    { path: '/line/valeurs', code: 'upstream_refused', message: 'Valeurs refusées.' },
    { path: '', code: 'upstream_refused', message: 'Configuration refusée.' },
  ]
  await page.route('**/api/prices', (route) =>
    route.fulfill({ status: 400, json: { detail: 'Valeurs refusées. (+1)', errors } }),
  )
  await configurator.choose('Recto quadri')
  await expect(configurator.problem).toContainText('Valeurs refusées. Configuration refusée.')
  await expect(configurator.problem).not.toContainText('Quantité')
  await expect(configurator.summary).not.toContainText('Quantité')
  await expect(configurator.add).toBeDisabled()
})

test('a fault that is off the screen leads to its control', async ({ page, shell, configurator }) => {
  await page.setViewportSize({ width: 420, height: 800 })
  await configurator.open(shell, '/produits/953')
  const width = configurator.field(/^Largeur/)
  await width.fill('')
  await expect(configurator.summary).toContainText('Largeur : Cette valeur est nécessaire')
  await configurator.problem.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: /^Largeur\s:/ }).click()
  await expect(width).toBeFocused()
  await expect(width).toBeInViewport()
})

test('twenty visuals stay within the grid and the form', async ({ page, shell, configurator }) => {
  await configurator.open(shell, '/produits/101')
  const add = page.getByRole('button', { name: 'Ajouter un visuel' })
  for (let i = 1; i < 20; i++) await add.click()
  await expect(add).toBeHidden()
  await expect(configurator.matrix.locator('tr.chosen').getByRole('rowheader')).toContainText(/20 × [\d\s]+=/)
  await configurator.pick('Quantité du visuel 20', '1000')
  await expect(configurator.rowName(0)).toContainText('20 visuels')
  await expect(configurator.summary).toContainText('20 visuels')
  for (const width of [1280, 420]) {
    await page.setViewportSize({ width, height: 800 })
    // Names end where the first prices begin, and nothing widens the page.
    const [name, price] = [configurator.rowName(0), configurator.cell(0, 0)]
    const [left, right] = [await name.boundingBox(), await price.boundingBox()]
    expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x + 1)
    const { scrollWidth, clientWidth } = await name.evaluate((cell) => ({
      scrollWidth: cell.scrollWidth,
      clientWidth: cell.clientWidth,
    }))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth + 1)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
})

test.describe('a line of a quote whose paper was withdrawn', () => {
  test.use({ stocked: false })
  const bundle = (papers: object[], more: object[]) => ({
    format: 'comptoir-bundle/1',
    delais: [{ id: 1, jours: 2 }],
    produits: [
      {
        id: 1,
        nom: 'Cartes',
        delais: [1],
        quantites: { range: false, available: [100, 200] },
        options: [{ id: 5, nom: 'Papier', type: 'variante', variantes: papers }, ...more],
      },
    ],
    tarifs: {
      print: [
        {
          produit: 1,
          delai_principal: 1,
          lecture: 'exacte',
          grille: [
            { quantite: 100, prix: '1000' },
            { quantite: 200, prix: '1500' },
          ],
        },
      ],
    },
  })

  test('opens with the paper named, the field marked, and no way to add it as it is', async ({
    page,
    shell,
    service,
    configurator,
  }) => {
    const [coated, kraft] = [
      { id: 51, nom: 'Couché 350 g' },
      { id: 52, nom: 'Kraft 300 g' },
    ]
    const varnish = { id: 6, nom: 'Vernis', type: 'variante', variantes: [{ id: 61, nom: 'Sélectif' }] }
    await service.import(bundle([coated, kraft], [varnish]))
    const line = { produit: 1, variantes: [52, 61], quantites_multiples: [100] }
    const { id } = await service.call<{ id: number }>('POST', '/quotes', {
      lines: [{ area: 'print', line, delai: 1 }],
    })
    await service.import(bundle([coated], []))
    await shell.open()
    await shell.go(`/devis/${id}`)
    await page.getByRole('link', { name: /^Modifier «\sCartes/ }).click()
    await expect(configurator.options).toContainText('« Kraft 300 g » n’est plus proposé')
    await expect(configurator.options).toContainText('« Vernis : Sélectif » n’est plus proposé')
    await expect(configurator.add).toBeDisabled()
    await expect(configurator.summary).toContainText('« Kraft 300 g » n’est plus proposé')
    await configurator.choose('Couché 350 g')
    await expect(configurator.add).toBeEnabled()
    await configurator.add.click()
    await expect(page.getByText('Papier : Couché 350 g')).toBeVisible()
  })
})

test('what is left out is said in the words of its kind', async ({ shell, configurator }) => {
  await configurator.open(shell, '/familles/1')
  await expect(configurator.options.getByRole('group', { name: 'Finition' })).toContainText('Sans finition')
  await expect(configurator.options).not.toContainText('Aucun')
})
