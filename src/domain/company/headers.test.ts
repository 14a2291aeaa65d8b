import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

/** What a file of one row is read as: its cells, and the headers that were not taken. Cells say which column they are of. */
function read(headers: readonly string[], cells: readonly string[] = headers.map((_header, i) => `v${i}`)) {
  const cell = (text: string) => `"${text}"`
  const table = readCsv(Buffer.from([headers, cells].map((row) => row.map(cell).join(';')).join('\n')))
  if ('code' in table) return table.code
  const { cells: said } = table.rows[0]!
  return { ...said, ignored: table.ignored }
}

test.each([
  ['N° TVA intracom.', 'vatNumber'],
  ['Numéro de TVA intra-communautaire', 'vatNumber'],
  ['Num. TVA', 'vatNumber'],
  ['VAT ID', 'vatNumber'],
  ['N° identifiant TVA', 'vatNumber'],
  ['Tax ID', 'vatNumber'],
  ['N° SIRET', 'siret'],
  ['Id. prof. 2 (SIRET)', 'siret'],
  ['Tél. portable', 'contactPhone'],
  ['Téléphone mobile', 'contactPhone'],
  ['GSM', 'contactPhone'],
  ['Tél pro.', 'phone'],
  ['Téléphone 1', 'phone'],
  ['Adresse de messagerie', 'email'],
  ['E-mail 1 - Value', 'email'],
  ['CodePostal', 'code_postal'],
  ['code_postal', 'code_postal'],
  ['Adresse 1 (facturation)', 'adresse1'],
  ['Pays/Région (bureau)', 'pays'],
  ['Poste/Fonction', 'role'],
  ['Observations', 'note'],
])('beside a company’s name, « %s » is known', (header, field) => {
  expect(read(['Société', header])).toEqual({ name: 'v0', [field]: 'v1', ignored: [] })
})

test.each(['Nom société', 'Nom de l’entreprise', 'Organization Name', 'Intitulé', 'Tiers', 'Company'])(
  '« %s » names the customer',
  (header) => expect(read([header, 'Ville'])).toEqual({ name: 'v0', ville: 'v1', ignored: [] }),
)

test('the columns of other programs’ exports', () => {
  const of = (headers: string) => read(headers.split(','))
  expect(
    of(
      'First Name,Last Name,Organization Name,Organization Title,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Postal Code',
    ),
    'Google',
  ).toEqual({
    ...{ firstName: 'v0', lastName: 'v1', name: 'v2', role: 'v3', email: 'v5', phone: 'v6' },
    ...{ adresse1: 'v7', ville: 'v8', code_postal: 'v9', ignored: ['E-mail 1 - Label'] },
  })
  expect(
    of(
      'Title,First Name,Last Name,Company,Job Title,Business Street,Business City,Home Street,Home City,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail 2 Address',
    ),
    'Outlook: of two addresses one, whole',
  ).toEqual({
    ...{ firstName: 'v1', lastName: 'v2', name: 'v3', role: 'v4', adresse1: 'v5', ville: 'v6', phone: 'v9' },
    ...{ contactPhone: 'v11', email: 'v12' },
    ignored: ['Title', 'Home Street', 'Home City', 'Home Phone', 'E-mail 2 Address'],
  })
  expect(
    of(
      'Code client,Nom,Nom (contact),Prénom (contact),Téléphone portable (contact),Adresse 1 (facturation),Ville (facturation),Adresse 1 (livraison),Ville (livraison)',
    ),
    'EBP: the bare name is the customer’s',
  ).toEqual({
    ...{ name: 'v1', lastName: 'v2', firstName: 'v3', contactPhone: 'v4', adresse1: 'v5', ville: 'v6' },
    ignored: ['Code client', 'Adresse 1 (livraison)', 'Ville (livraison)'],
  })
  expect(of('Name,Company Name,Street,Street2,Zip,City,Country,Phone,Mobile,Email'), 'Odoo').toMatchObject({
    ...{ lastName: 'v0', name: 'v1', adresse1: 'v2', adresse2: 'v3', code_postal: 'v4', ville: 'v5' },
    ...{ pays: 'v6', phone: 'v7', contactPhone: 'v8', email: 'v9' },
  })
})

test('a column that says nothing stands in no other’s way; of two that say the same the file is refused', () => {
  expect(read(['Société', 'Client', 'Ville'], ['', 'Dupont', 'Sète'])).toMatchObject({ name: 'Dupont' })
  expect(read(['Société', 'Client'])).toBe('file_column_twice')
  expect(read(['Prénom', 'Ville'])).toBe('file_no_name')
  expect(read(['N° client', 'Ville']), 'a number is no name').toBe('file_no_name')
})

test.each([
  ['1', 'Client', 'Nom'],
  ['Oui', 'Client', 'Nom'],
  ['0', 'Customer', 'Name'],
  ['1', 'Client', 'Nom du tiers'],
])('« %s » below « %s » says whether one is a customer, not who', (flag, header, name) => {
  expect(read(['Id', name, header, 'Ville'], ['12', 'Duval SARL', flag, 'Lyon'])).toEqual({
    ...{ name: 'Duval SARL', ville: 'Lyon', ignored: ['Id', header] },
  })
  expect(read([header, 'Ville'], [flag, 'Lyon'])).toBe('file_no_name')
})

test('whom a person belongs to names the customer, also where it is said before his name', () => {
  expect(read(['name', 'parent_id', 'country_id'], ['John Smith', 'Acme Ltd', 'United Kingdom'])).toEqual({
    ...{ name: 'Acme Ltd', lastName: 'John Smith', pays: 'United Kingdom', ignored: [] },
  })
  expect(read(['Nom complet', 'Société liée'], ['Dupain, Claire Dupain', 'Dupain'])).toMatchObject({
    ...{ name: 'Dupain', lastName: 'Claire Dupain' },
  })
  expect(read(['Nom complet', 'Société liée'], ['Dupain', ''])).toMatchObject({ name: 'Dupain' })
})

test('a title is what somebody does, or how he is addressed', () => {
  const headers = ['Société', 'Nom', 'Titre']
  expect(read(headers, ['Dupont', 'Roux', 'Gérante'])).toMatchObject({ role: 'Gérante' })
  expect(read(headers, ['Dupont', 'Roux', 'Mme'])).toEqual({
    ...{ name: 'Dupont', lastName: 'Roux', ignored: ['Titre'] },
  })
})
