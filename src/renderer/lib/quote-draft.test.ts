import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { differences, emptyDraft, memoryOf, merged, type Draft, type Unsaved } from './quote-draft'

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

describe('the memory of quotes', () => {
  const kept: Unsaved = { read: { version: 1, draft: READ }, key: null, draft: { ...READ, note: 'pour moi' } }

  beforeEach(() => {
    const texts = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('is each person’s own: another finds neither the quote under way nor what was not saved', () => {
    memoryOf(1).keep(7, kept)
    expect([memoryOf(1).current(), memoryOf(1).unsaved(7)]).toEqual([7, kept])
    for (const other of [2, null, undefined])
      expect([memoryOf(other).current(), memoryOf(other).unsaved(7)]).toEqual([null, null])
    memoryOf(2).keep(null, null)
    expect(memoryOf(1).current()).toBe(7)
  })

  test('keeps nothing while nobody knows whose it would be', () => {
    memoryOf(undefined).keep(7, kept)
    for (const anyone of [1, null, undefined]) expect(memoryOf(anyone).current()).toBeNull()
  })
})
