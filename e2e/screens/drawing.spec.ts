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
