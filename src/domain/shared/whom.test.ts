import { expect, test } from 'vitest'
import { recipientOf } from './whom.ts'

const person = { societe: '', prenom: 'Ana', nom: 'Ruiz' }

test.each([
  ['a person, whole', person, false, null, 'Ana Ruiz'],
  ['the company of the address before its person', { ...person, societe: 'Quai 9' }, false, null, 'Quai 9'],
  ['who has one name alone', { ...person, prenom: '' }, false, null, 'Ruiz'],
  ['who collects it', { ...person, societe: 'Imprimerie' }, true, 'Quai 9', 'Ana Ruiz'],
  ['the company where nobody is named', { societe: '', prenom: '', nom: '' }, true, 'Quai 9', 'Quai 9'],
])('it is received by %s', (_, address, collected, company, said) => {
  expect(recipientOf({ address, collected, company })).toBe(said)
})
