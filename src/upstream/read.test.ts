import { expect, test } from 'vitest'
import { UnreadableAnswer } from './errors.ts'
import { readOrder } from './read.ts'

const idOf = (text: string) => readOrder(JSON.parse(`{"id": ${text}, "status": "En cours"}`), 'commande/').id

test('the id of an order is kept as it came: a number, a text of digits of any length, a name', () => {
  expect(idOf('700')).toBe('700')
  expect(idOf('"18446744073709551617"')).toBe('18446744073709551617')
  expect(idOf('"c0ffee-12"')).toBe('c0ffee-12')
})

test('a number beyond 2^53 was changed by reading it: it is no id, and the order is still one', () => {
  expect(idOf('9223372036854775809')).toBeNull()
  expect(idOf('1e30')).toBeNull()
})

test.each(['null', '-1', '1.5', '""', '{}', `"${'9'.repeat(101)}"`])('%s is no id at all', (text) => {
  expect(() => idOf(text)).toThrow(UnreadableAnswer)
})
