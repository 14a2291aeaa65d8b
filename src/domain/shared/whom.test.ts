import { expect, test } from 'vitest'
import { DESK_NAME, whomOf } from './whom.ts'

test('a quote or an order is for its company, else for who receives it, else for the tool’s account; of the desk’s own for nobody', () => {
  const named = { company: 'Dupont', recipient: 'Mme Dupont', customer: 'Atelier' }
  expect(whomOf(named)).toBe('Dupont')
  expect(whomOf({ ...named, company: null })).toBe('Mme Dupont')
  expect(whomOf({ recipient: '', customer: 'Atelier' })).toBe('Atelier')
  expect(whomOf({ recipient: '', customer: DESK_NAME })).toBe('')
})
