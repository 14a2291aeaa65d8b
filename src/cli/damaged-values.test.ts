/** Values of a store that are damaged: what is good to know alone keeps no service from starting, and what prices go by is named. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../store/sqlite/database.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { loaded } from '../testing/loaded-folder.ts'

/** A store with a partner, where something was written that nothing of ours writes; and a backup of it. */
async function damaged(sql: string) {
  const data = await loaded()
  const db = openDatabase(data)
  db.exec(
    `INSERT INTO sources (kind, name, url) VALUES ('partner', 'Papyrus', 'https://papyrus.test'); ${sql}`,
  )
  db.close()
  const file = join(temporaryFolder(), 'copy.bak')
  await cli('backup', file, '--data', data)
  return { data, file }
}

test('what a partner’s last sync came to is not known where it cannot be read, and doctor looks at the rest', async () => {
  const { data } = await damaged(
    `INSERT INTO settings SELECT 'sync_outcome:' || id, '{' FROM sources WHERE kind = 'partner';
     INSERT INTO settings SELECT 'partner_pause:' || id, '{' FROM sources WHERE kind = 'partner'`,
  )
  const { stdout } = await cli('doctor', '--data', data)
  expect(stdout).toContain('settings.value: no JSON')
  expect(stdout).toMatch(/LOOK upstream: Papyrus/)
})

test.each([
  [`INSERT OR REPLACE INTO settings VALUES ('settings', '{')`, '"settings"', 'settings.value: settings'],
  [
    `INSERT OR REPLACE INTO settings VALUES ('settings', '{"markUps": null}')`,
    '"settings.markUps"',
    'settings.value: settings.markUps',
  ],
  [
    `UPDATE sources SET limits = '{' WHERE kind = 'partner'`,
    'sources.limits: impossible value',
    'sources.limits: impossible value',
  ],
])(
  'after %s doctor names the place, and a restore advises nothing that it would refuse',
  async (sql, place, problem) => {
    const { data, file } = await damaged(sql)
    const doctor = await cli('doctor', '--data', data)
    expect(doctor.code).toBe(1)
    expect(doctor.stdout + doctor.stderr).toContain(place)
    expect(doctor.stdout + doctor.stderr).toContain('restore a backup')
    for (const options of [[], ['--unread']]) {
      const { code, stderr } = await cli(
        'restore',
        file,
        '--data',
        join(temporaryFolder(), 'other'),
        ...options,
      )
      expect(code).toBe(1)
      expect(stderr).toContain(`the backup ${file} is damaged (${problem})`)
      expect(stderr).not.toMatch(/--unread|restore-/)
    }
  },
)

test('a catalogue that was loaded at no time was loaded at an unknown one', async () => {
  const { data } = await damaged("UPDATE catalogue SET loaded_at = 'hier'")
  const { stdout } = await cli('doctor', '--data', data)
  expect(stdout).toContain('loaded at an unknown time')
  expect(stdout).not.toContain('NaN')
})
