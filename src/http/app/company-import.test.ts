import { expect, test } from 'vitest'
import { json, world, type World } from '../../testing/app.ts'
import { companiesFound, DUPONT, makeCompany } from '../../testing/companies.ts'
import { add } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'
import type { CompanySummary } from '../../domain/company/company.ts'
import type { ImportAnswer } from './company-import.ts'

const send = ({ desk }: Pick<World, 'desk'>, payload: string | Buffer, digest?: string) =>
  desk.send({
    method: 'POST',
    url: digest === undefined ? '/api/companies/import/preview' : `/api/companies/import?digest=${digest}`,
    headers: { 'content-type': 'text/csv' },
    payload,
  })
const preview = async (here: Pick<World, 'desk'>, payload: string | Buffer) =>
  (await send(here, payload)).json<ImportAnswer>()
const codeOf = async (here: World, payload: string | Buffer, digest?: string) => {
  const response = await send(here, payload, digest)
  return `${response.statusCode} ${json(response)['errors']?.[0].code}`
}

const FILE = `Société;Prénom;Nom;E-mail contact;Adresse;CP;Ville;Solde
Imprimerie Dupont & Fils;Paul;Neuf;;2 rue Neuve;69002;Lyon;12
"Mairie; de Sète";Zoé;Œil;zoe@sete.fr;;;Sète;
"Mairie; de Sète";Luc;Roy;;;;;
`

test('a file is shown row by row, then taken as it was shown', async () => {
  const here = await world()
  const { id } = await makeCompany(here, { ...DUPONT, vatRegimeId: 'exportation' })
  const shown = await preview(here, FILE)
  expect(shown).toMatchObject({
    counts: { new: 2, changed: 1, same: 0, fault: 0 },
    ignored: ['Solde'],
    rows: [
      { row: 2, outcome: 'changed', changes: ['contacts', 'addresses'] },
      { row: 3, name: 'Mairie; de Sète', outcome: 'new' },
      { row: 4, outcome: 'new', changes: ['contacts'] },
    ],
  })
  expect(await companiesFound(here, 'mairie'), 'nothing is written').toEqual([])
  expect((await send(here, FILE, shown.digest)).statusCode).toBe(201)
  expect(await companiesFound(here, 'roy')).toEqual(['Mairie; de Sète'])
  expect(await companiesFound(here, 'neuf'), 'its other contacts stay').toEqual([DUPONT.name])
  expect(await companiesFound(here, 'garcon')).toEqual([DUPONT.name])
  expect(json(await here.desk.get(`/api/companies/${id}`))).toMatchObject({ vatRegimeId: 'exportation' })
  expect((await preview(here, FILE)).counts).toEqual({ new: 0, changed: 0, same: 3, fault: 0 })
})

const PEOPLE = Buffer.from(
  `Société;E-mail;Prénom;Nom;Téléphone
Boulangerie Après;paul@apres.fr;Paul;Né;04 67 00 00 01
Boulangerie Après;zoe@apres.fr;Zoé;\x8Cil;04 67 00 00 02
Mairie;accueil@mairie.fr;;;04 67 00 00 03
Mairie;luc@mairie.fr;Luc;Roy;
`,
  'latin1',
)

test('where a row names a person, e-mail and telephone are his', async () => {
  const here = await world()
  const { digest, unlike } = await preview(here, PEOPLE)
  expect(unlike).toBe(0)
  expect((await send(here, PEOPLE, digest)).statusCode).toBe(201)
  const list = (await here.desk.get('/api/companies')).json<CompanySummary[]>()
  expect(
    list.map(({ name, email, phone }) => [name, email, phone]),
    'its own, else the first contact’s',
  ).toEqual([
    ['Boulangerie Après', 'paul@apres.fr', '04 67 00 00 01'],
    ['Mairie', 'accueil@mairie.fr', '04 67 00 00 03'],
  ])
  const [bakery, town] = await Promise.all(
    list.map(async ({ id }) => json(await here.desk.get(`/api/companies/${id}`))),
  )
  expect(bakery).toMatchObject({
    ...{ email: '', phone: '' },
    contacts: [
      { lastName: 'Né', email: 'paul@apres.fr', phone: '04 67 00 00 01' },
      { lastName: 'Œil', email: 'zoe@apres.fr', phone: '04 67 00 00 02' },
    ],
  })
  expect(town).toMatchObject({
    email: 'accueil@mairie.fr',
    contacts: [{ email: 'luc@mairie.fr', phone: '' }],
  })
  expect((await preview(here, PEOPLE)).counts).toEqual({ new: 0, changed: 0, same: 4, fault: 0 })
})

test('a file with columns for a contact’s own keeps the others for the company', async () => {
  const here = await world()
  const file = 'Société;E-mail;Nom;E-mail contact\nMairie;accueil@mairie.fr;Roy;luc@mairie.fr\n'
  expect((await send(here, file, (await preview(here, file)).digest)).statusCode).toBe(201)
  const [{ id } = { id: 0 }] = (await here.desk.get('/api/companies')).json<CompanySummary[]>()
  expect(json(await here.desk.get(`/api/companies/${id}`))).toMatchObject({
    email: 'accueil@mairie.fr',
    contacts: [{ lastName: 'Roy', email: 'luc@mairie.fr' }],
  })
})

test('of rows that say unlike things the first is taken, told, and the file changes nothing the second time', async () => {
  const here = await world()
  const file = `Société;E-mail;Nom;Adresse;CP;Ville;Instructions
Mairie;a@mairie.fr;;1 rue;34200;Sète;sonner
MAIRIE;b@mairie.fr;;1 rue;34200;Sète;frapper
Mairie;luc@mairie.fr;Roy;;;;
Mairie;roy@mairie.fr;Roy;;;;
`
  const shown = await preview(here, file)
  expect(shown.unlike).toBe(2)
  const told = shown.rows.map(({ row, outcome, kept }) => [
    row,
    outcome,
    kept.map(({ header: _header, ...each }) => each),
  ])
  expect(told).toEqual([
    [
      3,
      'same',
      [
        { column: 'email', row: 2, value: 'a@mairie.fr' },
        { column: 'instructions', row: 2, value: 'sonner' },
      ],
    ],
    [5, 'same', [{ column: 'contactEmail', row: 4, value: 'luc@mairie.fr' }]],
    [2, 'new', []],
    [4, 'new', []],
  ])
  expect((await send(here, file, shown.digest)).statusCode).toBe(201)
  expect((await preview(here, file)).counts).toEqual({ new: 0, changed: 0, same: 4, fault: 0 })
})

test('another file, or customers that changed meanwhile, are not taken', async () => {
  const here = await world()
  const { digest } = await preview(here, FILE)
  expect(await codeOf(here, `${FILE}Autre\n`, digest)).toBe('409 import_changed')
  await makeCompany(here)
  expect(await codeOf(here, FILE, digest)).toBe('409 import_changed')
  expect(await companiesFound(here, 'mairie')).toEqual([])
})

test('one row that cannot be taken keeps the whole file out, and is told by its number and column', async () => {
  const here = await world()
  const file = 'Company,Email,SIRET\nGood,a@b.fr,\n,c@d.fr,\nBad,nobody,12\n'
  const shown = await preview(here, file)
  expect(shown.counts).toEqual({ new: 1, changed: 0, same: 0, fault: 2 })
  expect(
    shown.rows
      .slice(0, 2)
      .map(({ row, faults }) => [row, faults.map(({ column, code }) => `${column} ${code}`)]),
  ).toEqual([
    [3, ['name field_required']],
    [4, ['siret siret_invalid', 'email email_invalid']],
  ])
  expect(await codeOf(here, file, shown.digest)).toBe('409 import_faulty')
  expect(await companiesFound(here, '')).toEqual([])
})

test('what is probably wrong is told, and taken all the same; a row is recognised by what it says', async () => {
  const here = await world()
  const file = `Société;SIRET;TVA;Ville;CP;Pays
Bon;73282932000074;FR44732829320;Bourg;01000;
Coupé;73282932000075;FRXX;Bourg;1000;Frnace
Lettres;;FRK7732829320;Liège;4000;Belgique
`
  const shown = await preview(here, file)
  expect(shown).toMatchObject({ doubtful: 1, counts: { new: 3, fault: 0 } })
  expect(
    shown.rows.map(({ name, doubts }) => [name, ...doubts.map(({ column, code }) => `${column} ${code}`)]),
  ).toEqual([
    ['Coupé', 'siret siret_doubtful', 'vatNumber vat_number_doubtful', 'pays country_unknown'],
    ['Bon'],
    ['Lettres'],
  ])
  expect(shown.rows[0]!.doubts[2]!.message).toContain('France')
  expect(shown.rows[1]!.says).toEqual(['73282932000074', 'FR44732829320', '01000 Bourg'])
  expect((await send(here, file, shown.digest)).statusCode).toBe(201)
  const zero = await preview(here, 'Société;CP;Ville\nAutre;1000;Bourg\nSans;75;Paris')
  expect(zero.rows.map(({ doubts }) => doubts.map(({ message }) => message))).toEqual([
    [expect.stringContaining('le zéro de 01000')],
    ['Un code postal français a cinq chiffres.'],
  ])
})

test.each<[string, Buffer | string]>([
  ['UTF-8 with a mark', '\uFEFFSociété;Ville\nCafé Müller;Sète'],
  ['Windows-1252', Buffer.from('Société;Ville\r\nCafé Müller;Sète\r\n', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFSociété\tVille\r\nCafé Müller\tSète', 'utf16le')],
  ['commas and quotes', '"Société","Ville"\n"Café Müller","Sète"'],
])('%s is read', async (_name, file) => {
  const here = await world()
  const { rows } = await preview(here, file)
  expect(rows).toMatchObject([{ row: 2, name: 'Café Müller', outcome: 'new' }])
})

test('what is no file of customers is refused in words', async () => {
  const here = await world()
  expect(await codeOf(here, ' ')).toBe('400 file_empty')
  expect(await codeOf(here, 'Société;Ville\n')).toBe('400 file_empty')
  expect(await codeOf(here, 'A;B\n1;2\n')).toBe('400 file_no_name')
  expect(await codeOf(here, 'Société;Client\na;b\n')).toBe('400 file_column_twice')
  expect(await codeOf(here, 'Société;Ville\na;"b\nc;d\n')).toBe('400 file_unreadable')
  expect(await codeOf(here, `Société\n${'a\n'.repeat(20_001)}`)).toBe('400 file_too_many_rows')
  for (const wide of [
    ','.repeat(5_000_000),
    `Nom;${'a;'.repeat(250)}`,
    `Nom\n${`${';'.repeat(150)}\n`.repeat(10_000)}`,
  ])
    expect(await codeOf(here, wide)).toBe('400 file_too_wide')
  expect(await codeOf(here, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).toBe('413 file_too_large')
  const asJson = await here.desk.post('/api/companies/import/preview', { name: 'Dupont' })
  expect(`${asJson.statusCode} ${asJson.body}`).toMatch(/^415 .*text\/csv/)
})

test('hostile cells are texts, or faults of their row', async () => {
  const here = await world()
  const formula = '=cmd|/c calc!A1'
  const file = `Société;Note\n${formula};<script>alert(1)</script>\nX;${'y'.repeat(1_000_000)}\nA\0B;\n__proto__;\n`
  const shown = await preview(here, file)
  expect(
    shown.rows.map(({ row, outcome, faults }) => [row, outcome, faults.map(({ code }) => code)]),
  ).toEqual([
    [3, 'fault', ['value_invalid']],
    [4, 'fault', ['text_control']],
    [2, 'new', []],
    [5, 'new', []],
  ])
  expect(shown.rows[2]!.name).toBe(formula)
})

test('20,000 rows are taken at once', { timeout: 60_000 }, async () => {
  const here = await world()
  const rows = Array.from({ length: 20_000 }, (_, i) => `Client ${i};Contact${i};${i} rue;75001;Paris\n`)
  const file = `Société;Nom;Adresse;CP;Ville\n${rows.join('')}`
  const { digest, counts, rows: told } = await preview(here, file)
  expect([counts.new, told.length]).toEqual([20_000, 1_000])
  expect((await send(here, file, digest)).statusCode).toBe(201)
  expect(await companiesFound(here, 'contact19999')).toEqual(['Client 19999'])
})

test('takes the right to change settings', async () => {
  const here = await world()
  await add(here.service, 'Ada', 'administrateur')
  await add(here.service, 'Bob', 'responsable')
  expect((await send({ desk: await signedIn(here, 'Bob') }, FILE)).statusCode).toBe(403)
  expect((await send({ desk: await signedIn(here, 'Ada') }, FILE)).statusCode).toBe(200)
})

test('a cell that is broken into lines is taken, a street’s rest as its complement; old values stand beside new ones', async () => {
  const here = await world()
  const file = (phone: string) =>
    `Société;Téléphone;Adresse;CP;Ville\n"Club\nde judo";${phone};"4 rue du Dojo\r\nBâtiment B\nPorte 2";35000;Rennes\n`
  const first = await preview(here, file('02'))
  expect(first).toMatchObject({
    counts: { new: 1, fault: 0 },
    rows: [{ name: 'Club de judo', replaced: [] }],
  })
  expect((await send(here, file('02'), first.digest)).statusCode).toBe(201)
  const [{ id }] = (await here.desk.get('/api/companies?search=judo')).json<[CompanySummary]>()
  expect(json(await here.desk.get(`/api/companies/${id}`))).toMatchObject({
    addresses: [{ address: { adresse1: '4 rue du Dojo', adresse2: 'Bâtiment B, Porte 2' } }],
  })
  expect(await preview(here, file('03'))).toMatchObject({
    counts: { changed: 1 },
    rows: [{ changes: ['phone'], replaced: [{ column: 'phone', was: '02', now: '03' }] }],
  })
})
