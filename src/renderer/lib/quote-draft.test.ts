import { describe, expect, test } from 'vitest'
import { differences, emptyDraft, merged, type Draft } from './quote-draft'

const line = (produit: number) => ({
  area: 'print' as const,
  line: { produit },
  delai: 2,
  leadTimeLabel: null,
})
const READ: Draft = {
  ...emptyDraft(),
  reference: 'REF',
  address: { ville: 'Lyon', nom: '' },
  lines: [line(1)],
}

describe('two versions of a quote', () => {
  test('that say the same do not differ: an empty field is none, an open label is null', () => {
    const mine = {
      ...READ,
      address: { ville: 'Lyon', email: '' },
      lines: [{ ...line(1), leadTimeLabel: undefined }],
    }
    expect(differences(mine, READ, READ)).toEqual([])
  })

  test('differ by field, and each says where it was changed', () => {
    const mine = { ...READ, note: 'mine', address: { ville: 'Sète' } }
    const theirs = { ...READ, note: 'theirs', lines: [line(1), line(2)] }
    expect(differences(mine, theirs, READ).map(({ field, changedHere }) => [field, changedHere])).toEqual([
      ['note', true],
      ['lines', false],
      ['address.ville', true],
    ])
  })

  test('become one: theirs, with the fields that were chosen of mine', () => {
    const mine = { ...READ, note: 'mine', reference: 'mine', address: { ville: 'Sète' } }
    const theirs = {
      ...READ,
      note: 'theirs',
      reference: 'theirs',
      lines: [line(2)],
      address: { ville: 'Nice', nom: 'A' },
    }
    expect(merged(mine, theirs, new Set(['note', 'address.ville', 'address.nom']))).toEqual({
      ...theirs,
      note: 'mine',
      address: { ville: 'Sète', nom: '' },
    })
  })
})
