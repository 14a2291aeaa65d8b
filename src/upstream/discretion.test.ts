import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUsableToken } from './account.ts'
import { Discretion } from './discretion.ts'
import { parseJson, tidy } from './json.ts'

const TOKEN = 'a1b2-c3d4.e5f6/g7h8+i9j0=k"l\\m'

const escapedJson = (text: string) =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

const CODINGS: readonly (readonly [string, (token: string) => string])[] = [
  ['as it is', (token) => token],
  ['percent-encoded', (token) => encodeURIComponent(token)],
  [
    'every character percent-encoded',
    (token) => `%${Buffer.from(token).toString('hex').match(/../g)!.join('%')}`,
  ],
  ['in an address', (token) => `https://user:${encodeURIComponent(token)}@partner.example/?t=${token}`],
  ['as a JSON text', (token) => JSON.stringify({ token })],
  ['as a JSON text in a JSON text', (token) => JSON.stringify(JSON.stringify({ token }))],
  ['escaped for JSON', escapedJson],
  ['in HTML', (token) => [...token].map((c) => `&#${c.charCodeAt(0)};`).join('')],
  ['in hexadecimal', (token) => Buffer.from(token).toString('hex').toUpperCase()],
  ['in base64', (token) => Buffer.from(token).toString('base64')],
  ['in base64 for addresses', (token) => Buffer.from(`x:${token}`).toString('base64url')],
  ['as a Basic header', (token) => `Basic ${Buffer.from(`user:${token}`).toString('base64')}`],
  ['as our header in base64', (token) => Buffer.from(`Token ${token}`).toString('base64')],
]

/** Long runs of characters of the token, in the coding: what must not be left. */
function remains(text: string, token: string, coding: (token: string) => string): boolean {
  return text.includes(token) || text.includes(coding(token))
}

describe('the token is taken out of words', () => {
  it.each(CODINGS)('%s', (_what, coding) => {
    const shown = new Discretion(TOKEN).text(`avant ${coding(TOKEN)} après`)
    expect(shown).toContain('[hidden]')
    expect(remains(shown, TOKEN, coding)).toBe(false)
    expect(shown).toMatch(/^avant .* après$/)
  })

  it('whatever the token, its coding, and what stands around it; what is cut holds no part of it', () => {
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
    const tokens = fc.string({ unit: visible, minLength: 8, maxLength: 60 })
    fc.assert(
      fc.property(
        tokens,
        fc.string(),
        fc.string(),
        fc.constantFrom(...CODINGS),
        (token, before, after, [, coding]) => {
          const shown = new Discretion(token).text(`${before} ${coding(token)} ${after}`)
          const start = token.slice(0, 8)
          fc.pre(!`${before} ${after}`.includes(start))
          expect(remains(shown, token, coding)).toBe(false)
          for (let length = 1; length <= 80; length++) expect(tidy(shown, length)).not.toContain(start)
        },
      ),
    )
  })

  it.each(CODINGS)('also where it is very long: %s', (_what, coding) => {
    const long = 'Zq9+'.repeat(1024)
    const shown = new Discretion(long).text(`avant ${coding(long)} après`)
    expect(shown).not.toMatch(/Zq9|5a7139|Wnp5K|%5A%71/i)
  })

  it('in a time that grows with the words alone', () => {
    const discretion = new Discretion('x'.repeat(4096))
    const started = performance.now()
    discretion.text('x'.repeat(127) + ' ' + '\\'.repeat(200_000) + '%'.repeat(200_000))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

it('the token is taken out of every text and field of an answer', () => {
  const place = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant(TOKEN),
      fc.string(),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.constant(TOKEN), fc.string()), tie('value'), { maxKeys: 4 }),
    ),
  })).value
  fc.assert(
    fc.property(
      place,
      fc.constantFrom(JSON.stringify, (value: unknown) => escapeAll(JSON.stringify(value))),
      (value, write) => {
        const read = parseJson(Buffer.from(write(value)), 'x/', new Discretion(TOKEN))
        expect(JSON.stringify(read)).not.toContain(JSON.stringify(TOKEN).slice(1, -1))
      },
    ),
  )
})

/** The same JSON with every letter and digit of its texts escaped. */
function escapeAll(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => `"${escapedJson(JSON.parse(text) as string)}"`)
}

it('keeps a field that is named like a prototype a field', () => {
  const read = parseJson(
    Buffer.from(`{"__proto__":{"a":"${'secret-token'}"}}`),
    'x/',
    new Discretion('secret-token'),
  )
  expect(Object.keys(read as object)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>)['a']).toBeUndefined()
})

it('leaves a product its name where the token is a common word', () => {
  const named = parseJson(Buffer.from('{"nom":"Jetons de casino"}'), 'x/', new Discretion('Jeton'))
  expect(named).toEqual({ nom: 'Jetons de casino' })
  expect(new Discretion('Jeton').text('Jeton refusé')).toBe('[hidden] refusé')
})

it.each([
  ['7f3a91', true],
  ['abc def', true],
  ['x'.repeat(4096), true],
  ['', false],
  ['a\nb', false],
  ['a\r\nX-Other: 1', false],
  ['a\0', false],
  ['a\tb', false],
  [' a', false],
  ['jeton-é', false],
  ['jeton-€', false],
  ['\u{1f600}', false],
  ['x'.repeat(4097), false],
])('a token that can stand in a header: %j %s', (token, usable) => {
  expect(isUsableToken(token)).toBe(usable)
  if (usable) expect(() => new Headers({ authorization: `Token ${token}` })).not.toThrow()
})
