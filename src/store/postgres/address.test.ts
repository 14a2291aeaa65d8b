import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMeantAsUrl, isPostgres, withoutPassword } from './address.ts'

test.each([
  'postgres://comptoir:1234/SECRET@127.0.0.1:5432/comptoir',
  'postgres://comptoir:12#SECRET@127.0.0.1:5432/comptoir',
  'postgres://comptoir:12?SECRET@127.0.0.1:5432/comptoir',
  'postgres://comptoir:pa@SECRET2/word@127.0.0.1:5432/comptoir',
  'postgres://comptoir:pa@SECRET@127.0.0.1:5432/comptoir',
  'postgres://comptoir:5%SECRET@127.0.0.1:5432/comptoir',
  'postgres://comptoir:%FFSECRET@127.0.0.1:5432/comptoir',
  'postgres://comptoir:12#SECRET',
  'postgres://comptoir@127.0.0.1:5432/comptoir?password=12#SECRET',
  'POSTGRES://comptoir:SECRET@127.0.0.1:5432/comptoir',
])('what can be read in two ways is no address, and nothing of it is shown: %s', (url) => {
  expect(isPostgres(url)).toBe(false)
  expect(withoutPassword(url)).toMatch(/^(postgres:\/\/)?…$/)
})

test.each([
  ['postgres://comptoir@127.0.0.1:5432/comptoir', 'postgres://comptoir@127.0.0.1:5432/comptoir'],
  ['postgresql://a:b:c@[::1]/d?sslmode=require', 'postgresql://a@[::1]/d'],
  ['postgres://a:1%2F2%403@h/d', 'postgres://a@h/d'],
  ['postgres://%2Fvar%2Frun/d?password=secret', 'postgres://%2Fvar%2Frun/d'],
])('%s is shown as %s', (url, shown) => {
  expect(isPostgres(url)).toBe(true)
  expect(withoutPassword(url)).toBe(shown)
})

test('no four characters of any password are shown, however it is written', () => {
  const character = fc.constantFrom(...'QXZJKWVY7389/#?@:%&=+ []\\\'"!é')
  const password = fc.string({ unit: character, minLength: 4, maxLength: 20 })
  fc.assert(
    fc.property(password, fc.boolean(), (secret, isEscaped) => {
      const written = isEscaped ? encodeURIComponent(secret) : secret
      const url = `postgres://comptoir:${written}@127.0.0.1:5432/comptoir`
      if (isEscaped) expect(isPostgres(url)).toBe(true)
      for (const part of [secret, written])
        for (let i = 0; i + 4 <= part.length; i++)
          if (/[^:/@]/.test(part.slice(i, i + 4)))
            expect(withoutPassword(url)).not.toContain(part.slice(i, i + 4))
    }),
    { numRuns: 2000 },
  )
})

test.each(['/srv/comptoir', 'copy', './a@b', 'C:\\comptoir', 'D:/sauve@site/x', '../c:d/e@f', 'data:2'])(
  'a folder is no address: %s',
  (text) => expect(isMeantAsUrl(text)).toBe(false),
)
