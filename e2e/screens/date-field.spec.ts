import { expect, test } from './fixtures.ts'

/** The browser's own date field would show the month first. */
test.use({ locale: 'en-US' })

test.beforeEach(async ({ page, shell, service }) => {
  await page.addInitScript("localStorage.setItem('comptoir.preferences', JSON.stringify({ locale: 'fr' }))")
  const line = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
  await service.call('POST', '/quotes', { reference: '', validUntil: '2027-02-28', lines: [line] })
  await shell.open()
  await shell.go('/devis/1')
  await page.getByRole('textbox', { name: 'Valable jusqu’au' }).waitFor()
})

test('a day is typed in the application’s language, whatever the browser’s', async ({
  page,
  service,
  quote,
}) => {
  const field = page.getByRole('textbox', { name: 'Valable jusqu’au' })
  await expect(field).toHaveValue('28/02/2027')
  await field.fill('1.3.27')
  await field.press('Tab')
  await expect(field).toHaveValue('01/03/2027')
  await expect(quote.saved).toBeVisible()
  expect(await service.call('GET', '/quotes/1')).toMatchObject({ validUntil: '2027-03-01' })

  await field.fill('31/02/2027')
  await field.press('Tab')
  await expect(page.getByText('Une date est attendue')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('31/02/2027')
  // It does not look saved, and nothing is sent beside it.
  const head = page.locator('.page-head').getByRole('status').first()
  await expect(head).toHaveText('Pas encore enregistré')
  await page.keyboard.press('Control+Enter')
  await expect(field).toBeFocused()
  await quote.order.click()
  await expect(field).toBeFocused()
  await expect(quote.dialog).toHaveCount(0)
})

test('a day that is cleared stays so while it is typed in, and comes back once it is left', async ({
  page,
  service,
  quote,
}) => {
  const field = page.getByRole('textbox', { name: 'Valable jusqu’au' })
  const kept = async () => (await service.call<{ validUntil: string }>('GET', '/quotes/1')).validUntil
  const answered = () => page.waitForResponse((it) => it.request().method() === 'PUT')
  await field.focus()
  const cleared = answered()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await cleared
  await expect(quote.saved).toBeVisible()
  await expect(field).toHaveValue('')
  await page.keyboard.type('15/01/')
  await page.keyboard.press('Control+s')
  await expect(field).toHaveValue('15/01/')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('2027')
  await expect.poll(kept).toBe('2027-01-15')
  await expect(field).toHaveValue('15/01/2027')
  await expect(quote.saved).toBeVisible()

  const again = answered()
  await field.fill('')
  await again
  await expect(field).toHaveValue('')
  await field.press('Tab')
  await expect(field).toHaveValue('15/01/2027')
  await expect(quote.saved).toBeVisible()
})

test('a day is chosen by the keyboard alone, and Escape leaves it as it was', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'Valable jusqu’au' })
  const open = page.getByRole('button', { name: 'Valable jusqu’au : ouvrir le calendrier' })
  const calendar = page.getByRole('dialog', { name: 'Valable jusqu’au : calendrier' })
  await field.focus()
  await page.keyboard.press('Tab')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('button', { name: 'dimanche 28 février 2027' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(calendar.getByText('mars 2027')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(open).toBeFocused()
  await expect(field).toHaveValue('28/02/2027')

  // As fast as the keys come: none is lost.
  for (const key of ['Enter', 'PageDown', 'Home', 'Enter']) await page.keyboard.press(key)
  await expect(calendar).toBeHidden()
  await expect(field).toHaveValue('22/03/2027')
})

test('a calendar that is opened again at once begins anew', async ({ page }) => {
  const open = page.getByRole('button', { name: 'Valable jusqu’au : ouvrir le calendrier' })
  const calendar = page.getByRole('dialog', { name: 'Valable jusqu’au : calendrier' })
  const day = calendar.getByRole('button', { name: 'dimanche 28 février 2027' })
  await open.click()
  await page.keyboard.press('PageDown')
  await expect(day).toBeHidden()
  // Before the browser has told anyone that it was closed.
  await page.evaluate(`{
    const calendar = document.querySelector('[popover]:popover-open')
    calendar.hidePopover()
    document.querySelector('[popovertarget="' + calendar.id + '"]').click()
  }`)
  await expect(day).toBeFocused()
  await expect(calendar.getByText('février 2027')).toBeVisible()
})
