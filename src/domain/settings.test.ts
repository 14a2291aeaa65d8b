import { expect, test } from 'vitest'
import { structure } from './schema.ts'
import { DEFAULT_SETTINGS, knownOrigins, originFaults, Settings } from './settings.ts'
import { markUpFaults } from './mark-up.ts'
import { vatFaults } from './vat.ts'

test('the settings that a new shop has are sound', () => {
  const { vat, markUps, corsOrigins } = DEFAULT_SETTINGS
  expect(structure(Settings).faults(DEFAULT_SETTINGS).listed).toEqual([])
  expect([...vatFaults(vat, [], ''), ...markUpFaults(markUps, ''), ...originFaults(corsOrigins)]).toEqual([])
})

test('origins are kept as browsers send them, each once', () => {
  expect(knownOrigins(['HTTPS://Tool.example/', 'https://tool.example', 'http://localhost:3000'])).toEqual([
    'https://tool.example',
    'http://localhost:3000',
  ])
})

test('a text that is no origin is named, the beginning of a long one', () => {
  const long = `https://tool.example/${'x'.repeat(200)}`
  expect(originFaults(['https://tool.example', '*', long])).toEqual([
    {
      path: '/corsOrigins/1',
      code: 'value_invalid',
      params: { option: 'corsOrigins', kind: 'origin', value: '*' },
    },
    {
      path: '/corsOrigins/2',
      code: 'value_invalid',
      params: { option: 'corsOrigins', kind: 'origin', value: long.slice(0, 80) },
    },
  ])
})
