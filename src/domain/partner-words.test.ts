import { expect, test } from 'vitest'
import { worded } from './messages.ts'
import { withoutCosts } from './outbox-problems.ts'
import { wholly, withoutSums } from './partner-words.ts'

test.each([
  [500, 'total 7666,00 for line 2', 'total #,# for line #'],
  [403, '{"prix_ht": 12850}', '{"prix_ht": #}'],
  [400, 'Le prix est passé à 76,66 € HT.', 'Le prix est passé à #,# € HT.'],
  [400, 'Minimum de commande : 1 250,00 EUR', 'Minimum de commande : # #,# EUR'],
  [400, 'Le total 12850 dépasse le plafond.', 'Le total # dépasse le plafond.'],
  [400, 'La quantité doit être de 250 à 5000, la largeur de 8,5 cm.', null],
  [400, 'Les 3 visuels manquent.', null],
  [400, 'Pas de prix au-delà de 1000 exemplaires, ni tarif pour 3 m.', null],
  [400, 'Pas de prix sous 1000 exemplaires à 45 €', 'Pas de prix sous 1000 exemplaires à # €'],
])('a partner that answers %i with « %s » is told without amounts', (status, words, told) => {
  expect(withoutSums(words, status)).toBe(told ?? words)
})

test('its words are told whole to who may see costs alone, and so are its facts', () => {
  const fact = { code: 'partner_failed', params: { status: 502, words: 'cart total 7666 EUR' } } as const
  expect(worded(fact, 'en')).toBe('The partner failed (502): cart total # EUR')
  expect(worded(wholly(fact), 'en')).toBe('The partner failed (502): cart total 7666 EUR')
  expect(withoutCosts(fact.params)).toEqual({ status: 502, words: 'cart total # EUR' })
})

test.each(['upstream_message', 'refused_at_copies'] as const)(
  'what it says in the place of a price (%s) is told without amounts, too',
  (code) => {
    const reason = { code, params: { message: 'Votre tarif : 45,20 €.', copies: 500 } }
    expect(worded(reason, 'fr')).toContain('Votre tarif : #,# €.')
    expect(worded(wholly(reason), 'fr')).toContain('Votre tarif : 45,20 €.')
  },
)
