import { expect, test } from 'vitest'
import { DESK_NAME, isForNobody, whomOf } from './whom.ts'

test('a quote or an order is for its company, else for who receives it, else for the tool’s account; of the desk’s own for nobody', () => {
  const named = { company: 'Dupont', recipient: 'Mme Dupont', customer: 'Atelier' }
  expect(whomOf(named)).toBe('Dupont')
  expect(whomOf({ ...named, company: null })).toBe('Mme Dupont')
  expect(whomOf({ recipient: '', customer: 'Atelier' })).toBe('Atelier')
  expect(whomOf({ recipient: '', customer: DESK_NAME })).toBe('')
})

test('a quote is for nobody where no company, nobody in its address and no tool’s account is named', () => {
  const address = { societe: '', nom: '', prenom: '' }
  const of = { address, collected: false, company: null, customer: DESK_NAME }
  expect(isForNobody(of)).toBe(true)
  expect(isForNobody({ ...of, company: 'Dupont' })).toBe(false)
  expect(isForNobody({ ...of, customer: 'Atelier' })).toBe(false)
  expect(isForNobody({ ...of, address: { ...address, nom: 'Dupont' } })).toBe(false)
  // The company of what is collected is the shop itself.
  const shop = { ...address, societe: 'Imprimerie du Port' }
  expect(isForNobody({ ...of, address: shop })).toBe(false)
  expect(isForNobody({ ...of, collected: true, address: shop })).toBe(true)
})
