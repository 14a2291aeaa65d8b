import { expect, test } from 'vitest'
import { faultsOf, json, world, type World } from '../../testing/app.ts'
import { makeCompany } from '../../testing/companies.ts'
import { create, dearer, move, put, QUOTE } from '../../testing/quotes.ts'
import type { Company } from '../../domain/company/company.ts'

const rename = (here: World, { id, version, contacts }: Company, name: string) =>
  put(here, `/api/companies/${id}`, { name, version, contacts: contacts.slice(1) })
const found = async ({ desk }: World, query: string) =>
  (await desk.get(`/api/quotes?${query}`)).json<{ id: number }[]>().map(({ id }) => id)

test('a quote names a company and one of its contacts; a draft by the names of now', async () => {
  const here = await world()
  const company = await makeCompany(here)
  const contactId = company.contacts[0]!.id
  const quote = await create(here, { ...QUOTE, companyId: company.id, contactId })
  expect(quote).toMatchObject({ company: company.name, contactId, contact: 'Élise Garçon' })
  await rename(here, company, 'Dupont SA')
  const now = json(await here.desk.get(`/api/quotes/${quote['id']}`))
  expect(now, 'the contact that was taken off is still named').toMatchObject({
    company: 'Dupont SA',
    contact: 'Élise Garçon',
  })
  const [listed] = (await here.desk.get('/api/quotes')).json<object[]>()
  expect(listed).toMatchObject({ company: 'Dupont SA', contact: 'Élise Garçon' })
})

test('what was sent keeps the names of then', async () => {
  const here = await world()
  const company = await makeCompany(here)
  const quote = await create(here, { ...QUOTE, companyId: company.id, contactId: company.contacts[1]!.id })
  await rename(here, company, 'Avant l’envoi')
  expect((await move(here, quote['id'], 'sent')).statusCode).toBe(200)
  await rename(here, { ...company, version: 2 }, 'Après l’envoi')
  const sent = json(await here.desk.get(`/api/quotes/${quote['id']}`))
  expect(sent).toMatchObject({ company: 'Avant l’envoi', contact: 'Œuvrard', companyId: company.id })
  const copy = json(await here.desk.post(`/api/quotes/${quote['id']}/duplicate`, {}))
  expect(copy).toMatchObject({ company: 'Après l’envoi', contact: 'Œuvrard' })
})

test('what is absent stays; null takes it off; another company takes the contact off', async () => {
  const here = await world()
  const [one, other] = [await makeCompany(here), await makeCompany(here, { name: 'Autre' })]
  const contactId = one.contacts[0]!.id
  const { id } = await create(here, { ...QUOTE, companyId: one.id, contactId })
  const url = `/api/quotes/${id}`
  const change = async (more: object, version: number) =>
    json(await put(here, url, { ...QUOTE, ...more, version }))
  expect(await change({}, 1)).toMatchObject({ companyId: one.id, contactId })
  expect(await change({ companyId: other.id }, 2)).toMatchObject({ company: 'Autre', contactId: null })
  expect(await change({ companyId: null }, 3)).toMatchObject({ company: null, contact: null })
})

test('a company that is none, and a contact of another, are refused by their place', async () => {
  const here = await world()
  const [one, other] = [await makeCompany(here), await makeCompany(here, { name: 'Autre' })]
  const contactId = one.contacts[0]!.id
  const refused = async (more: object) => faultsOf(await here.desk.post('/api/quotes', { ...QUOTE, ...more }))
  expect(await refused({ companyId: 999 })).toEqual(['/companyId company_unknown'])
  expect(await refused({ companyId: other.id, contactId })).toEqual(['/contactId contact_unknown'])
  expect(await refused({ companyId: one.id, contactId: 999 })).toEqual(['/contactId contact_unknown'])
  expect(await refused({ contactId })).toEqual(['/contactId contact_unknown'])
})

test('whom it is for neither asks a price nor moves one', async () => {
  const here = await world()
  const company = await makeCompany(here)
  const quote = await create(here)
  await dearer(here)
  const named = json(
    await put(here, `/api/quotes/${quote['id']}`, { ...QUOTE, companyId: company.id, version: 1 }),
  )
  expect(named['lines'][0].price).toEqual(quote['lines'][0].price)
})

test('quotes and their orders are found by company and contact, by old names and new ones', async () => {
  const here = await world()
  const company = await makeCompany(here)
  const { id } = await create(here, { ...QUOTE, companyId: company.id, contactId: company.contacts[1]!.id })
  const other = await create(here, { ...QUOTE, reference: 'AUTRE' })
  for (const search of ['dupont', 'oeuvrard'])
    expect(await found(here, `search=${search}`), search).toEqual([id])
  await move(here, id, 'sent')
  await rename(here, company, 'Neuville SA')
  for (const search of ['dupont', 'neuville'])
    expect(await found(here, `search=${search}`), search).toEqual([id])
  expect(await found(here, `company=${company.id}`)).toEqual([id])
  expect(await found(here, 'company=x')).toEqual([])
  const { orders } = json(await here.desk.post(`/api/quotes/${id}/order`, {}))
  await here.desk.post(`/api/quotes/${other['id']}/order`, {})
  for (const query of ['search=neuville', `company=${company.id}`]) {
    const listed = (await here.desk.get(`/api/orders?${query}`)).json<{ id: number }[]>()
    expect(
      listed.map((order) => order.id),
      query,
    ).toEqual(orders)
  }
})
