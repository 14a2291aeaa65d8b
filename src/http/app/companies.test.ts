import { expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { companiesFound, DUPONT, makeCompany } from '../../testing/companies.ts'
import { add } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'
import type { Company, CompanySummary } from '../../domain/company/company.ts'
import type { Loose } from '../../testing/shop.ts'

const put = ({ desk }: World, url: string, payload: Loose) => desk.send({ method: 'PUT', url, payload })

test('a company is made with its contacts and addresses, and read as it was made', async () => {
  const here = await world()
  const made = await makeCompany(here)
  expect(made).toMatchObject({
    name: DUPONT.name,
    version: 1,
    vatNumber: 'FR12345678901',
    siret: '12345678900012',
    archived: false,
    contacts: [
      { firstName: 'Élise', role: 'Achats' },
      { firstName: '', lastName: 'Œuvrard' },
    ],
    addresses: [
      { label: 'Atelier', isDefault: false },
      { label: 'Siège', isDefault: true, address: { ville: 'Saint-Étienne' } },
    ],
    duplicates: [],
  })
  expect(json(await here.desk.get(`/api/companies/${made.id}`))).toEqual(made)
  const [summary] = (await here.desk.get('/api/companies')).json<CompanySummary[]>()
  expect(summary).toMatchObject({
    town: 'Saint-Étienne',
    contact: 'Élise Garçon',
    email: 'contact@dupont.fr',
  })
})

test('only a name is needed; a private person is a company of that name', async () => {
  const here = await world()
  expect(await makeCompany(here, { name: ' Ada Lovelace ' })).toMatchObject({
    name: 'Ada Lovelace',
    siret: '',
    contacts: [],
    addresses: [],
  })
})

test('where nothing is called so, names that resemble it are answered, marked, to who asks for them', async () => {
  const here = await world()
  await makeCompany(here)
  await makeCompany(here, {
    name: 'Boulangerie Après',
    contacts: [{ lastName: 'Né', email: 'paul@apres.fr' }],
  })
  const asked = async (search: string, more = '&near=true') =>
    (await here.desk.get(`/api/companies?search=${encodeURIComponent(search)}${more}`))
      .json<CompanySummary[]>()
      .map(({ name, email, near }) => [name, email, near])
  expect(await asked('dupin')).toEqual([[DUPONT.name, DUPONT.email, true]])
  expect(await asked('Boulagerie')).toEqual([['Boulangerie Après', 'paul@apres.fr', true]])
  expect(await asked('boulan'), 'what begins so').toEqual([['Boulangerie Après', 'paul@apres.fr', undefined]])
  expect(await asked('boulagerie', '')).toEqual([])
  expect(await asked("x' OR ''='")).toEqual([])
  expect(await asked('dupin', '&near=true&archived=true')).toEqual([])
})

test('who of a company is meant by what was searched is answered with it', async () => {
  const here = await world()
  await makeCompany(here, {
    name: 'Imprimerie Dupont',
    email: 'contact@dupont.fr',
    contacts: [
      { firstName: 'Élise', lastName: 'Garçon', email: 'elise@dupont.fr', phone: '06 11 22 33 44' },
      { firstName: 'Paul', lastName: 'Neuf', email: 'compta@dupont.fr' },
      { firstName: 'Jean', lastName: 'Dupont', email: 'paul.jean@dupont.fr' },
    ],
    addresses: [{ label: 'Atelier', address: { ...ADDRESS, ville: 'Saint-Paul' } }],
  })
  const asked = async (search: string) =>
    (await here.desk.get(`/api/companies?search=${encodeURIComponent(search)}`))
      .json<CompanySummary[]>()
      .map(({ contact, matched }) => [contact, matched?.name])
  const first = 'Élise Garçon'
  for (const [search, name] of [
    ['paul', 'Paul Neuf'],
    ['Paul dupont', 'Paul Neuf'],
    ['neuf saint', 'Paul Neuf'],
    ['compta', 'Paul Neuf'],
    ['compta@dupont.fr', 'Paul Neuf'],
    ['garcon', first],
    ['0611', first],
    ['jean dupont', 'Jean Dupont'],
    // The company itself, everybody there, or two at once.
    ['dupont', undefined],
    ['imprimerie', undefined],
    ['contact@dupont.fr', undefined],
    ['dupont.fr', undefined],
    ['garcon neuf', undefined],
    ['saint', undefined],
    ['', undefined],
  ])
    expect(await asked(search!), search).toEqual([[first, name]])
})

test('is found with, without and by another apostrophe', async () => {
  const here = await world()
  await makeCompany(here, { name: 'O’Brien & Fils', contacts: [{ firstName: 'Aurore', lastName: "D'Arc" }] })
  await makeCompany(here, { name: "Cabinet de l'Hôpital" })
  for (const search of ['obrien', "O'Brien", 'O’Brien', 'o brien', 'OBRI'])
    expect(await companiesFound(here, search), search).toEqual(['O’Brien & Fils'])
  expect(await companiesFound(here, 'lhopital')).toEqual(["Cabinet de l'Hôpital"])
  const [found] = (await here.desk.get('/api/companies?search=darc')).json<CompanySummary[]>()
  expect(found).toMatchObject({ name: 'O’Brien & Fils', matched: { name: "Aurore D'Arc" } })
  expect(await companiesFound(here, 'brieno')).toEqual([])
})

test('is found by what is written in short or in full, and without the apostrophes of a short word', async () => {
  const here = await world()
  await makeCompany(here, {
    name: 'Mairie de Saint-Denis',
    contacts: [{ firstName: 'Ada', lastName: 'Roy' }],
  })
  await makeCompany(here, { name: 'Hôpital Ste Anne' })
  await makeCompany(here, { name: "L'Épi d'Or" })
  for (const search of ['mairie st denis', 'st-denis', 'St. Den', 'saint denis'])
    expect(await companiesFound(here, search), search).toEqual(['Mairie de Saint-Denis'])
  for (const search of ['sainte anne', 'ste anne', 'hopital ste'])
    expect(await companiesFound(here, search), search).toEqual(['Hôpital Ste Anne'])
  for (const search of ['epi dor', 'lepi dor', "l'epi d'or", 'dor'])
    expect(await companiesFound(here, search), search).toEqual(["L'Épi d'Or"])
  const [found] = (await here.desk.get('/api/companies?search=mairie%20st%20denis%20roy')).json<
    CompanySummary[]
  >()
  expect(found).toMatchObject({ matched: { name: 'Ada Roy' } })
  expect(await companiesFound(here, 'dos')).toEqual([])
})

test('is found by the beginning of any word: name, contact, town, e-mail, numbers; without case and accents', async () => {
  const here = await world()
  await makeCompany(here)
  await makeCompany(here, { name: 'Fils & Frères S.A.R.L.' })
  const both = ['Fils & Frères S.A.R.L.', DUPONT.name]
  for (const search of [
    'dup',
    'IMPRIMERIE DUPONT',
    'garcon',
    'elise gar',
    'oeuv',
    'saint etienne',
    'Villeurb',
  ])
    expect(await companiesFound(here, search), search).toEqual([DUPONT.name])
  for (const search of [
    'elise@dup',
    'contact@dupont.fr',
    '123 456 789',
    '12345678900012',
    '06 11 22',
    'FR12345',
  ])
    expect(await companiesFound(here, search), search).toEqual([DUPONT.name])
  expect(await companiesFound(here, 'sarl')).toEqual(['Fils & Frères S.A.R.L.'])
  expect(await companiesFound(here, 'fils'), 'whose name begins with it first').toEqual(both)
  for (const search of ['upont', 'dupont lyonnais', '%', '_upont', "' OR 1=1"])
    expect(await companiesFound(here, search), search).toEqual(search === '%' ? both : [])
})

test('a lost answer makes no second company', async () => {
  const here = await world()
  const [first, again] = await Promise.all([
    makeCompany(here, { ...DUPONT, key: 'k-1' }),
    makeCompany(here, { ...DUPONT, key: 'k-1' }),
  ])
  expect(again.id).toBe(first.id)
  expect(await companiesFound(here, '')).toEqual([DUPONT.name])
})

test('a change names the version that it was made on, keeps ids, and leaves out what is not listed', async () => {
  const here = await world()
  const made = await makeCompany(here)
  const [elise] = made.contacts
  const url = `/api/companies/${made.id}`
  const body = { name: 'Dupont', version: 1, contacts: [{ ...elise, phone: '1' }, { lastName: 'Neuf' }] }
  const changed = json(await put(here, url, body)) as unknown as Company
  expect(changed).toMatchObject({ version: 2, name: 'Dupont', siret: '' })
  expect(changed.contacts.map(({ id, lastName }) => [id === elise!.id, lastName])).toEqual([
    [true, 'Garçon'],
    [false, 'Neuf'],
  ])
  expect(changed.addresses, 'absent: as they are').toEqual(made.addresses)
  expect(await companiesFound(here, 'oeuvrard')).toEqual([])
  expect(await companiesFound(here, 'neuf')).toEqual(['Dupont'])
  const late = await put(here, url, { name: 'Durand', version: 1 })
  expect(late.statusCode).toBe(409)
  expect(json(late)).toMatchObject({ errors: [{ code: 'company_changed' }], present: changed })
})

test('what may be the same is told, and not refused', async () => {
  const here = await world()
  const made = await makeCompany(here)
  const twin = await makeCompany(here, { name: 'IMPRIMERIE dupont et fils', siret: made.siret })
  expect(twin.duplicates).toEqual([{ id: made.id, name: made.name, archived: false, because: 'siret' }])
  const named = await makeCompany(here, { name: 'imprimerie DUPONT  fils' })
  expect(named.duplicates).toMatchObject([{ id: made.id, because: 'name' }])
  const mailed = await makeCompany(here, { name: 'Autre', email: 'CONTACT@dupont.fr' })
  expect(mailed.duplicates).toMatchObject([{ id: made.id, because: 'email' }])
})

test('nothing is deleted: archived, it is offered no more, and comes back', async () => {
  const here = await world()
  const made = await makeCompany(here)
  const url = `/api/companies/${made.id}/archived`
  expect(json(await put(here, url, { archived: true, version: 1 }))).toMatchObject({
    archived: true,
    version: 2,
  })
  expect(await companiesFound(here, 'dupont')).toEqual([])
  const archived = await here.desk.get('/api/companies?archived=true&search=dupont')
  expect(archived.json()).toMatchObject([{ id: made.id, archived: true }])
  expect((await put(here, url, { archived: false, version: 1 })).statusCode).toBe(409)
  await put(here, url, { archived: false, version: 2 })
  expect(await companiesFound(here, 'dupont')).toEqual([DUPONT.name])
})

test('every fault is told by its place', async () => {
  const here = await world()
  const made = await makeCompany(here)
  const refused = await here.desk.post('/api/companies', {
    name: ' ',
    siret: '12',
    vatNumber: '12',
    email: 'nobody',
    phone: 'x'.repeat(201),
    note: 'a\u0000b',
    contacts: [{ id: 999, firstName: ' ' }, { lastName: 'two\nlines' }],
    addresses: [{ address: { ...ADDRESS, email: '@', ville: 'x'.repeat(300) } }],
  })
  expect(faultsOf(refused).sort()).toEqual([
    '/addresses/0/address/email email_invalid',
    '/addresses/0/address/ville value_invalid',
    '/contacts/0/lastName field_required',
    '/contacts/1/lastName text_control',
    '/email email_invalid',
    '/name field_required',
    '/note text_control',
    '/phone value_invalid',
    '/siret siret_invalid',
    '/vatNumber vat_number_invalid',
  ])
  const other = await makeCompany(here, { name: 'Autre' })
  const stolen = await put(here, `/api/companies/${other.id}`, {
    name: 'Autre',
    version: 1,
    contacts: [made.contacts[0]],
    addresses: [made.addresses[0]],
  })
  expect(faultsOf(stolen)).toEqual(['/contacts/0/id contact_unknown', '/addresses/0/id address_unknown'])
  expect((await here.desk.get('/api/companies/999')).statusCode).toBe(404)
  expect(faultsOf(await here.desk.post('/api/companies', { name: 1 }))).toEqual(['/name field_type'])
  const long = { name: 'x'.repeat(5000), contacts: [{ lastName: 'x'.repeat(5000) }] }
  expect(faultsOf(await here.desk.post('/api/companies', long))).toEqual([
    '/name value_invalid',
    '/contacts/0/lastName value_invalid',
  ])
})

test('lists page by page, and says how many there are beyond the last, too', async () => {
  const here = await world()
  for (const name of ['C', 'a', 'B']) await makeCompany(here, { name })
  const page = await here.desk.get('/api/companies?limit=2&offset=2')
  expect([page.headers['x-total-count'], page.json<Company[]>().map(({ name }) => name)]).toEqual([
    '3',
    ['C'],
  ])
  const beyond = await here.desk.get('/api/companies?limit=2&offset=4&search=a')
  expect([beyond.headers['x-total-count'], beyond.json()]).toEqual(['1', []])
})

test('a seller works with them, and the journal tells who did', async () => {
  const here = await world()
  await add(here.service, 'Ada', 'administrateur')
  await add(here.service, 'Bob', 'vendeur')
  const bob = await signedIn(here, 'Bob')
  expect((await bob.post('/api/companies', { name: 'Dupont' })).statusCode).toBe(201)
  const [note] = json(await (await signedIn(here, 'Ada')).get('/api/journal')) as unknown as Loose[]
  expect(note).toMatchObject({ person: 'Bob', message: 'Fiche client Dupont créée' })
  expect((await here.anyone.get('/api/companies')).statusCode).toBe(401)
})
