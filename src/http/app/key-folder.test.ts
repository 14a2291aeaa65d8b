/** A key of the secrets that is a folder: who sets a secret is told so, and what helps. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHere as cli } from '../../testing/command-line.ts'
import { faultsOf, json, world } from '../../testing/app.ts'

test('a token is not set over it, and the place is named', async () => {
  const here = await world({ store: null })
  const key = join(here.folder, 'secret.key')
  rmSync(key, { force: true })
  mkdirSync(key)
  const partner = { name: 'Papier', url: 'https://papier.example', token: 'jeton' }
  const refused = await here.desk.post('/api/partners', partner, { 'accept-language': 'en' })
  expect(faultsOf(refused)).toEqual([' secret_unusable'])
  const told = `${key} is a folder, and not the key of the secrets: put the key in its place, or move that`
  expect(json(refused)['detail']).toContain(told)
  const set = ['upstream', 'set', '--url', partner.url, '--token', 'jeton', '--data', here.folder]
  expect((await cli(...set)).stderr).toContain(`comptoir: ${told}`)
})
