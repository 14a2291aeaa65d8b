import { expect, test } from 'vitest'
import { fieldsNamed, wordsByField } from './partner-fields.ts'

test('what a refusal says of several fields is told apart, with the line that each is of', () => {
  const kept = fieldsNamed([
    { path: '/lignes/0/quantites_multiples', message: 'Trop grand' },
    { path: '/lignes/1/produit', message: 'inconnu.' },
    { path: '', message: 'non' },
  ])!
  expect(wordsByField(kept, 'fr')).toBe(
    'Ligne 1, Quantité\u00a0: Trop grand\u00a0; Ligne 2, Produit\u00a0: inconnu. non',
  )
  expect(wordsByField(kept, 'en')).toBe('Line 1, Quantity: Trop grand; Line 2, Product: inconnu. non')
  // As it was kept before lines were.
  expect(wordsByField('ville\tManque.', 'fr')).toBe('Ville\u00a0: Manque.')
})
