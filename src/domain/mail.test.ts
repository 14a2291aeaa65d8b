import { expect, test } from 'vitest'
import { isMailAddress, recipientsOf } from './mail.ts'

test.each(['ada@client.fr', 'é@x.fr', 'jean@café.fr', 'a@xn--caf-dma.fr', 'a+b@a-b.co.uk', '用户@例子.公司'])(
  '%s is an address',
  (text) => expect(isMailAddress(text)).toBe(true),
)

test.each([
  ...['ada', 'a@x', '@x.fr', 'a@', 'a@b@c.fr', 'a b@x.fr', 'a@x.f', 'a@x.fr.', 'a@.x.fr'],
  ...['a@x..fr', 'a@-x.fr', 'a@x-.fr', 'a@x.-fr', '"a b"@x.fr', 'a@[127.0.0.1]', 'a@x.fr\r\nBcc: b@x.fr'],
  ...[`a@${'x'.repeat(64)}.fr`, `${'a'.repeat(65)}@x.fr`, `a@${'x.'.repeat(130)}fr`],
])('%j is none', (text) => expect(isMailAddress(text)).toBe(false))

test('several are told apart, and one that is none spoils them all', () => {
  expect(recipientsOf('a@x.fr; b@x.fr,')).toEqual(['a@x.fr', 'b@x.fr'])
  expect(recipientsOf('a@x.fr, b@x..fr')).toBeNull()
})
