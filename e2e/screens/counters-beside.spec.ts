/** Another counter acts first, while a dialog or a button of the same order or quote has the keyboard here. */
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const becomes = (service: DeskService, id: number, state: string) =>
  service.call('PUT', `/quotes/${id}/state`, { state })

test('a dialog that loses what had the keyboard keeps it at its heading, and the screen after it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await shell.open()
  const cases = [
    { from: null, ask: () => quote.sending, does: (id: number) => becomes(service, id, 'sent') },
    {
      from: 'sent',
      ask: () => page.getByRole('button', { name: 'Marquer accepté' }),
      does: (id: number) => becomes(service, id, 'refused'),
    },
    {
      from: 'sent',
      ask: () => quote.order,
      does: (id: number) => service.call('POST', `/quotes/${id}/order`),
    },
    {
      from: null,
      ask: () => quote.order,
      does: (id: number) => service.call('DELETE', `/quotes/${id}`),
    },
  ]
  for (const { from, ask, does } of cases) {
    const id = await savedQuote(service)
    if (from) await becomes(service, id, from)
    await shell.go(`/devis/${id}`)
    await ask().press('Enter')
    await expect(quote.dialog.locator('footer .primary')).toBeFocused()
    await does(id)
    await expect(quote.dialog.getByRole('heading').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(quote.dialog).toBeHidden()
    await expect(page.locator('main :focus')).toBeVisible()
  }
})
