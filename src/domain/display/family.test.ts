import { expect, test } from 'vitest'
import { completeFamille } from './family.ts'

test('a family with every field, what was not given at its default', () => {
  const element = { id: 1, nom: 'Un', autre: 'x' }
  const input = {
    id: 7,
    nom_complet: 'Totem',
    formats: [element],
    supports: [{ id: 2, nom_complet: 'Carton' }],
  }
  expect(completeFamille(input as never)).toEqual({
    id: 7,
    nom_complet: 'Totem',
    sans_impression_possible: false,
    formats: [{ id: 1, nom: 'Un' }],
    supports: [{ id: 2, nom_complet: 'Carton', delai_min: 0 }],
    impressions: [],
    finitions: [],
    decoupes: [],
    options: [],
  })
})

test('and what was given as it is, in its order', () => {
  const elements = [2, 1].map((id) => ({ id, nom: `${id}` }))
  const option = { id: 9, nom: 'Pied', variantes: elements }
  const input = {
    ...{ id: 7, nom_complet: 'Totem', sans_impression_possible: true, formats: elements },
    supports: [{ id: 2, nom_complet: 'Carton', delai_min: 3 }],
    ...{ impressions: elements, finitions: elements, decoupes: elements, options: [option] },
  }
  expect(completeFamille(input)).toEqual(input)
})
