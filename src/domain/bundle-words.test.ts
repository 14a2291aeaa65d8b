/** What the faults of a bundle say, in each language. */
import { expect, test } from 'vitest'
import { shop } from '../testing/shop.ts'
import { bundleFaults } from './bundle.ts'

test('parts of a family are called by their names in each language', () => {
  const bundle = shop()
  const unknown = { delai: 2, support: 97, decoupe: 98, variante: 99 }
  bundle.tarifs.display[0].exclusions = [{ ...unknown, message: 'x' }]
  const said = (locale: 'fr' | 'en') =>
    bundleFaults(bundle, locale)
      .filter(({ path }) => /exclusions/.test(path))
      .map(({ message }) => message)
  expect(said('en')).toEqual(
    expect.arrayContaining(['material 97: unknown', 'cut 98: unknown', 'variant 99: unknown']),
  )
  expect(said('fr')).toEqual(expect.arrayContaining(['découpe 98 : inconnu', 'variante 99 : inconnu']))
})

test('a grid says what is wrong with a quantity, and what follows what', () => {
  const bundle = shop()
  const [print] = bundle.tarifs.print
  print.grille = [0, 250, 100].map((quantite) => ({ quantite, prix: '1' }))
  expect(bundleFaults(bundle, 'en').map(({ message }) => message)).toEqual([
    'a quantity is at least 1',
    'quantities must ascend: 100 follows 250',
  ])
  expect(bundleFaults(bundle, 'fr').map(({ message }) => message)).toEqual([
    'une quantité est au moins 1',
    'les quantités doivent croître : 100 suit 250',
  ])
})

test('a long text that is no number is told by its beginning', () => {
  const bundle = shop()
  bundle.tarifs.print[0].grille[0].prix = `0123456789${'x'.repeat(100)}`
  expect(bundleFaults(bundle, 'en')[0]!.message).toBe(
    `"0123456789${'x'.repeat(30)}" is not a decimal number ("12.5")`,
  )
})

test('says what is wrong in both languages', () => {
  const bundle = { ...shop(), format: 'x' }
  expect(bundleFaults(bundle, 'fr')[0]!.message).toBe('format inconnu, « comptoir-bundle/1 » est attendu')
  expect(bundleFaults(bundle, 'en')[0]!.message).toBe('unknown format, "comptoir-bundle/1" is expected')
})
