import { expect, test } from 'vitest'
import {
  isGivenUp,
  isOrderState,
  needsPerson,
  ORDER_STATES,
  readableWord,
  saysCancelled,
  saysRefused,
  stateReadAs,
  statusKey,
} from './order-states.ts'
import { isOpen, offeredMoves, OPEN_STATES, QUOTE_MOVES, QUOTE_STATES } from './quote-states.ts'

test('a quote may be ordered until it is decided', () => {
  expect(OPEN_STATES).toEqual(['draft', 'sent', 'accepted'])
  for (const state of QUOTE_STATES) expect(isOpen({ state })).toBe(OPEN_STATES.includes(state))
})

test.each([
  ['draft', ['sent']],
  ['sent', ['accepted', 'refused', 'cancelled']],
  ['accepted', ['refused', 'cancelled']],
  ['refused', []],
  ['cancelled', []],
  ['ordered', []],
] as const)('of a %s quote a person is offered %j, each of which the service allows', (state, moves) => {
  expect(offeredMoves(state)).toEqual(moves)
  for (const to of moves) expect(QUOTE_MOVES[state]).toContain(to)
})

test('a status is ours or the partner’s own word', () => {
  for (const state of ORDER_STATES) expect(isOrderState(state)).toBe(true)
  for (const word of ['en production', 'toString', '']) expect(isOrderState(word)).toBe(false)
  expect(ORDER_STATES.filter(needsPerson)).toEqual(['a_verifier', 'refusee'])
  expect(ORDER_STATES.filter(isGivenUp)).toEqual(['annulee'])
})

test.each([
  ['annulee', true],
  ['Annulée', true],
  ['ANNULÉ', true],
  ['Commande annulée par le client', true],
  ['order_cancelled', true],
  ['Canceled', true],
  [null, false],
  ['Annulation demandée', false],
  ['Non annulée', false],
  ['Pas encore annulée', false],
  ['Not cancelled', false],
  ['un-cancelled', false],
  ['Paiement non reçu : annulée', true],
  ['refusee', false],
  ['En production', false],
])('a partner that calls its order %j has cancelled it: %s', (word, is) => {
  expect(saysCancelled(word)).toBe(is)
})

test.each([
  ...['refusee', 'Refusé', 'REFUSÉE', 'rejeté', 'Rejetée', 'refused', ' Rejected '].map((word) => [
    word,
    true,
  ]),
  ...['Fichiers refusés', 'Refusée par le client', 'non refusée', '', null].map((word) => [word, false]),
] as [string | null, boolean][])('a partner that calls its order %j has refused it: %s', (word, is) => {
  expect(saysRefused(word)).toBe(is)
})

test.each([
  ['enregistree', 'enregistree'],
  ['Enregistrée', 'enregistree'],
  ['à transmettre', 'a_transmettre'],
  ['a transmettre', 'a_transmettre'],
  ['En production', null],
])('%j reads as our %j', (word, state) => {
  expect(stateReadAs(word)).toBe(state)
})

test.each([
  ['livree', 'Delivered'],
  ['Livrée', 'Delivered'],
  ['EN_ATTENTE_DE_FICHIERS', 'Waiting for files'],
  ['en_controle', 'En controle'],
  ['Lot 3_b', 'Lot 3_b'],
])('a partner’s %j is read as %j in English', (word, read) => {
  expect(readableWord(word, 'en')).toBe(read)
})

test.each([
  ['en_production', 'En production'],
  ['EN_PRODUCTION', 'En production'],
  ['livree', 'Livrée'],
  ['expediee', 'Expédiée'],
  ['en_controle__qualite', 'En controle qualite'],
  ['QC_pending', 'QC pending'],
  ['En façonnage', 'En façonnage'],
  ['Lot 3_b', 'Lot 3_b'],
  ['shipped', 'shipped'],
  ['', ''],
])('a partner’s %j is read as %j, and is the same status', (word, read) => {
  expect(readableWord(word)).toBe(read)
  expect(statusKey(word)).toBe(statusKey(read))
})
