import { expect, test } from 'vitest'
import { readCsv, type CsvTable } from './csv.ts'
import { planOf } from './plan.ts'

test('a file of one company’s many people is held against it in no more than a moment', () => {
  const people = Array.from({ length: 12_000 }, (_, i) => `Dupont;Roux ${i};06 ${i};rue ${i};69001;Lyon`)
  const text = ['Société;Nom;Portable;Adresse;Code postal;Ville', ...people, people[7]].join('\n')
  const { companies, rows } = planOf(readCsv(Buffer.from(text)) as CsvTable, [])
  expect(companies.map(({ after: { contacts, addresses } }) => [contacts.length, addresses.length])).toEqual([
    [12_000, 12_000],
  ])
  expect(rows.at(-1)!.outcome).toBe('same')
})
