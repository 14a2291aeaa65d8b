import { FileText } from '@lucide/vue'
import { expect, test } from 'vitest'
import { inOrder, type Entry } from './palette'

const entry = (name: string, ...otherNames: string[]): Entry => ({
  ...{ key: name, icon: FileText, name, note: '' },
  otherNames,
})
const PAGES = [entry('Réglages'), entry('Général', 'Réglages', 'marges'), entry('Se déconnecter', 'quitter')]
const named = (text: string, ...others: string[]) =>
  inOrder(
    text,
    PAGES,
    others.map((name) => entry(name)),
  ).map(({ name }) => name)

test('what is named exactly comes before what was found otherwise, which comes before the rest', () => {
  expect(named('general', 'Affiches')).toEqual(['Général', 'Affiches'])
  expect(named('RÉGLAGES', 'Affiches')).toEqual(['Réglages', 'Général', 'Affiches'])
  expect(named('gene', 'Affiches')).toEqual(['Affiches', 'Général'])
  expect(named('quitter', 'Quitter')).toEqual(['Se déconnecter', 'Quitter'])
})

test('each word counts, in one name; nothing typed offers all', () => {
  expect(named('deconnecter se')).toEqual(['Se déconnecter'])
  expect(named('marges quitter')).toEqual([])
  expect(named(' ', 'Flyers')).toEqual(['Flyers', 'Réglages', 'Général', 'Se déconnecter'])
})
