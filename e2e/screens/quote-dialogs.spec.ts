/** A dialog of the quote is open while another counter changes it: only what was touched here is written. */
import { expect, test } from './fixtures.ts'
import { FLYERS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

async function change(service: DeskService, id: number, fields: object): Promise<void> {
  const present = await service.call<object>('GET', `/quotes/${id}`)
  await service.call('PUT', `/quotes/${id}`, { ...present, ...fields })
}

test('a discount dialog in which nothing was touched shows the other counter’s, and writes none', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await expect(quote.field('discount')).toBeFocused()
  await change(service, id, { discount: { percent: '10' } })
  await expect(quote.field('discount')).toHaveValue('10')
  await page.keyboard.press('Enter')
  await expect(quote.dialog).toHaveCount(0)
  await expect(quote.saved).toBeVisible()
  expect(await service.call('GET', `/quotes/${id}`)).toMatchObject({ discount: { percent: '10' } })
})

test('a discount that was typed stands beside the other counter’s; saving decides, or taking theirs', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service)
  await page.getByRole('button', { name: 'Remise sur le devis' }).click()
  await quote.field('discount').fill('5')
  await change(service, id, { discount: { percent: '10' } })
  await expect(quote.dialog).toContainText(/Changé ailleurs : 10\s%/)
  await expect(quote.field('discount')).toHaveValue('5')
  await quote.dialog.getByRole('button', { name: 'Reprendre' }).click()
  await expect(quote.field('discount')).toHaveValue('10')
  await expect(quote.dialog).not.toContainText('Changé ailleurs')
  await quote.field('discount').fill('7')
  await change(service, id, { discount: { percent: '12' } })
  await expect(quote.dialog).toContainText(/Changé ailleurs : 12\s%/)
  await quote.field('discount').press('Enter')
  await expect(quote.dialog).toHaveCount(0)
  await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ discount: { percent: '7' } })
})

test('a fixed price goes over what the other counter gave the line meanwhile, and nothing else does', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const free = { area: 'free', text: 'Studio', quantity: 1, unitCents: 1000 }
  const id = await quote.openSaved(shell, service)
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.dialog.getByRole('radio', { name: 'Prix fixé' }).check()
  await quote.field('sale-cents').fill('90')
  const other = { ...FLYERS, line: { ...FLYERS.line, quantites_multiples: [2500] } }
  await change(service, id, { lines: [free, { ...other, discount: '20' }] })
  await expect(quote.field('line-discount')).toHaveValue('20')
  await expect(quote.field('sale-cents')).toHaveValue('90')
  await change(service, id, {
    lines: [free, { ...other, discount: '20', sale: { by: 'fixed', cents: 8000 } }],
  })
  await expect(quote.dialog).toContainText(/Changé ailleurs : Prix fixé, 80,00\s€/)
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(quote.dialog).toHaveCount(0)
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({
      lines: [{ text: 'Studio' }, { line: other.line, discount: '20', sale: { by: 'fixed', cents: 9000 } }],
    })
  await expect(page.locator('#conflict')).toHaveCount(0)
})

test('a service whose words the other counter changes keeps its price that is typed here', async ({
  shell,
  service,
  quote,
}) => {
  const free = (text: string) => ({ area: 'free', text, quantity: 1, unitCents: 1000 })
  const id = await quote.openSaved(shell, service, { lines: [free('Une'), free('Deux')] })
  await quote.lines
    .nth(1)
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-unit').fill('25')
  await change(service, id, { lines: [free('Une'), free('Deux, pressée')] })
  await expect(quote.field('line-text')).toHaveValue('Deux, pressée')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(quote.dialog).toHaveCount(0)
  await expect
    .poll(() => service.call('GET', `/quotes/${id}`))
    .toMatchObject({
      lines: [
        { text: 'Une', unitCents: 1000 },
        { text: 'Deux, pressée', unitCents: 2500 },
      ],
    })
})
