/** Whole carts: the faults of the head and of every line at once (partner-api.md 7). */
import { describe, expect, test } from 'vitest'
import { faultList, snapshotOf } from '../testing/catalogue.ts'
import type { Loose } from '../testing/shop.ts'
import { ADDRESS_FIELDS } from './shared/address-fields.ts'
import { checkDisplayCart, checkPrintCart, LONGEST_TEXT, type CartPurpose } from './cart-check.ts'
import { SEES_ALL } from './catalogue.ts'
import { FaultList, FAULTS_LISTED } from './faults.ts'

const snapshot = snapshotOf()
const LONG = 'x'.repeat(LONGEST_TEXT + 1)
const cards = { produit: 10, quantites_multiples: [100] }
const totem = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const address = { nom: 'Martin', adresse1: '1 rue', code_postal: '69001', ville: 'Lyon' }

function check(area: 'print' | 'display', body: unknown, purpose: CartPurpose = 'order') {
  const faults = new FaultList()
  const cart = (area === 'print' ? checkPrintCart : checkDisplayCart)(
    body,
    snapshot,
    SEES_ALL,
    purpose,
    faults,
  )
  return { cart, faults: faultList(faults.listed), count: faults.length }
}
const faultsOf = (area: 'print' | 'display', body: unknown, purpose?: CartPurpose) =>
  check(area, body, purpose).faults

describe.each([
  ['print', cards],
  ['display', totem],
] as const)('%s cart', (area, line) => {
  const cart = { devis: 'D1', adresse_livraison: address, lignes: [line] }

  const rows: [what: string, purpose: CartPurpose, body: Loose, ...faults: string[]][] = [
    ['whole', 'order', cart],
    ['whole', 'simulate', cart],
    ['lines alone, for a simulation', 'simulate', { lignes: [line] }],
    [
      'null in optional fields',
      'simulate',
      { devis: null, adresse_livraison: null, delai: null, lignes: [line] },
    ],
    ['an empty address, for a simulation', 'simulate', { ...cart, adresse_livraison: {} }],
    ['no object', 'simulate', [], ' field_type'],
    ['null', 'order', null, ' field_type'],
    ['empty', 'simulate', {}, '/lignes field_required'],
    ['empty', 'order', {}, '/adresse_livraison field_required', '/lignes field_required'],
    ['no line', 'simulate', { lignes: [] }, '/lignes field_required'],
    ['lines that are no list', 'simulate', { lignes: line }, '/lignes field_type'],
    ['a line that is no object', 'simulate', { lignes: [line, 5] }, '/lignes/1 field_type'],
    ['a null line', 'simulate', { lignes: [null] }, '/lignes/0 field_type'],
    ['devis of another type', 'simulate', { ...cart, devis: 5 }, '/devis field_type'],
    [
      'an address that is text',
      'simulate',
      { ...cart, adresse_livraison: 'Lyon' },
      '/adresse_livraison field_type',
    ],
    [
      'an address that is text',
      'order',
      { ...cart, adresse_livraison: 'Lyon' },
      '/adresse_livraison field_type',
    ],
    [
      'an empty address',
      'order',
      { ...cart, adresse_livraison: {} },
      '/adresse_livraison/nom address_required',
      '/adresse_livraison/adresse1 address_required',
      '/adresse_livraison/code_postal address_required',
      '/adresse_livraison/ville address_required',
    ],
    [
      'societe instead of nom',
      'order',
      { ...cart, adresse_livraison: { ...address, nom: null, societe: 'ACME' } },
    ],
    [
      'blank is missing',
      'order',
      { ...cart, adresse_livraison: { ...address, nom: ' ', ville: '' } },
      '/adresse_livraison/nom address_required',
      '/adresse_livraison/ville address_required',
    ],
    [
      'null is missing',
      'order',
      { ...cart, adresse_livraison: { ...address, code_postal: null } },
      '/adresse_livraison/code_postal address_required',
    ],
    [
      'a postal code as number is of a wrong type, not missing too',
      'order',
      { ...cart, adresse_livraison: { ...address, code_postal: 69001 } },
      '/adresse_livraison/code_postal field_type',
    ],
    ['texts as long as any may be', 'order', { ...cart, devis: '🖨'.repeat(LONGEST_TEXT) }],
    [
      'texts that are too long to be kept',
      'order',
      {
        devis: LONG,
        adresse_livraison: { ...address, instructions: LONG },
        lignes: [line, { ...line, label: LONG }],
      },
      '/devis value_invalid',
      '/adresse_livraison/instructions value_invalid',
      '/lignes/1/label value_invalid',
    ],
    [
      'long texts, for a simulation',
      'simulate',
      { ...cart, devis: LONG, lignes: [{ ...line, label: LONG }] },
    ],
  ]
  test.each(rows)('%s (%s)', (_what, purpose, body, ...faults) => {
    expect(faultsOf(area, body, purpose)).toEqual(faults)
  })

  test('every address field must be text, each by its place', () => {
    const wrong = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, 1]))
    expect(faultsOf(area, { ...cart, adresse_livraison: wrong }, 'simulate')).toEqual(
      ADDRESS_FIELDS.map((field) => `/adresse_livraison/${field} field_type`),
    )
  })

  test('the address is completed, devis missing is ""', () => {
    const { cart: checked } = check(
      area,
      { lignes: [line], adresse_livraison: { ville: 'Lyon' } },
      'simulate',
    )
    expect(checked.devis).toBe('')
    expect(Object.keys(checked.address)).toEqual([...ADDRESS_FIELDS])
    expect(checked.address.ville).toBe('Lyon')
    expect(checked.address.nom).toBe('')
  })

  test('a line with a fault is not whole, the others are', () => {
    const body = { ...cart, lignes: [line, { ...line, label: 5 }, line] }
    const { cart: checked, faults } = check(area, body)
    expect(faults).toEqual(['/lignes/1/label field_type'])
    expect(checked.lines.map((l) => l !== null)).toEqual([true, false, true])
  })

  test('lines 1 and 10 are not mistaken for each other', () => {
    const lignes: Loose[] = Array.from({ length: 11 }, () => ({ ...line }))
    lignes[10].label = 5
    expect(check(area, { ...cart, lignes }).cart.lines.map((l) => l !== null)).toEqual(
      lignes.map((_, i) => i !== 10),
    )
  })

  test('thousands of lines, half of them wrong, do not multiply (this once took a minute)', () => {
    const good = 10_000
    const lignes = [...Array<Loose>(100_000).fill({}), ...Array<Loose>(good).fill(line)]
    const {
      cart: checked,
      faults,
      count,
    } = check(area, {
      ...cart,
      delai: area === 'display' ? 99 : undefined,
      lignes,
    })
    expect(count).toBeGreaterThanOrEqual(200_000)
    expect(faults).toHaveLength(FAULTS_LISTED)
    expect(checked.lines.filter((l) => l !== null)).toHaveLength(good)
  })
})

test('print: faults of the head and of several lines, all at once', () => {
  const body = {
    devis: [],
    adresse_livraison: { nom: 'x', adresse1: 5 },
    lignes: [{ ...cards, delai: 9 }, { produit: 'x' }, cards, { ...cards, variantes: [401, 402, 461] }],
  }
  expect(faultsOf('print', body).sort()).toEqual(
    [
      '/devis field_type',
      '/adresse_livraison/adresse1 field_type',
      '/adresse_livraison/code_postal address_required',
      '/adresse_livraison/ville address_required',
      '/lignes/0/delai lead_time_unavailable',
      '/lignes/1/produit field_type',
      '/lignes/1/quantites_multiples field_required',
      '/lignes/3/variantes/1 several_variants_of_option',
      '/lignes/3/variantes/2 variant_unavailable',
    ].sort(),
  )
})

describe('display: the lead time of the cart', () => {
  const counter = { famille: 8, format: 11, support: 23, impression: 32, quantite: 10 }
  test.each([
    [2, [totem, counter], []],
    [null, [totem, counter], []],
    // family 8 has J+2 alone
    [3, [totem], []],
    [3, [totem, counter, counter], ['/delai lead_time_unavailable']],
    [99, [totem, totem], ['/delai lead_time_unavailable']],
    ['2', [totem], ['/delai field_type']],
    [2, [{ ...totem, famille: 99 }], ['/lignes/0/famille family_unknown']],
    [2, [{ famille: 9, format: 11, support: 24, quantite: 1 }], ['/delai lead_time_unavailable']],
  ])('%j', (delai, lignes, faults) => {
    expect(faultsOf('display', { delai, lignes }, 'simulate')).toEqual(faults)
  })

  test('a lead time on a line is an unknown field', () => {
    expect(faultsOf('display', { lignes: [{ ...totem, delai: 'x' }] }, 'simulate')).toEqual([])
  })
})
