import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect, test } from '@playwright/test'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'node_modules/electron')

/** Electron's program, where its runtime was fetched. */
function runtime(): string | null {
  const listed = join(PACKAGE, 'path.txt')
  if (!existsSync(listed)) return null
  const program = join(PACKAGE, 'dist', readFileSync(listed, 'utf8').trim())
  return existsSync(program) ? program : null
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

  test('shows the catalogue through app://, with the sandbox on and no door to Node', async () => {
    const application = await _electron.launch({
      executablePath: program!,
      args: [ROOT, '--data', data, '--no-sandbox'],
    })
    try {
      const window = await application.firstWindow()
      expect(new URL(window.url()).protocol).toBe('app:')
      await expect(window.getByText('Cartes de visite', { exact: false }).first()).toBeVisible()
      expect(await window.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe(
        'undefined',
      )
      expect(await window.evaluate(() => fetch('/api/status').then((answer) => answer.status))).toBe(200)
    } finally {
      await application.close()
    }
  })
})
