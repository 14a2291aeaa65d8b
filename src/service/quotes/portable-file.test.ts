/** A portable quote as anybody may have written it, or changed it on its way. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openFile } from '../../domain/quote/portable-file.ts'
import { forged, newKey, PORTABLE, signedFile } from '../../testing/portable.ts'
import type { Loose } from '../../testing/shop.ts'
import { fingerprintOf, isSigned } from '../device-key.ts'

const key = newKey()
const FILE = signedFile(PORTABLE, key)
const opened = (file: string | Buffer) => openFile(Buffer.from(file as string), isSigned)
const verdict = (file: string | Buffer) => opened(file).verdict
const said = (changes: Loose) => verdict(signedFile({ ...PORTABLE, ...changes }, key))
const line = (changes: Loose) => said({ lines: [{ ...PORTABLE['lines'][0], ...changes }] })
const price = (changes: Loose) => line({ price: { ...PORTABLE['lines'][0].price, ...changes } })

test('a file that nobody touched is intact, whatever a mail did around it', () => {
  expect(opened(FILE)).toMatchObject({ verdict: 'intact', quote: PORTABLE })
  expect(verdict(`\uFEFF${FILE}\r\n`)).toBe('intact')
})

test('a bit that is another, anywhere, is told', () => {
  const bytes = Buffer.from(FILE)
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(verdict(flipped)).not.toBe('intact')
    }),
    { numRuns: 2_000 },
  )
})

test('a file that is cut off, or has something more in it, is told', () => {
  fc.assert(
    fc.property(fc.nat(FILE.length - 1), (length) => {
      expect(['damaged', 'foreign']).toContain(verdict(FILE.slice(0, length)))
    }),
    { numRuns: 300 },
  )
  expect(verdict(FILE.replace('{', '{"more":1,'))).toBe('damaged')
  expect(verdict(FILE.replace('"version":1', '"version":1,"version":1'))).toBe('damaged')
  expect(verdict(FILE.replace('","signature', '=","signature'))).toBe('damaged')
})

test('what was changed under its signature is readable, and altered; another key makes another signature', () => {
  const other = forged(FILE, { ...PORTABLE, note: 'moins cher' })
  expect(opened(other)).toMatchObject({ verdict: 'altered', quote: { note: 'moins cher' } })
  const keys = [FILE, signedFile(PORTABLE)].map((file) => JSON.parse(file) as Loose)
  expect(verdict(JSON.stringify({ ...keys[0], publicKey: keys[1]!['publicKey'] }))).toBe('altered')
})

describe('what is no quote', () => {
  test.each([
    ['', 'foreign'],
    ['null', 'foreign'],
    ['{"format":"other"}', 'foreign'],
    ['"comptoir-quote"', 'damaged'],
    ['{"format":"comptoir-quote","version":1}', 'damaged'],
    [`{"format":"comptoir-quote","version":2}`, 'newer'],
    [`{"format":"comptoir-quote","version":1,"payload":${'['.repeat(2_000_000)}`, 'damaged'],
    [`{"format":"comptoir-quote","x":"${'x'.repeat(10 * 1024 * 1024)}"}`, 'damaged'],
  ])('%.60s', (text, expected) => {
    expect(verdict(text)).toBe(expected)
  })

  test.each<[string, string | Buffer]>([
    ['no text', Buffer.from([0xff, 0xfe])],
    ['no JSON', 'NaN'],
    ['a key twice', JSON.stringify(PORTABLE).replace('"note":""', '"note":"a","note":""')],
    ['an amount that is none', JSON.stringify(PORTABLE).replace('"netCents":2150', '"netCents":1e999')],
    ['an amount that is read as another', JSON.stringify(PORTABLE).replace('2150', '2150.0000000000000001')],
    ['levels without an end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['more than is known', JSON.stringify({ ...PORTABLE, costCents: 1 })],
    ['a prototype', JSON.stringify(PORTABLE).replace('{', '{"__proto__":{"a":1},')],
  ])('signed, and %s', (_name, payload) => {
    expect(verdict(signedFile(payload, key))).toBe('unread')
  })

  test('a field of another kind, or out of its bounds', () => {
    const unread = [
      ...[{ validUntil: '2026-02-30' }, { createdAt: '2026-13-01T00:00:00.000Z' }, { filesOn: '' }].map(said),
      ...[{ state: 'draft' }, { number: '' }, { revision: 0 }, { note: null }, { lines: {} }].map(said),
      ...[{ discount: { percent: '101' } }, { discount: { cents: -1 } }, { discount: { percent: 'x' } }].map(
        said,
      ),
      ...[{ reference: 'a\0b' }, { reference: '\ud800' }, { reference: 'x'.repeat(201) }].map(said),
      ...[{ note: '\u0007' }, { note: 'x'.repeat(20_001) }].map(said),
      ...[{ nom: 'a\0' }, { ville: 'x'.repeat(201) }, { instructions: 'x'.repeat(4001) }].map((field) =>
        said({ address: { ...(PORTABLE['address'] as Loose), ...field } }),
      ),
      ...[{ promised: '2026-02-30' }, { role: 'other' }, { discount: '-1' }, { area: 'free' }].map(line),
      ...[{ parts: [{ code: 'toString', params: {} }] }, { line: [] }, { price: undefined }].map(line),
      ...[{ netCents: -1 }, { netCents: 0.5 }, { netCents: 2 ** 60 }, { netCents: '1' }].map(price),
      ...[{ observedAt: 'hier' }, { observedAt: '2026-99-99T99:99:99Z' }, { status: 'sure' }].map(price),
      said({
        lines: Array.from({ length: 1_001 }, () => ({ area: 'heading', text: 'x', subtotalCents: null })),
      }),
    ]
    expect(new Set(unread)).toEqual(new Set(['unread']))
  })

  test('of a later version, signed: it is said to be that', () => {
    expect(said({ version: 2, more: true })).toBe('newer')
  })
})

test('whatever is signed is read or told, and never thrown', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.dictionary(fc.string(), fc.jsonValue()), (any, fields) => {
      expect(verdict(signedFile(any, key))).not.toBe('intact')
      expect(['intact', 'unread', 'newer']).toContain(said(fields))
    }),
    { numRuns: 200 },
  )
})

test('a fingerprint is eight groups of four, and of one key alone', () => {
  const of = () =>
    fingerprintOf(Buffer.from((JSON.parse(signedFile(PORTABLE)) as Loose)['publicKey'], 'base64'))
  expect(of()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(of()).not.toBe(of())
  expect(fingerprintOf(Buffer.alloc(32))).toBe(fingerprintOf(Buffer.alloc(32)))
})
