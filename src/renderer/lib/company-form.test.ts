import { expect, test } from 'vitest'
import { completeAddress } from '../../domain/address.ts'
import type { Company } from '../api/types'
import { defaultOf, formOf, met, newId, updateOf, withoutBlank, type CompanyForm } from './company-form'
import { merged, type Path } from './merged-values'

const contact = (id: number, lastName: string, phone = '') => ({
  ...{ id, firstName: '', lastName, role: '', email: '', phone },
})
const place = (id: number, label: string, isDefault = false) => ({
  ...{ id, label, isDefault },
  address: completeAddress({ ville: label }),
})
const READ: Company = {
  ...{
    id: 1,
    version: 3,
    name: 'Dupont',
    vatNumber: '',
    vatRegimeId: null,
    language: 'fr',
    buyer: 'company',
    siret: '',
    email: '',
    phone: '',
  },
  ...{ note: '', archived: false, duplicates: [], createdAt: '', updatedAt: '' },
  contacts: [contact(7, 'Neuf'), contact(8, 'Huit')],
  addresses: [place(7, 'Lyon'), place(8, 'Sète', true), place(9, 'Nice')],
}

/** What the form becomes once it hears how the company stands. */
function heard(mine: CompanyForm, before: Company, is: Company): { form: CompanyForm; both: Path[] } {
  const both: Path[] = []
  const [own, read] = met(mine, formOf(before), formOf(is))
  return { form: merged(read, own, formOf(is), both) as CompanyForm, both }
}

test('what is new is sent without an id, blank contacts and addresses not at all, and one address is the default', () => {
  const form = formOf(READ)
  form.contacts.push(contact(newId(), ' '), contact(newId(), 'Neuve'))
  form.addresses.push({ id: newId(), label: 'Metz', address: {} })
  form.addresses.push({ ...place(newId(), ' '), address: completeAddress({ ville: ' ' }) })
  form.defaultAddress = form.addresses[3]!.id
  const { contacts, addresses, version } = updateOf(withoutBlank(form), formOf(READ))
  expect(version).toBe(3)
  expect(contacts!.map(({ id, lastName }) => [id, lastName])).toEqual([
    [7, 'Neuf'],
    [8, 'Huit'],
    [null, 'Neuve'],
  ])
  expect(addresses!.map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [7, false],
    [8, false],
    [9, false],
    [null, true],
  ])
  form.addresses.splice(3)
  expect(defaultOf(form), 'the default has gone').toBe(7)
})

test('contacts of both stay; who is gone there and changed here is made anew, where that is decided', () => {
  const mine = formOf(READ)
  mine.contacts[1]!.phone = '06'
  mine.contacts.push(contact(newId(), 'Ici'))
  const is = { ...READ, version: 4, contacts: [contact(7, 'Neuf', '04'), contact(10, 'Ailleurs')] }
  const { form, both } = heard(mine, READ, is)
  expect(both).toEqual([['contacts', 'id 8']])
  const sent = updateOf(form, formOf(is))
  expect(sent.version).toBe(4)
  expect(sent.contacts!.map(({ id, lastName, phone }) => [id, lastName, phone])).toEqual([
    [7, 'Neuf', '04'],
    [null, 'Huit', '06'],
    [null, 'Ici', ''],
    [10, 'Ailleurs', ''],
  ])
})

test('two who choose each another default address chose the same thing', () => {
  const is = { ...READ, addresses: [place(7, 'Lyon', true), place(8, 'Sète'), place(9, 'Nice')] }
  const { form, both } = heard({ ...formOf(READ), defaultAddress: 9 }, READ, is)
  expect([both, form.defaultAddress]).toEqual([[['defaultAddress']], 9])
})

test('what was saved is met again by what it says: the answer was lost, or what was written on since stays', () => {
  const mine = formOf(READ)
  mine.contacts.push({ ...contact(newId(), 'Neuve '), email: 'e\u0301@b.fr' })
  mine.addresses.push({ id: newId(), label: 'Metz', address: { ville: 'Metz' } })
  mine.defaultAddress = mine.addresses[3]!.id
  const is = {
    ...{ ...READ, version: 4 },
    contacts: [...READ.contacts, { ...contact(12, 'Neuve'), email: '\u00e9@b.fr' }],
    addresses: [...READ.addresses.map((each) => ({ ...each, isDefault: false })), place(12, 'Metz', true)],
  }
  const { form, both } = heard(mine, READ, is)
  expect([both, form]).toEqual([[], formOf(is)])

  // Answered: what was sent is what was read, and the form has gone on.
  const later = structuredClone(mine)
  later.contacts[2]!.phone = '06'
  const [own, read] = met(later, mine, formOf(is))
  const paths: Path[] = []
  const after = merged(read, own, formOf(is), paths) as CompanyForm
  expect(paths).toEqual([])
  expect(after.contacts).toEqual([...READ.contacts, { ...is.contacts[2], phone: '06' }])
})
