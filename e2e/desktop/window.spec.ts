/** The window in a real Electron, against the built program. */
import { once } from 'node:events'
import type { ElectronApplication } from '@playwright/test'
import { expect, missing, test } from './runtime.ts'

test.describe('desktop window', () => {
  test.skip(missing !== null, missing ?? '')

  test('shows the catalogue through app://, with the sandbox on and no door to Node', async ({ launch }) => {
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
    test(`leaves no process behind when ${name}`, async ({ launch }) => {
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
