/** What a partner names by its own ids is told by its name: no screen shows ids. */
import { expect, test } from 'vitest'
import { faultMessage } from '../domain/messages.ts'
import { world } from '../testing/app.ts'
import { refusal } from './partner-refusal.ts'

test('a choice that is refused goes by its name in the partner’s words, where they name it as a choice', async () => {
  const { service } = await world()
  const line = { produit: 10, variantes: [402, 411], valeurs: {}, quantites_multiples: [100] }
  const checked = service.offers.check('print', line)
  const said = (words: string, places: { path: string; code: string; message: string }[] = []) =>
    refusal(checked, { places, words, status: 400 }).faults.map(({ reason }) => reason?.params?.['message'])
  expect(said('La variante 402 n’est pas disponible pour ce produit.')).toEqual([
    'La variante «\u00a0Recyclé 300 g\u00a0» n’est pas disponible pour ce produit.',
  ])
  const message = 'Variantes 402 et variante n° 411 incompatibles.'
  expect(said('', [{ path: '/variantes/0', code: 'x', message }])).toEqual([
    'Variantes «\u00a0Recyclé 300 g\u00a0» et variante «\u00a0Mat\u00a0» incompatibles.',
  ])
  for (const words of [
    'Impossible au-delà de 402 exemplaires.',
    'La variante 999 manque.',
    'Format Mat : variante 4.',
  ])
    expect(said(words)).toEqual([words])
})

test.each<[words: string, path: string, at: string, code: string]>([
  [
    'La variante 402 n’est pas disponible pour ce produit.',
    '/variantes',
    '/variantes/0',
    'variant_unavailable',
  ],
  ['La variante 402 n’est plus disponible.', '', '/variantes/0', 'variant_unavailable'],
  ['Variante 411 inconnue', '', '/variantes/1', 'variant_unavailable'],
  ['La variante 402 n’existe pas en 100 exemplaires.', '/variantes', '/variantes/0', 'value_invalid'],
  ['La variante 402 demande 500 ex.', '/quantites_multiples/0', '/quantites_multiples/0', 'value_invalid'],
  ['Les variantes 402 et variante 411 : inconnue.', '/variantes', '/variantes', 'value_invalid'],
])(
  '%s is of the choice that it names alone; only one that is not offered at all is',
  async (message, path, at, code) => {
    const { service } = await world()
    const line = { produit: 10, variantes: [402, 411], valeurs: {}, quantites_multiples: [100] }
    const checked = service.offers.check('print', line)
    const place = { path, code: null, message }
    expect(refusal(checked, { places: [place], words: message, status: 400 }).faults).toMatchObject([
      { path: at, code },
    ])
  },
)

test.each<[words: string, path: string, gone: boolean]>([
  ['Le produit 110 n’existe pas ou n’est pas accessible.', '/produit', true],
  ['Cette fiche produit n’existe pas ou n’est pas accessible.', '', true],
  ['Produit 110 inconnu', '', true],
  ['Clé primaire « 110 » non valide : l’objet n’existe pas.', '/produit', true],
  ['Product 110 does not exist or is not accessible.', '', true],
  ['Le produit n’est pas disponible en 100 exemplaires.', '', false],
  ['La finition de ce produit n’existe pas.', '', false],
  ['La variante 402 n’est pas disponible pour ce produit.', '', false],
  ['Ce produit demande un BAT.', '/produit', false],
])('%s at "%s": the product is told as gone, by its name, %s', async (message, path, gone) => {
  const { service } = await world()
  const line = { produit: 10, variantes: [402, 411], valeurs: {}, quantites_multiples: [100] }
  const checked = service.offers.check('print', line)
  const [fault] = refusal(checked, {
    places: [{ path, code: null, message }],
    words: message,
    status: 400,
  }).faults
  expect(fault!.code === 'product_unknown').toBe(gone)
  if (!gone) return
  expect(fault!.path).toBe('/produit')
  const words = faultMessage(fault!, 'fr')
  expect(words).toContain('« Cartes de visite » : le partenaire ne le propose plus')
  expect(words).not.toContain('110')
})
