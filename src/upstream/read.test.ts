import { describe, expect, test } from 'vitest'
import { Discretion } from './discretion.ts'
import { UnreadableAnswer } from './errors.ts'
import { parseJson } from './json.ts'
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
  const line = { produit: 1, quantites_multiples: [100, 200], variantes: [4, 5], delai: 3 }
  const cart = (answer: unknown, sent: unknown = undefined) => readCart(answer, 'panier/', sent)

  test('costs its total before the discount, and tells what is left to pay after it', () => {
    const discounted = { remise_grand_compte_ht: 110, prix_total_ht: 990 }
    const answer = { prix_ht: 1100, ...discounted, lignes: [{ prix_ht: 600 }, { prix_ht: 500 }] }
    expect(cart(answer, { lignes: [{}, {}] })).toEqual({ prix_ht: 1100, lines: [600, 500], netCents: 990 })
  })

  test.each([
    [0, 1100],
    [110, 1000],
    [110, undefined],
    [undefined, 990],
    [null, 0],
  ])('whose discount is %j with %j left takes none off that could be told', (off, prix_total_ht) => {
    expect(cart({ prix_ht: 1100, remise_grand_compte_ht: off, prix_total_ht }).netCents).toBeNull()
  })

  test('one line that cannot be read says nothing of the others, but where they alone come to more', () => {
    const answer = (total: number) => ({ prix_ht: total, lignes: [{ prix_ht: -1000 }, { prix_ht: 3000 }] })
    const sent = { lignes: [{}, {}] }
    expect(cart(answer(3500), sent).lines).toEqual([null, 3000])
    expect(cart(answer(2000), sent).lines).toEqual([null, null])
  })

  test('without a total costs what its lines cost', () => {
    expect(cart({ lignes: [{ prix_ht: 600 }, { prix_ht: '500' }] }, { lignes: [{}, {}] }).prix_ht).toBe(1100)
  })

  test.each([
    ['more', [1, 500]],
    ['less', [600, 5000]],
  ])('whose total is %s than what its lines come to tells no line’s price', (_what, [first, second]) => {
    const answer = { prix_ht: 1100, lignes: [{ prix_ht: first }, { prix_ht: second }] }
    expect(cart(answer, { lignes: [{}, {}] })).toEqual({ prix_ht: 1100, lines: [null, null], netCents: null })
  })

  test('that asks more after its discount than before costs that, and tells no line’s price', () => {
    const answer = { prix_ht: 1, prix_total_ht: 2938, lignes: [{ prix_ht: 1 }] }
    expect(cart(answer, { lignes: [{}] })).toEqual({ prix_ht: 2938, lines: [null], netCents: null })
  })

  test.each([-1100, 1e300, true, [1100], 'abc', '11,00', 1100.5])(
    'with %j for a total cannot be read, whatever its lines say',
    (prix_ht) => {
      expect(() => cart({ prix_ht, lignes: [{ prix_ht: 1100 }] }, { lignes: [{}] })).toThrow(UnreadableAnswer)
    },
  )

  test.each([-1500, 1500.5, 1e300, 'abc'])('with %j after its discount cannot be read', (prix_total_ht) => {
    expect(() => cart({ prix_ht: 1100, prix_total_ht })).toThrow(UnreadableAnswer)
  })

  test.each([
    ['the same', { ...line, prix_ht: 1100 }, true],
    ['the same in other words', { ...line, produit: '1', variantes: [5, 4], label: 'x', delai: null }, true],
    ['less of it', { prix_ht: 1100 }, true],
    ['another product', { ...line, produit: 2 }, false],
    ['another quantity', { ...line, quantites_multiples: [500] }, false],
    ['another lead time', { ...line, delai: 5 }, false],
    ['another variant', { ...line, variantes: [4, 6] }, false],
  ])('whose line is %s is of what was sent: %j, %s', (_what, answered, same) => {
    const read = () => cart({ prix_ht: 1100, lignes: [answered] }, { lignes: [line] })
    if (same) expect(read().prix_ht).toBe(1100)
    else expect(read).toThrow(UnreadableAnswer)
  })

  test('with another number of lines is another cart; without any it is taken by its total', () => {
    expect(() => cart({ prix_ht: 1100, lignes: [] }, { lignes: [line] })).toThrow(UnreadableAnswer)
    expect(cart({ prix_ht: 1100 }, { lignes: [line] }).prix_ht).toBe(1100)
  })

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
    'with %j for a price has none, and no word of what was read but for the log',
    (price) => {
      const [only] = prices({ 'J+2': { Message: '', PrixHT: price } })
      expect(only).toEqual({
        label: 'J+2',
        days: 2,
        cents: null,
        message: '',
        unreadable: JSON.stringify(price),
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

  test('that names other things than lead times alone does not say that there are none', () => {
    for (const answer of [{ delais: [{ id: 1, prix_ht: -1 }] }, { detail: 'Maintenance' }])
      expect(() => prices(answer)).toThrow(UnreadableAnswer)
    expect(prices({})).toEqual([])
    expect(prices({ 'J+2': { Message: '', PrixHT: '100' }, note: 'hors taxe' })).toHaveLength(1)
  })

  test('has each lead time once: another way to write it is no label', () => {
    const answer = { 'J+2': { Message: '', PrixHT: '100' }, 'J+02': { Message: '', PrixHT: '900' } }
    expect(prices(answer).map(({ label, cents }) => [label, cents])).toEqual([['J+2', 100]])
  })
})

describe('an order', () => {
  test.each([
    [{ prix_fact_ht: 1234 }, 1234],
    [{ prix_fact_ht: '1234' }, 1234],
    [{ prix_fact_ht: '12,34' }, null],
    [{}, null],
  ])('of %j comes to %s cents', (amounts, cents) => {
    expect(readOrder({ id: 1, ...amounts }, 'commande/').cents).toBe(cents)
  })
})

describe('what is told of an answer that cannot be read', () => {
  const told = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      return (error as UnreadableAnswer).problem.params?.['got']
    }
  }

  test('holds no amount: it is told also to who may not see costs', () => {
    expect(told(() => readCart({ prix_ht: '7666,00' }, 'panier/', {}))).toBe('{"prix_ht":"#,#"}')
    expect(told(() => readCart({ prix_ht: -90959 }, 'panier/', {}))).toBe('{"prix_ht":-#}')
    expect(told(() => readOrder({ prix_fact_ht: 7666 }, 'commande/'))).toBe('{"prix_fact_ht":#}')
    expect(told(() => readPrices([7666], 'produit/'))).toBe('[#]')
  })

  test('nor what is told of one that is cut off', () => {
    const answer = new TextEncoder().encode('{"J+2": {"PrixHT": "7666"')
    const words = new TextEncoder().encode('prix 79,99')
    expect(() => parseJson(words, 'panier/', new Discretion('jeton-secret'))).toThrow(/prix #,#/)
    expect(() => parseJson(answer, 'produit/', new Discretion('jeton-secret'))).toThrow(
      /\{\\"J\+#\\": \{\\"PrixHT\\": \\"#/,
    )
  })
})
