/** The total that a customer and a rep agree on, as the discount of the whole. */
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('a total that is wanted becomes the discount that makes it; where no cent does, the nearest is said', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const fitting = { area: 'free', text: 'Pose', quantity: 1, unitCents: 10_000 }
  await quote.openSaved(shell, service, { lines: [fitting] })
  await expect(quote.total).toContainText('120,00')
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await page.getByRole('radio', { name: 'Total TTC' }).check()
  await expect(quote.field('discount'), 'the present one').toHaveValue('120')
  await quote.field('discount').fill('100')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await quote.field('discount').press('Enter')
  await expect(quote.dialog).toBeHidden()
  await expect(quote.total).toContainText('100,00')
  await expect(page.getByRole('region', { name: 'Totaux' })).toContainText(/Remise sur le devis\s*−16,67/)
  await page.getByRole('button', { name: 'Changer la remise' }).click()
  await page.getByRole('radio', { name: 'Total TTC' }).check()
  await quote.field('discount').fill('0,03')
  await quote.field('discount').press('Enter')
  await expect(shell.toast(/Total TTC au plus près\s: 0,02\s€/)).toBeVisible()
  await expect(quote.total).toContainText('0,02')

  // More than it comes to without a discount: the one that is there goes, and that is said.
  await page.getByRole('button', { name: 'Changer la remise' }).click()
  await page.getByRole('radio', { name: 'Total TTC' }).check()
  await quote.field('discount').fill('130')
  await quote.field('discount').press('Enter')
  await expect(
    shell.toast(/^La remise de 99,98\s€ est retirée\. Total TTC sans remise\s: 120,00\s€/),
  ).toBeVisible()
})
