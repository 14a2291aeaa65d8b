/**
 * A real Electron, where there is one: `ELECTRON_OVERRIDE_DIST_PATH` names the folder of a runtime, as it does for Electron's own
 * package; otherwise the one that was fetched with the package is taken.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect, test as base, type ElectronApplication } from '@playwright/test'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'node_modules/electron')
const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** Electron's program, where there is a runtime. */
function runtime(): string | null {
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const listed = join(PACKAGE, 'path.txt')
  const name = existsSync(listed)
    ? readFileSync(listed, 'utf8').trim()
    : (PROGRAMS[process.platform] ?? 'electron')
  const program = join(given ?? join(PACKAGE, 'dist'), name)
  if (existsSync(program)) return program
  if (given) throw new Error(`ELECTRON_OVERRIDE_DIST_PATH: there is no ${program}`)
  return null
}

const program = runtime()
const display =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

/** Why nothing can be started here; null where it can. */
export const missing =
  program === null ? 'Electron’s runtime is not on this machine' : display ? null : 'there is no display'

/** Starts the built application on a store with the demo catalogue, in French; a second start finds what the first one left. */
export const test = base.extend<{ launch: () => Promise<ElectronApplication> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are asked for from this pattern.
  launch: async ({}, use) => {
    const data = mkdtempSync(join(tmpdir(), 'comptoir-desktop-'))
    const cli = join(ROOT, 'out/main/cli.js')
    const bundle = join(ROOT, 'resources/demo-bundle.json')
    const loaded = spawnSync(process.execPath, [cli, 'import', bundle, '--data', data], { encoding: 'utf8' })
    expect(loaded.stderr).toBe('')
    await use(() =>
      _electron.launch({
        executablePath: program!,
        args: [ROOT, '--data', data, '--no-sandbox', '--lang=fr'],
        // The settings beside the data: a second test must not meet the first one's lock on its single instance.
        env: {
          ...(process.env as Record<string, string>),
          ...{ HOME: data, XDG_CONFIG_HOME: data, LANG: 'fr_FR.UTF-8', LANGUAGE: 'fr' },
        },
      }),
    )
    rmSync(data, { recursive: true, force: true })
  },
})
export { expect }
