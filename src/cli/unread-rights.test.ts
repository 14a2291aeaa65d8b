/** Stores in which it cannot be read what somebody may do: nothing is let through, and what helps is said. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Service } from '../service/service.ts'
import { openDatabase } from '../store/sqlite/database.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { loaded } from '../testing/loaded-folder.ts'
import { logger } from './service.ts'

test('of an account whose products cannot be read nothing is shown, and doctor says what helps', async () => {
  const data = await loaded()
  for (const name of ['Zoé', 'Bob'])
    await cli('token', 'create', '--customer', name, '--can-order', '--data', data)
  const spoil = (value: string) => {
    const db = openDatabase(data)
    db.prepare("UPDATE customers SET products = ? WHERE name = 'Zoé'").run(value)
    db.close()
  }
  for (const value of ['{', '5', '["1"]']) {
    spoil(value)
    const told = await cli('doctor', '--data', data)
    expect(told.code).toBe(1)
    expect(told.stdout).toMatch(
      /LOOK accounts: What these accounts of the API see cannot be read.+: Zoé\. .+token create --customer Zoé/,
    )
    const service = await Service.open({ folder: data, log: logger('silent') })
    const seen = service.customers.byId((await service.customers.byName('Zoé'))!.id)!
    expect(seen.visibility.products).toEqual(new Set())
    await service.close()
  }
  spoil('{')
  const file = join(temporaryFolder(), 'copy.bak')
  await cli('backup', file, '--data', data)
  const other = join(temporaryFolder(), 'other')
  expect((await cli('restore', file, '--data', other, '--unread')).code).toBe(0)
  await cli('token', 'create', '--customer', 'Zoé', '--products', 'all', '--data', other)
  expect((await cli('doctor', '--data', other)).stdout).not.toContain('LOOK accounts')
})
