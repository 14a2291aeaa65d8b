import { expect, test } from 'vitest'
import { json, world, type World } from '../../testing/app.ts'
import { makeCompany } from '../../testing/companies.ts'
import type { Company, CompanySummary } from '../../domain/company/company.ts'
import type { ImportAnswer } from './company-import.ts'

const send = ({ desk }: World, payload: string, path: string) =>
  desk.send({
    method: 'POST',
    url: `/api/companies/import${path}`,
    headers: { 'content-type': 'text/csv' },
    payload,
  })
const preview = async (here: World, payload: string) =>
  (await send(here, payload, '/preview')).json<ImportAnswer>()

/** Takes a file, and says what there is then, by name. */
async function take(here: World, payload: string): Promise<{ shown: ImportAnswer; there: Company[] }> {
  const shown = await preview(here, payload)
  expect((await send(here, payload, `?digest=${shown.digest}`)).statusCode, JSON.stringify(shown)).toBe(201)
  const list = (await here.desk.get('/api/companies')).json<CompanySummary[]>()
  const there = await Promise.all(
    list.map(async ({ id }) => json(await here.desk.get(`/api/companies/${id}`)) as unknown as Company),
  )
  return { shown, there }
}
const ownOf = ({ name, email, phone, note, contacts }: Company) => [name, email, phone, note, contacts.length]

test('of a row without a person, mobile number and contact’s e-mail are the customer’s, or go into his note', async () => {
  const here = await world()
  const file = `Société;Prénom;Nom;Fonction;E-mail;Email contact;Tél.;Portable;Remarques
Atelier Un;Léa;Roux;;;lea@un.fr;;06 11;
Atelier Deux;;;;;contact@deux.fr;;06 22;
Atelier Trois;;;Direction;a@trois.fr;b@trois.fr;03 03;06 33;fidèle
Atelier Quatre;;;;;;04 04;0404;
`
  const { shown, there } = await take(here, file)
  expect(
    shown.rows.map(({ name, noted }) => [name, ...noted.map(({ header, value }) => `${header} ${value}`)]),
  ).toEqual([
    ['Atelier Un'],
    ['Atelier Deux'],
    ['Atelier Trois', 'Email contact b@trois.fr', 'Portable 06 33', 'Fonction Direction'],
    ['Atelier Quatre'],
  ])
  expect(there.map(ownOf)).toEqual([
    ['Atelier Deux', 'contact@deux.fr', '06 22', '', 0],
    ['Atelier Quatre', '', '04 04', '', 0],
    [
      ...['Atelier Trois', 'a@trois.fr', '03 03'],
      ...['fidèle\nEmail contact : b@trois.fr\nPortable : 06 33\nFonction : Direction', 0],
    ],
    ['Atelier Un', '', '', '', 1],
  ])
  expect((await preview(here, file)).counts, 'nothing new the second time').toMatchObject({ same: 4 })
})

test('a customer who has a telephone keeps it, and a note that comes later keeps what went there', async () => {
  const here = await world()
  await makeCompany(here, { name: 'Mairie', phone: '04 67' })
  const file = 'Société;Portable;Note\nMairie;06 22;\nMAIRIE;;payer à 60 jours\nMairie;04.67;\n'
  const { shown, there } = await take(here, file)
  expect(shown.rows.map(({ changes }) => changes)).toEqual([['note'], ['note'], []])
  expect(there.map(ownOf)).toEqual([['Mairie', '', '04 67', 'payer à 60 jours\nPortable : 06 22', 0]])
  expect((await preview(here, file)).counts).toMatchObject({ same: 3 })
})

test('what is wrong is told by the column as the file calls it', async () => {
  const here = await world()
  const { rows } = await preview(
    here,
    'Raison sociale;Mail;Email contact\nDupont;nobody;a@b.fr\n;c@d.fr;\nMairie;;nobody\n',
  )
  expect(rows.map(({ faults }) => faults.map(({ header, code }) => `${header} ${code}`))).toEqual([
    ['Mail email_invalid'],
    ['Raison sociale field_required'],
    ['Email contact email_invalid'],
  ])
  const people = await preview(here, 'Société;Nom;Mail\nDupont;Roux;nobody\n')
  expect(people.rows[0]!.faults, 'a contact’s, of a column for both').toMatchObject([{ header: 'Mail' }])
})

test('private persons are customers of their names, and buy as such', async () => {
  const here = await world()
  const { shown, there } = await take(
    here,
    'Prénom;Nom;E-mail;Portable\nMarie;Roux;m@roux.fr;06 11\n;Dupont SARL;;\n',
  )
  expect(shown).toMatchObject({ people: 2, counts: { new: 2 } })
  expect(there).toMatchObject([
    { name: 'Dupont SARL', buyer: 'company' },
    { name: 'Marie Roux', buyer: 'consumer', email: 'm@roux.fr', phone: '06 11', contacts: [] },
  ])
})

test('a row without a company in a file of companies is a private person’s; who is there buys as before', async () => {
  const here = await world()
  await makeCompany(here, { name: 'Paul Né', buyer: 'company' })
  const { shown, there } = await take(here, 'Société;Prénom;Nom\nMairie;Luc;Roy\n;Marie;Roux\n;Paul;Né\n')
  expect(shown.people).toBe(2)
  expect(there.map(({ name, buyer, contacts }) => [name, buyer, contacts.length])).toEqual([
    ['Mairie', 'company', 1],
    ['Marie Roux', 'consumer', 0],
    ['Paul Né', 'company', 0],
  ])
})

test('language and kind of customer are taken; values that say nothing known are told', async () => {
  const here = await world()
  await makeCompany(here, { name: 'Petit', buyer: 'smallBusiness' })
  const file = `Société;Type;Langue
Smith Ltd;Entreprise;English (US)
Roux;Particulier;fr_FR
Petit;Professionnel;Anglais
Weiß;VIP;de
`
  const { shown, there } = await take(here, file)
  expect(shown.untaken).toEqual([
    { header: 'Langue', values: ['de'] },
    { header: 'Type', values: ['VIP'] },
  ])
  expect(shown.rows.map(({ buyer, language }) => [buyer, language])).toEqual([
    ['company', 'en'],
    ['consumer', 'fr'],
    ['company', 'en'],
    [null, null],
  ])
  expect(shown.rows[2]!.replaced).toMatchObject([{ column: 'language', was: 'fr', now: 'en' }])
  expect(there.map(({ name, buyer, language }) => [name, buyer, language])).toEqual([
    ['Petit', 'smallBusiness', 'en'],
    ['Roux', 'consumer', 'fr'],
    ['Smith Ltd', 'company', 'en'],
    ['Weiß', 'company', 'fr'],
  ])
  expect((await preview(here, file)).counts).toMatchObject({ same: 4 })
})

test.each<[string, string, string]>([
  ['Civilité;Nom\nMme;Roux', 'consumer', ''],
  ['Civilité;Nom\nSARL;Roux', 'company', ''],
  ['Civilité;Société;Nom\nMme;Imprimerie;Roux', 'company', 'Civilité'],
  ['Type;Société\nProspect;Roux', 'company', 'Type'],
  ['Name;Is a company\nRoux;False', 'consumer', ''],
  ['Nom;Particulier\nRoux;Oui', 'consumer', ''],
])('%j is of a %s', async (file, buyer, ignored) => {
  const here = await world()
  const { shown, there } = await take(here, file)
  expect([there[0]!.buyer, shown.ignored.join()]).toEqual([buyer, ignored])
})

test('cells beyond the headers, and columns without one, are told', async () => {
  const here = await world()
  const { shown } = await take(here, 'Société;;Ville\nDupont;x;Sète;y;z\nMairie;;Sète;;\n;;;;total\n')
  expect(shown).toMatchObject({ unnamed: ['B', 'E'], doubtful: 1, counts: { new: 2 } })
  expect(shown.rows[0]!.doubts).toMatchObject([
    { column: '', header: null, code: 'cells_surplus', message: expect.stringContaining('y · z') },
  ])
})
