/** What docs/server.md installs: the unit is one that systemd takes, and both start the program with options it has. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'src/cli/index.ts')
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const UNIT = 'deploy/comptoir.service'

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd takes the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-unit-'))
  try {
    const file = join(folder, 'comptoir.service')
    // It is held against what is there: the program is here instead.
    writeFileSync(file, text(UNIT).replaceAll('/opt/comptoir', ROOT))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the unit and the image name options and variables that serve has', () => {
  const started = [
    /^ExecStart=\S+ bin\/comptoir\.js serve (.*)$/m.exec(text(UNIT))![1]!,
    ...(JSON.parse(/^CMD (\["serve".*\])$/m.exec(text('deploy/Dockerfile'))![1]!) as string[]),
  ]
  const named = [...started.join(' ').matchAll(/--[a-z-]+/g)].map(([option]) => option)
  expect(named.length).toBeGreaterThan(2)
  const { stdout } = spawnSync(process.execPath, [CLI, 'serve', '--help', '--lang', 'en'], {
    encoding: 'utf8',
  })
  for (const option of named) expect(stdout).toContain(`${option} `)
  const variables = [UNIT, 'deploy/Dockerfile', 'docs/server.md'].flatMap((file) =>
    text(file).match(/COMPTOIR_\w+/g)!,
  )
  for (const variable of new Set(variables)) expect(text('docs/packaging.md')).toContain(`\`${variable}\``)
})
