import { expect, test } from 'vitest'
import { beginningOf } from './beginning.ts'

test('a long text is shown by its beginning, a short one whole', () => {
  expect([beginningOf('Maquette', 8), beginningOf('Maquette du menu', 9)]).toEqual(['Maquette', 'Maquette…'])
})
