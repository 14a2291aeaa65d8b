import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Quote } from '../api/types'
import {
  choicesBetween,
  differences,
  disputedLines,
  emptyDraft,
  linesChosen,
  memoryOf,
  merged,
  rebased,
  reconciled,
  type Draft,
  type Unsaved,
  draftLine,
} from './quote-draft'
import { newsOf, withOwnLines, type News } from './quote-news'

const line = (produit: number) => ({
  id: `l${produit}`,
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

  test('become one by themselves where no field and no line was changed in both, and only there', () => {
    const mine = { ...READ, reference: 'mine', address: { ville: '' } }
    const theirs = { ...READ, note: 'theirs', lines: [line(1), line(2)] }
    expect(reconciled(mine, theirs, READ)).toEqual({
      ...theirs,
      reference: 'mine',
      address: { ville: '', nom: '' },
    })
    expect(reconciled({ ...mine, note: 'mine' }, theirs, READ)).toBeNull()
    expect(reconciled({ ...mine, note: 'theirs' }, theirs, READ)).toMatchObject({ note: 'theirs' })
    // Lines are told one by one: the one that was removed here is none that was added there.
    expect(reconciled({ ...mine, lines: [] }, theirs, READ)).toMatchObject({ lines: [line(2)] })
    // What both added is all there.
    expect(reconciled({ ...mine, lines: [line(1), line(3)] }, theirs, READ)).toMatchObject({
      lines: [line(1), line(2), line(3)],
    })
    expect(reconciled({ ...mine, lines: [line(3)] }, { ...theirs, lines: [line(2)] }, READ)).toMatchObject({
      lines: [line(2), line(3)],
    })
    const changed = (copies: number) => [{ ...line(1), line: { produit: 1, copies } }]
    expect(reconciled({ ...mine, lines: changed(2) }, { ...theirs, lines: changed(3) }, READ)).toBeNull()
    expect(reconciled({ ...mine, lines: changed(2) }, { ...theirs, lines: changed(2) }, READ)).not.toBeNull()
  })

  test('are chosen from: of lines that both changed mine are the other’s with mine over them', () => {
    const at = (produit: number, copies: number) => ({ ...line(produit), line: { produit, copies } })
    const read = { ...READ, lines: [at(1, 100), at(2, 100)] }
    const mine = { ...read, note: 'mine', lines: [at(1, 200), at(2, 100)] }
    const theirs = { ...read, note: 'theirs', lines: [at(1, 300), at(2, 500), line(3)] }
    const lines = (other: Draft) => choicesBetween(mine, other, read).find(({ field }) => field === 'lines')
    expect(lines(theirs)).toMatchObject({
      mine: [at(1, 200), at(2, 500), line(3)],
      ...{ theirs: theirs.lines, changedHere: true, changedThere: true },
    })
    // What no one disputes is not to be chosen; what one alone changed is as it was on the other side.
    const apart = { ...theirs, lines: [at(1, 100), at(2, 500)] }
    expect(lines(apart)).toMatchObject({ mine: [at(1, 200), at(2, 500)], changedThere: false })
    const [own] = choicesBetween(read, theirs, read).filter(({ field }) => field === 'lines')
    expect(own).toMatchObject({ mine: read.lines, changedHere: false })
    // Theirs with all of mine in it is no dispute.
    const ahead = { ...read, lines: [at(1, 200), at(2, 500), line(3)] }
    expect(reconciled({ ...mine, note: read.note }, ahead, read)).toEqual(ahead)
  })

  test('are chosen line by line where nothing but lines that both changed is disputed', () => {
    const at = (produit: number, copies: number) => ({ ...line(produit), line: { produit, copies } })
    const draft = (...lines: Draft['lines']) => ({ ...READ, lines })
    const read = draft(at(1, 100), at(2, 100), at(3, 100), at(4, 100))
    const mine = draft(at(1, 200), at(3, 200), at(4, 200), line(5))
    const theirs = draft(at(1, 300), at(2, 300), at(4, 100), line(6))
    expect(disputedLines(mine, theirs, read)).toEqual([
      { id: 'l1', mine: at(1, 200), theirs: at(1, 300) },
      { id: 'l2', mine: null, theirs: at(2, 300) },
      { id: 'l3', mine: at(3, 200), theirs: null },
    ])
    const chosen = (...ids: string[]) => linesChosen(mine, theirs, read, new Set(ids))
    expect(chosen()).toEqual([at(1, 200), at(3, 200), at(4, 200), line(6), line(5)])
    expect(chosen('l1')).toEqual([at(1, 300), at(3, 200), at(4, 200), line(6), line(5)])
    expect(chosen('l2', 'l3')).toEqual([at(1, 200), at(2, 300), at(4, 200), line(6), line(5)])
    expect(chosen('l1', 'l2', 'l3')).toEqual([at(1, 300), at(2, 300), at(4, 200), line(6), line(5)])
    // Both moved one, and to another place: that is no line's own affair.
    const [here, there] = [draft(at(2, 1), at(1, 1), at(3, 100)), draft(at(1, 2), at(3, 100), at(2, 2))]
    expect(disputedLines(here, there, draft(at(1, 100), at(2, 100), at(3, 100)))).toEqual([])
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
    // A line that was changed here since is seen: later news of it begin there.
    const written = second.lines.map(draftLine)
    expect(withOwnLines(earlier, written, third.lines)?.lines).toEqual(earlier.lines)
    const other = written.map((each) => ({ ...each, discount: '5' }))
    expect(withOwnLines(earlier, written, other)).toBeNull()
    // What was removed stays told while other news come, until it is there again.
    const sent = newsOf({ ...quote({ lines: [] }), state: 'sent' }, READ, quote({ lines: [] }), gone)
    expect(sent.lines).toEqual(gone.lines)
    expect(newsOf(first, READ, quote({ lines: [] }), gone).lines).toEqual([])
  })

  test('are news by the lines that stand in another order: the fewest, and none that is told as changed', () => {
    const named = (names: string, more: object = {}) => {
      const lines = [...names].map((name) => ({ ...line(name.codePointAt(0)!), name, ...more }))
      const shown = quote({ lines })
      return { ...shown, lines: shown.lines.map((each, at) => ({ ...each, name: names[at]! })) }
    }
    const moved = (now: Quote, was: Quote, earlier: News | null = null) =>
      newsOf(now, { ...READ, lines: was.lines as unknown as Draft['lines'] }, was, earlier)
    const first = moved(named('DABC'), named('ABCD'))
    expect(first).toMatchObject({ fields: [{ field: 'lines' }], lines: [], moved: ['D'] })
    expect(moved(named('DBCA'), named('DABC'), first).moved).toEqual(['D', 'A'])
    expect(moved(named('DCBA'), named('ABCD')).moved).toHaveLength(3)
    expect(moved(named('XABD'), named('ABCD')).moved).toEqual([])
    // What was moved here meanwhile is none of theirs.
    const own = withOwnLines(first, named('DABC').lines.map(draftLine), named('DBCA').lines)
    expect(moved(named('DBCA'), named('DBCA'), own).moved).toEqual(['D'])
    expect(moved(named('BCA'), named('DBCA'), own).moved).toEqual([])
    expect(moved(named('BA', { role: 'option' }), named('AB')).moved).toEqual([])
    expect(
      moved(named('BA', { role: 'alternative' }), named('AB', { role: 'alternative' })).moved,
    ).toHaveLength(1)
  })

  test('are news by the later revision that it is, until it is given up', () => {
    const [sent, revised] = [
      { ...quote({}), state: 'sent' as const, revision: 1 },
      { ...quote({}), revision: 2 },
    ]
    const begun = newsOf(revised, READ, sent, null)
    expect(begun).toMatchObject({ state: 'draft', revision: 2 })
    expect(newsOf({ ...sent, revision: 2 }, READ, revised, begun)).toMatchObject({
      state: 'sent',
      revision: 2,
    })
    expect(newsOf({ ...sent, revision: 2 }, READ, sent, null)).toMatchObject({ state: null, revision: 2 })
    expect(newsOf(sent, READ, revised, begun)).toMatchObject({ state: 'sent', givenUp: true, revision: null })
  })

  test('are news by what the other changed; earlier news stay until their field is changed again', () => {
    const was = quote({})
    const first = newsOf(quote({ note: 'theirs', reference: 'theirs' }), READ, was, null)
    expect(first).toEqual({
      fields: [
        { field: 'reference', was: 'REF', now: 'theirs' },
        { field: 'note', was: '', now: 'theirs' },
      ],
      state: null,
      givenUp: false,
      revision: null,
      ...{ lines: [], order: ['l1'], moved: [] },
    })
    const read = { ...READ, note: 'theirs', reference: 'mine' }
    expect(newsOf(quote({ ...read, validUntil: '2027-01-31' }), read, was, first).fields).toEqual([
      { field: 'note', was: '', now: 'theirs' },
      { field: 'validUntil', was: READ.validUntil, now: '2027-01-31' },
    ])
    // What is put back is no news any more.
    const back = newsOf(
      quote({ note: '', reference: 'theirs' }),
      { ...READ, note: 'theirs', reference: 'theirs' },
      was,
      first,
    )
    expect(back.fields).toEqual([{ field: 'reference', was: 'REF', now: 'theirs' }])
    expect(newsOf({ ...quote(read), state: 'sent' }, read, was, null)).toEqual({
      fields: [],
      state: 'sent',
      givenUp: false,
      revision: null,
      ...{ lines: [], order: ['l1'], moved: [] },
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

test('what is written here goes onto what another counter made of the quote, line by line', () => {
  const mine = { ...READ, reference: 'Mine', lines: [line(1), line(2)] }
  const theirs = {
    ...READ,
    reference: 'Theirs',
    note: 'Call',
    address: { ville: 'Nice' },
    lines: [line(3), line(1)],
  }
  const fields = new Set(['reference', 'lines'] as const)
  const now = rebased(mine, theirs, READ, fields)
  expect(now.draft).toEqual({ ...theirs, reference: 'Mine', lines: [line(3), line(1), line(2)] })
  const still = differences(now.draft, theirs, now.read)
  expect(still.map(({ field, changedHere }) => [field, changedHere])).toEqual([
    ['reference', true],
    ['lines', true],
  ])
  // What the other goes on changing is no change of mine.
  const later = { ...theirs, address: { ville: 'Rezé' }, lines: [line(1)] }
  expect(rebased(now.draft, later, now.read, fields).draft).toEqual({
    ...later,
    reference: 'Mine',
    lines: [line(1), line(2)],
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
