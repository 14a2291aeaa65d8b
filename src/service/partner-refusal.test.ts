/** What a partner names by its own ids is told by its name: no screen shows ids. */
import { expect, test } from 'vitest'
import { world } from '../testing/app.ts'
import { refusal } from './partner-refusal.ts'

test('a choice that is refused goes by its name behind the partner’s words, where they name it as a choice', async () => {
  const { service } = await world()
  const line = { produit: 10, variantes: [402, 411], valeurs: {}, quantites_multiples: [100] }
  const checked = service.offers.check('print', line)
  const said = (words: string, places: { path: string; code: string; message: string }[] = []) =>
    refusal(checked, { places, words, status: 400 }).faults.map(({ reason }) => reason?.params?.['message'])
  expect(said('La variante 402 n’est pas disponible pour ce produit.')).toEqual([
    'La variante 402 n’est pas disponible pour ce produit. (Recyclé 300 g)',
  ])
  const message = 'Variantes 402 et variante n° 411 incompatibles.'
  expect(said('', [{ path: '/variantes/0', code: 'x', message }])).toEqual([
    `${message} (Recyclé 300 g, Mat)`,
  ])
  for (const words of [
    'Impossible au-delà de 402 exemplaires.',
    'La variante 999 manque.',
    'Format Mat : variante 4.',
  ])
    expect(said(words)).toEqual([words])
})
