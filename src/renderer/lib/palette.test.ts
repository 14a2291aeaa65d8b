import { FileText } from '@lucide/vue'
import { expect, test } from 'vitest'
import { inGroups, type Entry, type Group } from './palette'

const of = (group: Group, name: string, ...otherNames: string[]): Entry => ({
  ...{ key: name, group, icon: FileText, name, note: '' },
  otherNames,
})
const entry = (name: string, ...otherNames: string[]) => of('settings', name, ...otherNames)
const PAGES = [entry('Réglages'), entry('Général', 'Réglages', 'marges'), entry('Se déconnecter', 'quitter')]
const named = (text: string, ...others: string[]) =>
  inGroups(
    text,
    PAGES,
    others.map((name) => of('products', name)),
  ).flatMap(({ entries }) => entries.map(({ name }) => name))

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

test('what is alike stands together under what it is; what is named exactly before all', () => {
  const others = [
    of('products', 'Prix A'),
    of('quotes', 'D1 prix'),
    of('orders', 'C1 prix'),
    of('quotes', 'D2 prix'),
  ]
  const own = [of('screens', 'Prix des devis'), of('commands', 'Reprendre les prix'), of('settings', 'Prix')]
  expect(
    inGroups('prix', own, others).map(({ group, entries }) => [group, ...entries.map(({ name }) => name)]),
  ).toEqual([
    ['exact', 'Prix'],
    ['products', 'Prix A'],
    ['quotes', 'D1 prix', 'D2 prix'],
    ['orders', 'C1 prix'],
    ['screens', 'Prix des devis'],
    ['commands', 'Reprendre les prix'],
  ])
})
