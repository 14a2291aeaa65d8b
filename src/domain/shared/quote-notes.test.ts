import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptFiles, notesTogether, sameNotes } from './quote-notes.ts'

const text = fc.constantFrom('', 'a', 'b', 'c')
const notes = fc.record({ internalNote: text, files: fc.array(text, { maxLength: 3 }) })

test('what one person alone changed stays, whoever it was; what both changed alike is no dispute', () => {
  fc.assert(
    fc.property(notes, notes, (read, mine) => {
      expect(notesTogether(mine, read, read)).toEqual(mine)
      expect(notesTogether(read, mine, read)).toEqual(mine)
      expect(notesTogether(mine, mine, read)).toEqual(mine)
    }),
  )
})

test('of two changes each field is one of the two, and another than was read where either is; or there is a dispute', () => {
  fc.assert(
    fc.property(notes, notes, notes, (read, mine, theirs) => {
      const both = notesTogether(mine, theirs, read)
      const disputed = [
        [mine.internalNote, theirs.internalNote, read.internalNote],
        [JSON.stringify(mine.files), JSON.stringify(theirs.files), JSON.stringify(read.files)],
      ].some((three) => new Set(three).size === 3)
      expect(both === null).toBe(disputed)
      if (!both) return
      if (both.internalNote === read.internalNote)
        expect([mine.internalNote, theirs.internalNote]).toEqual([read.internalNote, read.internalNote])
      expect([mine.files, theirs.files]).toContainEqual(both.files)
    }),
  )
})

test('references are kept without the spaces around them, and none is empty', () => {
  expect(keptFiles([' P:\\clients\\a.pdf ', '', '  ', 'a.pdf'])).toEqual(['P:\\clients\\a.pdf', 'a.pdf'])
  expect(sameNotes({ internalNote: '', files: ['a'] }, { internalNote: '', files: ['b'] })).toBe(false)
})
