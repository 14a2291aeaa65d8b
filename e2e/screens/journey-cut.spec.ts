/** The rep's main road with a partner, whose network goes at each step in turn: nothing blocks, and nothing is lost. */
import { expect } from './fixtures.ts'
import { pricedProduct, synced, test } from './partner.ts'

const STEPS = ['find', 'configure', 'compare', 'add', 'open the quote', 'send'] as const

test('with the network cut at each step a quote is made and sent, at prices that say when they are from', async ({
  page,
  shell,
  service,
  partner,
  catalogue,
  configurator,
  quote,
}) => {
  test.slow()
  await synced(service)
  const id = await pricedProduct(service)
  const { entries } = await service.call<{ entries: { area: string; id: number; name: string }[] }>(
    'GET',
    '/catalogue',
  )
  const { name } = entries.find((one) => one.area === 'print' && one.id === id)!
  await shell.open()
  for (const [n, cut] of STEPS.entries()) {
    await partner.offline(0)
    const step = (here: (typeof STEPS)[number]) =>
      test.step(`${here}, cut at ${cut}`, async () => {
        if (here === cut) await partner.offline(600_000)
      })
    await shell.go('/')
    await step('find')
    await catalogue.search.fill(name)
    await expect(catalogue.active).toContainText(name)
    await step('configure')
    await page.keyboard.press('Enter')
    await expect(configurator.title).toContainText(name)
    await step('compare')
    await configurator.agreedPrice()
    await configurator.chosenCell.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await configurator.agreedPrice()
    await step('add')
    await page.keyboard.press('Control+Enter')
    await expect(shell.quoteChip).toContainText('1 ligne')
    await step('open the quote')
    await shell.quoteChip.click()
    await expect(quote.lines).toHaveCount(1)
    await expect(quote.saved).toBeVisible()
    await step('send')
    await page.keyboard.press('Control+Enter')
    await expect(quote.dialog.getByRole('button', { name: /^Envoyer/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(quote.dialog.getByRole('checkbox', { name: 'L’envoyer sans nom' })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(page.locator('#sent')).toContainText(/Envoyé · D\d{4}-/)
    const sent = await service.call<{ state: string; totals: object | null; indicative: boolean }>(
      'GET',
      `/quotes/${n + 1}`,
    )
    expect(sent, cut).toMatchObject({
      state: 'sent',
      indicative: false,
      totals: { prix_ht: expect.any(Number) },
    })
  }
})
