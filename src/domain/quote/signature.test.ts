import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDrawn, strokePath } from '../shared/signature.ts'
import { signatureFaults, signedIn, type SignatureInput } from './signature.ts'

const HASH = 'a'.repeat(64)
const DRAWN = [
  [
    [0.1, 0.5],
    [0.6, 0.2, 120],
  ],
]
const INPUT: SignatureInput = { version: 1, name: ' Ada Le Goff ', strokes: DRAWN, hash: HASH.toUpperCase() }
const faultsOf = (more: Partial<SignatureInput>) =>
  signatureFaults(signedIn({ ...INPUT, ...more })).map(({ path, code }) => `${path} ${code}`)

test.each<[string, Partial<SignatureInput>, string[]]>([
  ['a name and a drawing', {}, []],
  ['a typed name in its place', { strokes: [], typed: true }, []],
  ['no name', { name: '  ' }, ['/name field_required']],
  ['a name of two lines', { name: 'a\nb' }, ['/name text_control']],
  ['a long capacity', { capacity: 'x'.repeat(101) }, ['/capacity value_invalid']],
  ['no hash', { hash: '' }, ['/hash hash_invalid']],
  ['nothing drawn', { strokes: [] }, ['/strokes signature_empty']],
  ['a dot', { strokes: [[[0.5, 0.5]]] }, ['/strokes signature_empty']],
  ['drawn and typed', { typed: true }, ['/strokes signature_twice']],
  ['a stroke of nothing', { strokes: [[]] }, ['/strokes/0 stroke_invalid']],
  ['a point outside', { strokes: [[[0.5, 1.5]]] }, ['/strokes/0/0 stroke_invalid']],
  ['a point of one number', { strokes: [[[0.5]]] }, ['/strokes/0/0 stroke_invalid']],
  [
    'very many strokes',
    { strokes: Array.from({ length: 201 }, () => DRAWN[0]!) },
    ['/strokes signature_too_long'],
  ],
  [
    'very many points',
    { strokes: [Array.from({ length: 8001 }, () => [0, 0])] },
    ['/strokes signature_too_long'],
  ],
])('%s', (_what, more, faults) => expect(faultsOf(more)).toEqual(faults))

test('whatever is drawn within bounds is a path that says nothing but numbers', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const strokes = fc.array(fc.array(fc.tuple(part, part), { maxLength: 20 }), { maxLength: 20 })
  fc.assert(
    fc.property(strokes, (drawn) => {
      expect(strokePath(drawn, 1000)).toMatch(/^(M[\d.]+ [\d.]+(L[\d.]+ [\d.]+)+)*$/)
      expect(typeof isDrawn(drawn)).toBe('boolean')
    }),
  )
})
