import { expect, test } from './fixtures.ts'
import { seriousFaults } from './axe.ts'

interface Contact {
  readonly id?: number
  readonly firstName?: string
  readonly lastName: string
  readonly role?: string
  readonly phone?: string
}
interface Company {
  readonly name: string
  readonly phone: string
  readonly note: string
  readonly vatRegimeId: string | null
  readonly language: 'fr' | 'en'
  readonly buyer: string
  readonly contacts: readonly Contact[]
}
const DUPONT = {
  name: 'Imprimerie Dupont',
  contacts: [
    { firstName: 'Élise', lastName: 'Garçon', role: 'Achats' },
    { firstName: 'Paul', lastName: 'Neuf' },
  ],
}

test('a customer’s page: contacts, addresses, quotes; what others change of it is put together with what is written here; what is not saved is not left unasked', async ({
  page,
  shell,
  service,
}) => {
  const { id } = await service.call<{ id: number }>('POST', '/companies', DUPONT)
  const now = () => service.call<Company>('GET', `/companies/${id}`)
  /** What another counter makes of it. */
  async function elsewhere(change: (is: Company) => Partial<Company>): Promise<void> {
    const is = await now()
    await service.call('PUT', `/companies/${id}`, { ...is, ...change(is) })
  }
  const quoteOf = (reference: string) =>
    service.call('POST', '/quotes', { lines: [], companyId: id, reference })
  await quoteOf('REF-9')
  await shell.unheard()
  await shell.open()
  await shell.go(`/clients/${id}`)
  await expect(page.getByRole('region', { name: 'Devis' })).toContainText('REF-9')
  const meanwhile = page.getByRole('alert').filter({ hasText: 'Changé ailleurs pendant votre saisie' })
  const save = page.getByRole('button', { name: 'Enregistrer' })
  const [name, note] = [
    page.getByLabel('Nom ou raison sociale'),
    page.getByLabel('Note interne', { exact: true }),
  ]
  const people = page.getByRole('group', { name: /^Contact/ })
  const phone = page.locator('[name=companyPhone]')

  // Different things, unheard of: both stay, in one list, too.
  await page.getByRole('button', { name: 'Ajouter une adresse' }).click()
  await expect(page.getByLabel('Nom de l’adresse').last()).toBeFocused()
  await page.getByRole('button', { name: 'Retirer l’adresse 1' }).click()
  await page.getByRole('button', { name: 'Ajouter un contact' }).click()
  const added = page.getByRole('group', { name: 'Contact 3' })
  await expect(added.getByLabel('Prénom')).toBeFocused()
  await added.getByLabel('E-mail').fill('nobody')
  await save.click()
  await expect(added.getByText('Champ obligatoire.')).toBeVisible()
  await added.getByLabel('E-mail').fill('a@b.fr')
  await added.getByLabel('Nom', { exact: true }).fill('Trois')
  await page.getByLabel('Qui achète').selectOption('Un particulier')
  await elsewhere(({ contacts }) => ({
    ...{ name: 'Dupont SA', vatRegimeId: 'intracommunautaire', language: 'en' as const },
    contacts: [...contacts, { lastName: 'D’ailleurs' }],
  }))
  await save.click()
  await expect(shell.toast('Fiche de Dupont SA enregistrée')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Dupont SA' })).toBeVisible()
  const kept = await now()
  expect(kept).toMatchObject({
    ...{ name: 'Dupont SA', vatRegimeId: 'intracommunautaire' },
    ...{ language: 'en', buyer: 'consumer' },
  })
  expect(kept.contacts.map(({ lastName }) => lastName)).toEqual(['Garçon', 'Neuf', 'Trois', 'D’ailleurs'])
  await expect(people).toHaveCount(4)
  await expect(save).toBeDisabled()

  // The same things: what it is there stands beside, and nothing is written before that is decided.
  await phone.fill('06')
  await people.nth(1).getByLabel('Fonction').fill('Atelier')
  await page.getByRole('button', { name: 'Retirer le contact 1', exact: true }).click()
  await elsewhere(({ contacts: [first, , ...rest] }) => ({
    phone: '04',
    contacts: [{ ...first!, phone: '01' }, ...rest],
  }))
  await save.click()
  await expect(meanwhile.getByRole('listitem')).toHaveText([
    /^Téléphone\s: 04/,
    /^Contacts · Paul Neuf \(Atelier\)\s: retiré/,
    /^Contacts · Élise Garçon \(Achats\)\s: Élise Garçon \(Achats\), 01/,
  ])
  expect((await now()).phone).toBe('04')
  expect(await seriousFaults(page)).toEqual([])
  await meanwhile.getByRole('button', { name: /Élise Garçon/ }).click()
  await expect(people).toHaveCount(4)
  await save.click()
  await expect(meanwhile).toBeHidden()
  await expect.poll(async () => (await now()).phone).toBe('06')
  expect((await now()).contacts.map((one) => [one.lastName, one.role, one.phone]).toSorted()).toEqual([
    ['D’ailleurs', '', ''],
    ['Garçon', 'Achats', '01'],
    ['Neuf', 'Atelier', ''],
    ['Trois', '', ''],
  ])
  await expect(save).toBeDisabled()

  // A window that hears of it: what is typed stays, and Enter decides nothing that is out of sight.
  await page.unroute('**/api/events')
  const heard = page.waitForResponse('**/api/events')
  await page.reload()
  await heard
  await expect(name).toHaveValue('Dupont SA')
  await elsewhere(() => ({ name: 'Dupont & Fils' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Dupont & Fils' })).toBeVisible()
  await expect(name).toHaveValue('Dupont & Fils')
  await quoteOf('REF-10')
  await expect(page.getByRole('region', { name: 'Devis' })).toContainText('REF-10')
  await note.fill('Payé à réception')
  await elsewhere(() => ({ name: 'Dupont Frères' }))
  await expect(name).toHaveValue('Dupont Frères')
  await expect(note).toHaveValue('Payé à réception')
  await expect(note).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await people.last().getByLabel('Fonction').fill('Direction')
  await elsewhere(() => ({ note: 'Comptant' }))
  await expect(meanwhile).toContainText('Note interne : Comptant')
  await page.keyboard.press('Enter')
  await expect(meanwhile).toBeInViewport()
  expect((await now()).note).toBe('Comptant')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)

  const leave = page.getByRole('dialog', { name: 'Quitter la fiche sans enregistrer ?' })
  const quotes = page.getByRole('navigation', { name: 'Écrans' }).getByRole('link', { name: 'Devis' })
  await quotes.click()
  expect(await seriousFaults(page, 'dialog')).toEqual([])
  await leave.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(page).toHaveURL(new RegExp(`/clients/${id}$`))
  await expect(note).toHaveValue('Payé à réception')
  await quotes.click()
  await leave.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page).toHaveURL(/\/devis$/)
})

test('who leaves while what he wrote is being saved is asked nothing; where it is refused, he is', async ({
  page,
  shell,
  service,
}) => {
  const { id } = await service.call<{ id: number }>('POST', '/companies', DUPONT)
  let answer: (refused: boolean) => void = () => undefined
  let asked: Promise<void> = Promise.resolve()
  const hold = async () => {
    const held = new Promise<boolean>((resolve) => (answer = resolve))
    asked = page.waitForRequest((request) => request.method() === 'PUT').then(() => undefined)
    await page.unroute(`**/api/companies/${id}`)
    await page.route(`**/api/companies/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      if (await held) return route.fulfill({ status: 500, json: { detail: 'Erreur interne.', errors: [] } })
      return route.continue()
    })
  }
  const leave = page.getByRole('dialog', { name: 'Quitter la fiche sans enregistrer ?' })
  const quotes = page.getByRole('navigation', { name: 'Écrans' }).getByRole('link', { name: 'Devis' })
  const note = page.getByLabel('Note interne', { exact: true })
  const saveAndLeave = async (text: string) => {
    await hold()
    await note.fill(text)
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await asked
    await quotes.click()
  }
  await shell.open()
  await shell.go(`/clients/${id}`)
  await saveAndLeave('Comptant')
  answer(true)
  await expect(leave).toBeVisible()
  await leave.getByRole('contentinfo').getByRole('button', { name: 'Fermer' }).click()
  await expect(leave).toBeHidden()
  await expect(note).toHaveValue('Comptant')

  await saveAndLeave('Comptant, à réception')
  answer(false)
  await expect(page).toHaveURL(/\/devis$/)
  await expect(leave).toBeHidden()
  expect((await service.call<Company>('GET', `/companies/${id}`)).note).toBe('Comptant, à réception')
})
