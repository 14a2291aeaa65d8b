import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configuredIn, toldIn, toldOf, toldText, TOLD } from './configured-address'
import { family, product } from './details.fixture'
import { displayForm, printForm } from './form'
import { lineOf, localFaults, selectionOf } from './selection'

const print = printForm(product)
const display = displayForm(family)

test('what an address says is short, and can be read', () => {
  const line = lineOf(print, selectionOf(print, product.defaultLine))
  expect(toldOf({ ...line, label: 'Stand A' }, 'J+2')).toEqual({
    choix: '11',
    valeurs: '44:1000,45:2000',
    quantites: '1',
    jours: '2',
    reference: 'Stand A',
  })
})

const id = fc.integer({ min: 1, max: 2 ** 48 })
const ids = fc.uniqueArray(id, { maxLength: 8 })
const quantity = fc.integer({ min: 1, max: 999_999 })
const label = fc.string({ maxLength: 60 })
const leadTime = fc.option(fc.integer({ min: 0, max: 60 }).map((days) => `J+${days}`))

describe('a configuration comes back from its address as it was', () => {
  test('print', () => {
    const value = fc.tuple(fc.nat(9999), fc.nat(999)).map(([whole, part]) => `${whole}.${part + 1}`)
    fc.assert(
      fc.property(
        ids,
        fc.dictionary(id.map(String), value),
        fc.array(quantity, { minLength: 1, maxLength: 20 }),
        label,
        leadTime,
        (variantes, valeurs, quantites_multiples, label, leadTimeLabel) => {
          const line = { label, produit: 12, variantes, valeurs, quantites_multiples }
          const told = toldOf(line, leadTimeLabel)
          expect(configuredIn(toldIn(told), print)).toEqual({ line, leadTimeLabel })
        },
      ),
    )
  })

  test('display', () => {
    const element = fc.option(id)
    fc.assert(
      fc.property(
        fc.record({ format: id, support: id, impression: element, finition: element, decoupe: element }),
        ids,
        quantity,
        fc.boolean(),
        leadTime,
        (elements, variantes, quantite, verification, leadTimeLabel) => {
          const line = { label: '', famille: 7, ...elements, quantite, variantes, verification }
          expect(configuredIn(toldIn(toldOf(line, leadTimeLabel)), display)).toEqual({ line, leadTimeLabel })
        },
      ),
    )
  })
})

test('whatever stands in an address, a form opens that can be sent or says what is wrong', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom('0', '9', '-', ',', ':', '.', ' ', 'x', '\u0000', '<'),
      maxLength: 300,
    }),
  )
  const given = fc.oneof(text, fc.array(text), fc.constant(null), fc.constant(undefined))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...TOLD, '__proto__', 'other'), given), (query) => {
      for (const form of [print, display]) {
        const found = configuredIn(toldIn(query), form)
        if (!found) continue
        const selection = selectionOf(form, found.line)
        expect(() => localFaults(form, selection)).not.toThrow()
        const line = lineOf(form, selection)
        expect(selection.quantities.length).toBeGreaterThan(0)
        expect(line[form.area === 'print' ? 'produit' : 'famille']).toBe(form.id)
        // What is read is written the same again: the address comes to rest.
        const told = toldOf({ ...found.line }, found.leadTimeLabel)
        const again = configuredIn(toldIn(told), form)!
        expect(toldText(toldOf(again.line, again.leadTimeLabel))).toBe(toldText(told))
      }
    }),
  )
})

test.each([
  [{ choix: '11-abc--12-11' }, { variantes: [11, 12] }],
  [{ choix: '99' }, { variantes: [99] }],
  [{ choix: '' }, { variantes: [] }],
  [{ quantites: '0,-5,1e9,abc' }, { quantites_multiples: [1] }],
  [{ quantites: ['3', '4'] }, { quantites_multiples: [3] }],
  [{ valeurs: '44:12,5,45:1850.5,46:x,constructor:1' }, { valeurs: { 44: '12', 45: '1850.5' } }],
])('%j', (query, expected) => {
  const { line } = configuredIn(toldIn({ valeurs: '44:1000,45:2000', ...query }), print)!
  expect(line).toEqual({ ...product.defaultLine, label: '', ...expected })
})

test('an address without any of it says nothing', () => {
  expect(configuredIn(toldIn({ devis: '3', ligne: '1-abc' }), print)).toBeNull()
})
