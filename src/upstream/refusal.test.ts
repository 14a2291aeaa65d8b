import { expect, test } from 'vitest'
import { worded } from '../domain/messages.ts'
import { Discretion } from './discretion.ts'
import { statusError, type RefusedPlace } from './errors.ts'
import { readRefusal } from './refusal.ts'

const read = (body: unknown) =>
  readRefusal(
    Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    new Discretion('a-token-of-ours'),
  )
const place = (path: string, message: string, code: string | null = null) => ({ path, code, message })

test.each<[what: string, body: unknown, words: string, ...places: RefusedPlace[]]>([
  ['one sentence', { detail: 'Refusé.' }, 'Refusé.', place('', 'Refusé.')],
  ['a text', 'Refusé.', 'Refusé.'],
  ['a page', '<html><body>Bad request</body></html>', ''],
  ['broken JSON', '{"detail": "Ref', ''],
  ['nothing', '', ''],
  [
    'Comptoir’s own shape',
    {
      detail: 'La requête contient 2 erreurs.',
      errors: [
        { path: '/valeurs/101', code: 'value_required', message: 'Largeur manque.' },
        { path: '/quantites_multiples/0', code: 'quantity_not_offered', message: 'Pas 5.' },
      ],
    },
    'Largeur manque. Pas 5.',
    place('/valeurs/101', 'Largeur manque.', 'value_required'),
    place('/quantites_multiples/0', 'Pas 5.', 'quantity_not_offered'),
  ],
  [
    'texts by field',
    { valeurs: ['Largeur (cm) : entre 20 et 300.'], non_field_errors: ['Trop grand.'] },
    'Largeur (cm) : entre 20 et 300. Trop grand.',
    place('/valeurs', 'Largeur (cm) : entre 20 et 300.'),
    place('', 'Trop grand.'),
  ],
  [
    'texts by field of a line',
    { lignes: [{}, { valeurs: { 101: ['Trop large.'] } }] },
    'Trop large.',
    place('/lignes/1/valeurs/101', 'Trop large.'),
  ],
  [
    'fields of the address, named without it',
    { telephone: ['Ce champ est obligatoire.'], code_postal: ['Code postal inconnu.'] },
    'Ce champ est obligatoire. Code postal inconnu.',
    place('/adresse_livraison/telephone', 'Ce champ est obligatoire.'),
    place('/adresse_livraison/code_postal', 'Code postal inconnu.'),
  ],
  [
    'fields that are not of the request, by the partner’s own names',
    { errors: { foo: ['Non.'], nom: ['Non plus.'] }, adresse_livraison: { bar: { message: 'Si.' } } },
    'Non. Non plus. Si.',
    { ...place('', 'Non.'), field: 'foo' },
    place('/adresse_livraison/nom', 'Non plus.'),
    { ...place('/adresse_livraison/bar/message', 'Si.'), field: 'bar' },
  ],
  [
    'a path that is not into the request',
    { errors: [{ path: '/../x', message: 'Non.' }] },
    'Non.',
    place('', 'Non.'),
  ],
])('%s', (_what, body, words, ...places) => {
  expect(read(body)).toEqual({ words, places })
})

test('our token is in none of it, and a book is cut', () => {
  const { words, places } = read({ valeurs: ['Token a-token-of-ours!'], detail: 'x'.repeat(100_000) })
  expect(JSON.stringify({ words, places })).not.toContain('a-token-of-ours')
  expect(words.length).toBeLessThan(600)
  expect(read({ valeurs: Array.from({ length: 5000 }, (_, i) => `Faute ${i}`) }).places).toHaveLength(50)
})

test('a short token is in none of it, either', () => {
  const body = Buffer.from('{"detail":"Essayez https://user:Pass9@partner.example"}')
  expect(JSON.stringify(readRefusal(body, new Discretion('Pass9')))).not.toContain('Pass9')
})

test.each([
  [{ telephone: ['Ce champ est obligatoire.'], code_postal: ['Code postal inconnu.'] }],
  [
    {
      adresse_livraison: { telephone: ['Ce champ est obligatoire.'], code_postal: ['Code postal inconnu.'] },
    },
  ],
  [
    {
      errors: [
        { path: '/adresse_livraison/telephone', code: 'x', message: 'Ce champ est obligatoire.' },
        { path: '/adresse_livraison/code_postal', code: 'x', message: 'Code postal inconnu.' },
      ],
    },
  ],
])('%j is told with the fields that it names, as the reader calls them', (body) => {
  const { problem } = statusError(400, read(body))
  const said = (locale: 'fr' | 'en') => worded(problem, locale)
  expect(said('fr')).toContain('Téléphone\u00a0: Ce champ est obligatoire. Code postal inconnu.')
  expect(said('en')).toContain('Telephone: Ce champ est obligatoire. Postal code: Code postal inconnu.')
})

test('a field that has no name here is told by the partner’s own, in quotes, on one line and cut', () => {
  const of = (body: unknown, locale: 'fr' | 'en' = 'fr') =>
    worded(statusError(400, read(body)).problem, locale)
  const siret = { siret_facturation: ['Ce champ est obligatoire.'], nom: ['Manque.'] }
  expect(of(siret)).toBe(
    'Le partenaire a refusé (400) : «\u00a0siret_facturation\u00a0»\u00a0: Ce champ est obligatoire. Nom\u00a0: Manque.',
  )
  expect(of(siret, 'en')).toContain('“siret_facturation”: Ce champ est obligatoire. Name: Manque.')
  expect(of({ lignes: [{ pelliculage: ['Non.'] }] })).toContain(
    'Ligne 1, «\u00a0pelliculage\u00a0»\u00a0: Non.',
  )
  expect(of({ siret: 'Le siret manque.' })).toBe('Le partenaire a refusé (400) : Le siret manque.')
  expect(of({ error: { code: 'E12', message: 'Non.' } })).toBe('Le partenaire a refusé (400) : E12 Non.')
  const hostile = { [`a\tb\n\u202ec a-token-of-ours ${'x'.repeat(5000)}`]: ['Non.'], constructor: ['Si.'] }
  const told = of(hostile)
  expect(told).toContain('«\u00a0constructor\u00a0»\u00a0: Si.')
  expect(told).toMatch(/: «\u00a0a b c .{1,60}…\u00a0»\u00a0: Non\./)
  expect(told).not.toMatch(/a-token-of-ours|\u202e/)
})

test('words of lines say whose they are where that has a name; those of no field stay as they are', () => {
  const of = (body: unknown) => worded(statusError(400, read(body)).problem, 'fr')
  expect(of({ lignes: [{ delai: ['Ce champ est obligatoire.'] }] })).toContain('Délai\u00a0: Ce champ')
  expect(of({ detail: 'Refusé.' })).toBe('Le partenaire a refusé (400) : Refusé.')
})
