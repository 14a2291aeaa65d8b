import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Quote } from '../api/types'
import {
  differences,
  emptyDraft,
  memoryOf,
  merged,
  newsOf,
  reconciled,
  type Draft,
  type Unsaved,
} from './quote-draft'

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

/** A quote as it is answered, each line at that many cents. */
function quote(draft: Partial<Draft>, listCents = 100): Quote {
  const all = { ...READ, ...draft }
  const priced = { name: 'Flyers', amounts: { listCents }, price: { label: 'J+2' } }
  return {
    ...all,
    state: 'draft',
    lines: all.lines.map((each) => ({ ...each, ...priced })),
  } as unknown as Quote
}

describe('two versions of a quote', () => {
  test('a contact goes with its company: never one’s company with the other’s contact', () => {
    const read = { ...READ, companyId: 1, contactId: 10 }
    const [moved, renamed] = [
      { ...read, companyId: 2, contactId: null },
      { ...read, contactId: 11 },
    ]
    expect(merged(moved, renamed, new Set(['companyId']))).toMatchObject({ companyId: 2, contactId: null })
    expect(merged(renamed, moved, new Set(['contactId']))).toMatchObject({ companyId: 2, contactId: null })
    expect(merged(renamed, read, new Set(['contactId']))).toMatchObject({ companyId: 1, contactId: 11 })
  })

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

  test('become one by themselves where no field was changed in both, and only there', () => {
    const mine = { ...READ, reference: 'mine', address: { ville: '' } }
    const theirs = { ...READ, note: 'theirs', lines: [line(1), line(2)] }
    expect(reconciled(mine, theirs, READ)).toEqual({
      ...theirs,
      reference: 'mine',
      address: { ville: '', nom: '' },
    })
    expect(reconciled({ ...mine, note: 'mine' }, theirs, READ)).toBeNull()
    expect(reconciled({ ...mine, note: 'theirs' }, theirs, READ)).toMatchObject({ note: 'theirs' })
    expect(reconciled({ ...mine, lines: [] }, theirs, READ)).toBeNull()
  })

  test('are news by line: as it was before the first of them, and as it is', () => {
    const [first, second, third] = [quote({}, 100), quote({}, 200), quote({}, 300)]
    const earlier = newsOf(second, READ, first, null)
    expect(earlier.lines).toEqual([{ before: first.lines[0], after: second.lines[0] }])
    const both = newsOf(third, READ, second, earlier)
    expect(both.lines).toEqual([{ before: first.lines[0], after: third.lines[0] }])
    expect(newsOf(third, READ, third, both).lines).toEqual(both.lines)
    expect(newsOf(first, READ, third, both).lines).toEqual([])
    const gone = newsOf(quote({ lines: [] }), READ, third, both)
    expect(gone.lines).toEqual([{ before: first.lines[0], after: null }])
  })

  test('are news by what the other changed; earlier news stay until their field is changed again', () => {
    const was = quote({})
    const first = newsOf(quote({ note: 'theirs', reference: 'theirs' }), READ, was, null)
    expect(first).toEqual({
      fields: [
        { field: 'reference', now: 'theirs' },
        { field: 'note', now: 'theirs' },
      ],
      state: null,
      givenUp: false,
      lines: [],
    })
    const read = { ...READ, note: 'theirs', reference: 'mine' }
    expect(newsOf(quote({ ...read, validUntil: '2027-01-31' }), read, was, first).fields).toEqual([
      { field: 'note', now: 'theirs' },
      { field: 'validUntil', now: '2027-01-31' },
    ])
    expect(newsOf({ ...quote(read), state: 'sent' }, read, was, null)).toEqual({
      fields: [],
      state: 'sent',
      givenUp: false,
      lines: [],
    })
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
