import { expect, test } from 'vitest'
import { toldApart } from './told-apart'

const told = (...lines: [name: string, ...facts: string[]][]) =>
  toldApart(
    lines.map(([name, ...facts]) => ({ name, facts })),
    (name, place) => `${name} #${place}`,
  )

test('lines of one name are told apart by how many, then by how soon, then by their place', () => {
  expect(told(['Flyers', '500', 'J+2'], ['Cartes', '500', 'J+2'])).toEqual(['Flyers', 'Cartes'])
  expect(told(['Flyers', '500', 'J+2'], ['Flyers', '1000', 'J+2'], ['Cartes', '1', ''])).toEqual([
    ...['Flyers, 500', 'Flyers, 1000', 'Cartes'],
  ])
  expect(told(['Flyers', '500', 'J+2'], ['Flyers', '500', 'J+5'], ['Flyers', '1000', 'J+5'])).toEqual([
    ...['Flyers, 500, J+2', 'Flyers, 500, J+5', 'Flyers, 1000, J+5'],
  ])
  expect(told(['Pose', '1', ''], ['Pose', '1', ''], ['Salon'], ['Salon'])).toEqual([
    ...['Pose, 1 #1', 'Pose, 1 #2', 'Salon #3', 'Salon #4'],
  ])
})
