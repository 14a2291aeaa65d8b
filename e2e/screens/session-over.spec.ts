/** A session that ends while somebody writes: what is on its way to the page goes nowhere else. */
import { expect, test } from './fixtures.ts'
import { PASSWORD } from './pages/people.ts'
import { savedQuote } from './pages/quote.ts'

test('text that is inserted as the session ends, a composed letter say, is in no password', async ({
  page,
  shell,
  service,
  people,
}) => {
  await people.set()
  const id = await savedQuote(service)
  await people.enter('Zoé Martin')
  await shell.go(`/devis/${id}`)
  const keyboard = await page.context().newCDPSession(page)
  const note = page.getByLabel('Note pour le client')
  await note.focus()
  await keyboard.send('Input.imeSetComposition', { text: 'rappel', selectionStart: 6, selectionEnd: 6 })
  await service.runWith(PASSWORD, 'user', 'password', 'Zoé Martin')
  const over = page.getByRole('dialog', { name: 'Session terminée' })
  await expect(over).toBeVisible()
  const password = over.getByLabel('Mot de passe')
  await keyboard.send('Input.insertText', { text: 'é' })
  await keyboard.send('Input.imeSetComposition', { text: 'x', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.insertText', { text: 'ê' })
  await expect(password).toHaveValue('')
  // Whoever goes to the password himself writes it.
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(over).toBeHidden()
  await expect(note).toHaveValue('rappel')
  await expect
    .poll(async () => (await service.call<{ note: string }>('GET', `/quotes/${id}`)).note)
    .toBe('rappel')
})

test('what another role lets go is not promised before, and is told once one is back', async ({
  page,
  shell,
  service,
  people,
}) => {
  await people.set()
  const id = await savedQuote(service)
  await people.enter('Zoé Martin')
  await shell.go(`/devis/${id}`)
  await page.getByRole('button', { name: 'Ajouter une prestation' }).click()
  await page.locator('[name="line-text"]').fill('Mise en page')
  await page.locator('[name="line-unit"]').fill('45')
  const all = await service.call<{ id: number; name: string }[]>('GET', '/people')
  const zoe = all.find(({ name }) => name === 'Zoé Martin')!
  await service.call('PUT', `/people/${zoe.id}`, { role: 'responsable', disabled: false })
  const over = page.getByRole('dialog', { name: 'Session terminée' })
  await expect(over).toContainText('Si votre rôle a changé, seul ce qui est dans le devis l’est')
  await over.getByLabel('Mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(shell.toast('Votre rôle a changé : Responsable.')).toBeVisible()
  await expect(shell.toast('rien n’en est enregistré')).toContainText(
    /«\s[^»]*prestation[^»]*\s» s’est fermé .* Vous y aviez écrit\s: Mise en page\s*$/,
  )
})

test('what was told in the session is not on the page where one signs in again, and is there once one is back', async ({
  page,
  shell,
  service,
  people,
  configurator,
  quote,
}) => {
  await people.set()
  await people.enter('Zoé Martin')
  await configurator.open(shell, '/produits/201')
  await configurator.agreedPrice()
  await page.keyboard.press('v')
  await expect(quote.dialog).toContainText('Commander définitivement')
  await page.keyboard.press('Escape')
  const back = page.getByRole('button', { name: 'Reprendre en devis' })
  await expect(back).toBeVisible()
  await service.runWith(PASSWORD, 'user', 'password', 'Zoé Martin')
  const over = page.getByRole('dialog', { name: 'Session terminée' })
  await expect(over).toBeVisible()
  await expect(back).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('over.png') })
  await over.getByLabel('Mot de passe').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(back).toBeVisible()
})
