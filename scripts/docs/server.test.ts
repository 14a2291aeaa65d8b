/** What docs/server.md installs: the unit is one that systemd takes, and both start the program with options it has. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLI } from '../../src/testing/program.ts'

const ROOT = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const UNIT = 'deploy/comptoir.service'
const COMPOSE = 'deploy/compose.yaml'
const PROXY = 'deploy/nginx.conf'

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
  const variables = [UNIT, 'deploy/Dockerfile', COMPOSE, 'docs/server.md'].flatMap((file) =>
    text(file).match(/COMPTOIR_\w+/g)!,
  )
  for (const variable of new Set(variables)) expect(text('docs/packaging.md')).toContain(`\`${variable}\``)
})

test('what the containers are given is there, or is told how to make; no password stands there', () => {
  const compose = text(COMPOSE)
  // Each secret, variable and volume that is named is declared, and the guide makes the secrets.
  const declared = (section: string) =>
    [...new RegExp(`^${section}:\\n((?:  .*\\n)+)`, 'm').exec(compose)![1]!.matchAll(/^ {2}([\w-]+):/gm)].map(
      ([, name]) => name!,
    )
  const used = [...compose.matchAll(/secrets: \[(.*)\]/g)].flatMap(([, names]) => names!.split(', '))
  expect(declared('secrets').toSorted()).toEqual([...new Set(used)].toSorted())
  const guide = text('docs/server.md')
  for (const name of declared('secrets')) expect(guide).toContain(`secrets/${name}`)
  const volumes = [...compose.matchAll(/[-'] ?'?([a-z0-9-]+):\/[a-z]/g)].map(([, name]) => name!)
  expect(declared('volumes').toSorted()).toEqual([...new Set(volumes)].toSorted())
  for (const [, name] of compose.matchAll(/\$\{(\w+)/g)) expect(guide).toContain(`${name}=`)
  expect(compose).not.toMatch(/PASSWORD: |:\/\/\w+:(?!PASSWORD)\w+@/)
})

test('the proxy asks the services where they are, and sends no POST to a second one that the first may have received', () => {
  const addresses = [...text(COMPOSE).matchAll(/ipv4_address: ([\d.]+)/g)].map(
    ([, address]) => `${address}:4580`,
  )
  const asked = [...text(PROXY).matchAll(/^ {2}server ([\d.:]+) /gm)].map(([, address]) => address)
  expect(asked).toEqual(addresses)
  expect(addresses).toHaveLength(2)
  expect(text(PROXY)).toMatch(/^ +proxy_next_upstream error timeout;$/m)
})
