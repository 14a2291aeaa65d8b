import { expect, test } from 'vitest'
import { RIGHTS, ROLE_RIGHTS, ROLES } from './rights.ts'

test('each role has all that the one before has, and the last has every right', () => {
  for (const [i, role] of ROLES.entries()) {
    const before = i === 0 ? [] : ROLE_RIGHTS[ROLES[i - 1]!]
    expect(before.every((right) => ROLE_RIGHTS[role].includes(right))).toBe(true)
    expect(ROLE_RIGHTS[role].length).toBeGreaterThan(before.length)
  }
  expect(ROLE_RIGHTS.administrateur).toEqual(RIGHTS)
})

test('a vendeur sees no purchase price and changes nothing but quotes and orders', () => {
  expect(ROLE_RIGHTS.vendeur).toEqual(['desk'])
  expect(ROLE_RIGHTS.responsable).toEqual(['desk', 'costs', 'decide', 'customers', 'sync'])
})
