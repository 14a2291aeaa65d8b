/** The drawing of the format: to scale, with its dimensions, and the same in words. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('flat, folded, bound, and as it is typed: drawn in its proportions, said in words', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/202')
  const figure = configurator.options.getByRole('figure')
  const ratio = async () => {
    const { width, height } = (await figure.locator('.sheet').boundingBox())!
    return width / height
  }
  await expect(figure).toContainText('Format : 10,5 cm × 14,8 cm')
  expect(await ratio()).toBeCloseTo(105 / 148, 1)
  await configurator.choose('Paysage')
  await expect(figure).toContainText('Format : 14,8 cm × 10,5 cm')
  expect(await ratio()).toBeCloseTo(148 / 105, 1)

  await shell.go('/produits/301')
  await expect(figure).toContainText('Ouvert, à plat : 297 mm × 210 mm')
  await expect(figure).toContainText('Fermé : 99 mm × 210 mm')
  await expect(figure.locator('.fold')).toHaveCount(2)

  await shell.go('/produits/501')
  await expect(figure).toContainText('Fermé : 14,8 cm × 21 cm')
  await expect(figure).toContainText(/\d+ pages/)

  await shell.go('/produits/1001')
  await configurator.field(/^Largeur/).fill('600')
  await expect(figure).toContainText('Format : 600 cm × 80 cm')
  expect(await ratio()).toBeCloseTo(600 / 80, 0)
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await configurator.field(/^Largeur/).fill('')
  await expect(figure).toHaveCount(0)

  await shell.go('/familles/5')
  await expect(figure).toContainText('profondeur 30 cm')
  await shell.go('/produits/951')
  await expect(configurator.chosenCell).toBeVisible()
  await expect(figure).toHaveCount(0)
})

test('what names leave open is said, not drawn; each dimension is told where it can be read', async ({
  shell,
  configurator,
}) => {
  const figure = configurator.options.getByRole('figure')
  const folds = figure.locator('.fold')
  await configurator.open(shell, '/produits/306')
  await expect(figure).toContainText('Ouvert, à plat : 42 cm × 29,7 cm')
  await expect(figure).toContainText('Fermé : non précisé')
  await expect(figure).toContainText('1 pli croisé, en travers des autres')
  await expect(folds).toHaveCount(1)
  const { width, height } = (await folds.boundingBox())!
  expect(width, 'it lies').toBeGreaterThan(10 * height)

  await shell.go('/produits/114')
  await configurator.choose('14 × 14 cm 1 pli')
  await expect(figure).toContainText('Ouvert ou fermé : non précisé')
  await expect(figure).toContainText('2 volets, 1 pli')
  await expect(folds).toHaveCount(0)

  await shell.go('/produits/305')
  await configurator.choose('3 volets (2 plis)')
  await expect(figure).toContainText('Fermé : 14,8 cm × 14,8 cm')
  await expect(folds).toHaveCount(2)

  await shell.go('/produits/904')
  await expect(figure).toContainText('50 mm × 66 m')
  const across = (await figure.locator('text.across').boundingBox())!
  const drawing = (await figure.locator('svg').boundingBox())!
  expect(across.x).toBeGreaterThanOrEqual(drawing.x)
  await shell.go('/produits/603')
  await expect(figure).toContainText('Format : 22 cm × 11 cm')
  await shell.go('/produits/804')
  await expect(figure).toContainText('Rond : 94 mm de diamètre')
})
