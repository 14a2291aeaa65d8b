/**
 * The window in a real Electron, against the built program. `ELECTRON_OVERRIDE_DIST_PATH` names the folder of a
 * runtime, as it does for Electron's own package; otherwise the one that was fetched with the package is taken.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect, test, type ElectronApplication } from '@playwright/test'

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

test.describe('desktop window', () => {
  test.skip(program === null, "Electron's runtime is not on this machine")
  test.skip(!display, 'there is no display')

  let data: string
  test.beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'comptoir-desktop-'))
    const loaded = spawnSync(
      process.execPath,
      [join(ROOT, 'out/main/cli.js'), 'import', join(ROOT, 'resources/demo-bundle.json'), '--data', data],
      { encoding: 'utf8' },
    )
    expect(loaded.stderr).toBe('')
  })
  test.afterEach(() => rmSync(data, { recursive: true, force: true }))

  /** The settings beside the data: a second test must not meet the first one's lock on its single instance. */
  const launch = () =>
    _electron.launch({
      executablePath: program!,
      args: [ROOT, '--data', data, '--no-sandbox'],
      env: { ...(process.env as Record<string, string>), HOME: data, XDG_CONFIG_HOME: data },
    })

  test('shows the catalogue through app://, with the sandbox on and no door to Node', async () => {
    const application = await launch()
    try {
      const window = await application.firstWindow()
      expect(new URL(window.url()).protocol).toBe('app:')
      // The list shows the rows in sight alone: what it holds is found by its search.
      await window.getByRole('combobox', { name: 'Chercher un produit' }).fill('cartes de visite')
      await expect(window.getByRole('option').first()).toContainText('Cartes de visite')
      expect(await window.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe(
        'undefined',
      )
      expect(await window.evaluate(() => fetch('/api/status').then((answer) => answer.status))).toBe(200)
      const checked = await application.evaluate(({ session }) =>
        session.defaultSession.isSpellCheckerEnabled(),
      )
      expect(checked).toBe(false)
    } finally {
      await application.close()
    }
  })

  const endings: Record<string, (application: ElectronApplication) => unknown> = {
    'its window is closed': async (application) => (await application.firstWindow()).close(),
    'it is told to quit': (application) => application.evaluate(({ app }) => app.quit()),
    ...(process.platform === 'win32'
      ? {}
      : {
          'SIGTERM comes': (application) => application.process().kill('SIGTERM'),
          'SIGINT comes': (application) => application.process().kill('SIGINT'),
        }),
  }
  for (const [name, end] of Object.entries(endings)) {
    test(`leaves no process behind when ${name}`, async () => {
      const application = await launch()
      const child = application.process()
      const ended = once(child, 'exit')
      await (await application.firstWindow()).getByRole('option').first().waitFor()
      await Promise.resolve(end(application)).catch(() => undefined)
      await ended
      expect(child.exitCode ?? child.signalCode).toBe(0)
    })
  }
})
