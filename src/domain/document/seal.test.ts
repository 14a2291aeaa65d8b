import { generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { inflateSync, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Signed } from '../quote/portable-file.ts'
import { openSeal, quoteIn, sealed, SIGNED_MARK } from './seal.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
const keys = new Map([[rawOf(publicKey).toString('hex'), publicKey]])
const isGood = ({ payload, publicKey: raw, signature }: Signed) => {
  const key = keys.get(raw.toString('hex'))
  return key !== undefined && verify(null, payload, key, signature)
}
const SEALING = { device: 'K7', at: '2026-03-02T09:00:00.000Z', publicKey: rawOf(publicKey) }

/** The bones of a signed document: what it says of itself, any bytes, and how a PDF ends. */
const pdfOf = (middle: Uint8Array) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n${SIGNED_MARK}\n`), middle, Buffer.from('\nstartxref\n1234\n%%EOF')])
const seal = (pdf: Buffer) =>
  sealed(pdf, SEALING, (payload) => Promise.resolve(sign(null, payload, privateKey)))
const anyBytes = fc.uint8Array({ maxLength: 300 })

test('a sealed document is intact, and says by whom and when', async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, async (middle) => {
      expect(openSeal(await seal(pdfOf(middle)), isGood)).toEqual({ verdict: 'intact', seal: SEALING })
    }),
  )
})

test('any byte of it that is another, more or missing is seen, wherever it is', async () => {
  const whole = await seal(pdfOf(Buffer.from('what was agreed')))
  const verdictOf = (bytes: Uint8Array) => openSeal(Buffer.from(bytes), isGood).verdict
  for (let i = 0; i < whole.length; i++) {
    const missing = Buffer.concat([whole.subarray(0, i), whole.subarray(i + 1)])
    expect(['altered', 'broken', 'foreign', 'newer'], `without byte ${i}`).toContain(verdictOf(missing))
    const cut = verdictOf(whole.subarray(0, i))
    // Of what is cut off before it says anything nothing can be known.
    expect(cut === 'foreign' || cut === 'broken' || i < 9 + SIGNED_MARK.length, `cut at ${i}: ${cut}`).toBe(
      true,
    )
  }
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ by
      expect(['altered', 'broken', 'foreign', 'newer']).toContain(verdictOf(changed))
    }),
    { numRuns: 5000 },
  )
  fc.assert(
    fc.property(fc.nat(whole.length), fc.uint8Array({ minLength: 1, maxLength: 2000 }), (at, more) => {
      const longer = Buffer.concat([whole.subarray(0, at), more, whole.subarray(at)])
      expect(verdictOf(longer)).not.toBe('intact')
    }),
  )
})

test('a seal that lost its own name is a broken one, not none', async () => {
  const whole = await seal(pdfOf(Buffer.from('agreed')))
  const at = whole.indexOf('%comptoir-seal')
  for (let i = 0; i < '%comptoir-seal'.length; i++) {
    const changed = Buffer.from(whole)
    changed[at + i] = 0x78
    expect(openSeal(changed, isGood)).toEqual({ verdict: 'broken' })
  }
  const without = Buffer.concat([whole.subarray(0, at), whole.subarray(whole.indexOf('startxref'))])
  expect(openSeal(without, isGood)).toEqual({ verdict: 'broken' })
})

test('another key’s seal under the same name is altered; what never had one is unsealed; what is no PDF is told', async () => {
  const pdf = pdfOf(Buffer.from('agreed'))
  const other = generateKeyPairSync('ed25519').privateKey
  const forged = await sealed(pdf, SEALING, (payload) => Promise.resolve(sign(null, payload, other)))
  expect(openSeal(forged, isGood).verdict).toBe('altered')
  expect(openSeal(Buffer.from('%PDF-1.7\nstartxref\n1\n%%EOF'), isGood)).toEqual({ verdict: 'unsealed' })
  expect(openSeal(Buffer.from('{}'), isGood)).toEqual({ verdict: 'foreign' })
  const later = Buffer.from(
    (await seal(pdf)).toString('latin1').replace('%comptoir-seal 1', '%comptoir-seal 2'),
    'latin1',
  )
  expect(openSeal(later, isGood)).toEqual({ verdict: 'newer' })
  // Another program kept its files and left the seal away.
  const kinds = '/Subtype/application#2Fvnd.comptoir.quote#2Bjson /Subtype /application#2fpdf'
  expect(openSeal(Buffer.from(`%PDF-1.4\n${kinds}`), isGood)).toEqual({ verdict: 'broken' })
})

test('no bytes make it throw, or find a file where there is none', () => {
  const inflate = (bytes: Buffer) => inflateSync(bytes, { maxOutputLength: 1000 })
  const kind = '/Subtype /application#2Fvnd.comptoir.quote+json >>\nstream\n'
  fc.assert(
    fc.property(anyBytes, anyBytes, (before, after) => {
      const pdf = Buffer.concat([Buffer.from('%PDF-'), before, Buffer.from(kind), after])
      openSeal(pdf, isGood)
      quoteIn(pdf, inflate)
    }),
  )
  const holding = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`%PDF-${kind}`), bytes, Buffer.from('\nendstream')])
  expect(quoteIn(holding(deflateSync('{"a":1}')), inflate)?.toString()).toBe('{"a":1}')
  expect(
    quoteIn(holding(Buffer.from('{"a":1}')), inflate)
      ?.toString()
      .trim(),
  ).toBe('{"a":1}')
  // One that swells without end is left alone.
  expect(quoteIn(holding(deflateSync(Buffer.alloc(1_000_000))), inflate)).toBeNull()
})
