import { describe, expect, test } from 'vitest'
import { UnreadableAnswer } from './errors.ts'
import { readCart, readOrder, readPrices } from './read.ts'

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

describe('a simulated cart', () => {
  const cart = (answer: unknown) => readCart(answer, 'panier/')

  test('costs its total before the discount', () => {
    const answer = { prix_ht: 1100, prix_total_ht: 990, lignes: [{ prix_ht: 600 }, { prix_ht: 500 }] }
    expect(cart(answer)).toEqual({ prix_ht: 1100, lines: [600, 500] })
  })

  test('without a total costs what its lines cost', () => {
    expect(cart({ lignes: [{ prix_ht: 600 }, { prix_ht: '500' }] }).prix_ht).toBe(1100)
  })

  test('that asks more after its discount than before costs that', () => {
    expect(cart({ prix_ht: 1100, prix_total_ht: 5000, lignes: [{ prix_ht: 1100 }] }).prix_ht).toBe(5000)
  })

  test.each([-1100, 1e300, true, [1100], 'abc', '11,00', 1100.5])(
    'with %j for a total cannot be read, whatever its lines say',
    (prix_ht) => {
      expect(() => cart({ prix_ht, lignes: [{ prix_ht: 1100 }] })).toThrow(UnreadableAnswer)
    },
  )

  test.each([{}, { lignes: [] }, { lignes: [{ prix_ht: 600 }, {}] }, null, []])(
    '%j has no total',
    (answer) => {
      expect(() => cart(answer)).toThrow(UnreadableAnswer)
    },
  )
})

describe('a price answer', () => {
  const prices = (answer: unknown) => readPrices(answer, 'prix/')

  test.each([[-500], ['12.5'], ['1e3'], [{ cents: 5 }], ['999999999999999']])(
    'with %j for a price shows what was read',
    (price) => {
      const [only] = prices({ 'J+2': { Message: '', PrixHT: price } })
      expect(only).toEqual({
        label: 'J+2',
        days: 2,
        cents: null,
        message: `PrixHT: ${JSON.stringify(price)}`,
      })
    },
  )

  test('without a price has the partner’s words, or none', () => {
    const answer = { 'J+5': { Message: 'Sur devis', PrixHT: '' }, 'J+2': { Message: '', PrixHT: '' } }
    expect(prices(answer).map(({ message }) => message)).toEqual(['', 'Sur devis'])
  })

  test('with a message has no price, whatever stands beside it', () => {
    const answer = { 'J+2': { Message: 'erreur', PrixHT: '1000' } }
    expect(prices(answer)).toEqual([{ label: 'J+2', days: 2, cents: null, message: 'erreur' }])
  })

  test('has each lead time once: another way to write it is no label', () => {
    const answer = { 'J+2': { Message: '', PrixHT: '100' }, 'J+02': { Message: '', PrixHT: '900' } }
    expect(prices(answer).map(({ label, cents }) => [label, cents])).toEqual([['J+2', 100]])
  })
})
