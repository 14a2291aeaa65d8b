/** What the packages hold is enough: one is made by the packager itself, and the program started from its archive under plain Node. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { extractAll, listPackage } from '@electron/asar'
import { expect, test } from '@playwright/test'
import { FUSES } from './pack.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The package as the packager makes it. @throws where it cannot, with what it said */
function packed(folder: string): void {
  const made = spawnSync(process.execPath, [join(import.meta.dirname, 'pack.ts'), folder], {
    ...{ cwd: ROOT, encoding: 'utf8' },
  })
  expect(made.status, made.stderr.slice(-2000)).toBe(0)
}

/** What a deb is made of: a name, who is behind it, and what the desktop is told of the application. */
function expectDeb(folder: string): void {
  const told = (file: string) => readFileSync(join(folder, file), 'utf8')
  const given = told('arguments').split('\n')
  expect(given).toEqual(expect.arrayContaining(['--maintainer', '--url']))
  expect(given.filter((one) => one.endsWith('=/usr/share/applications/comptoir.desktop'))).toHaveLength(1)
  const entry = told('comptoir.desktop')
  expect(entry).toMatch(/^Name=Comptoir$/m)
  // The window names itself so (package.json, "desktopName").
  expect(entry).toMatch(/^StartupWMClass=comptoir$/m)
  expect(entry).toMatch(/^MimeType=application\/vnd\.comptoir\.quote\+json;x-scheme-handler\/comptoir;$/m)
  expect(told('comptoir.xml')).toContain('*.comptoir')
}

test('from its archive the service starts, shows its screens, prints a quote and reads a workbook', async () => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-package-'))
  const [installed, out, data] = ['made/linux-unpacked', 'out', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const archive = join(installed, 'resources/app.asar')
  try {
    packed(folder)
    const held = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'))
    for (const file of [
      '/out/main/index.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/LICENSE',
    ])
      expect(held).toContain(file)
    for (const platform of ['win32-x64', 'darwin-x64', 'darwin-arm64', 'linux-x64'])
      expect(
        held.filter((path) => path.includes(`/prebuilds/${platform}`) && path.endsWith('.node')),
      ).not.toEqual([])
    for (const kept of ['/src/', '/e2e/', '/.ci/', '/docs/'])
      expect(held.filter((path) => path.startsWith(kept))).toEqual([])
    // RunAsNode and NODE_OPTIONS are off, cookies encrypted, no inspector, the archive alone and looked at, no more for files.
    const runtime = readFileSync(join(installed, 'comptoir'), 'latin1')
    const fuses = runtime.slice(runtime.indexOf(FUSES) + FUSES.length + 2)
    expect(fuses).toMatch(/^010011[01]0/)
    if (process.platform !== 'win32') expectDeb(join(folder, 'deb'))
    extractAll(archive, out)
    // What looks for updates finds all that it needs.
    const updater = "process.stdout.write(typeof require('electron-updater').AppImageUpdater)"
    expect(execFileSync(process.execPath, ['-e', updater], { cwd: out, encoding: 'utf8' })).toBe('function')
    const program = join(out, 'out/main/cli.js')
    execFileSync(process.execPath, [program, 'demo', '--data', data], { stdio: 'ignore' })
    const service = spawn(
      process.execPath,
      [program, 'serve', '--data', data, '--port', '0', '--key', 'k', '--lang', 'en'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    try {
      const [line] = (await once(createInterface(service.stdout), 'line')) as [string]
      const url = line.replace('listening on ', '')
      const ask = (path: string, body?: object) =>
        fetch(url + path, {
          headers: { authorization: 'Bearer k', ...(body && { 'content-type': 'application/json' }) },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        })
      expect(await (await ask('/')).text()).toContain('<title>Comptoir')
      const line1 = { area: 'free', text: 'Pose', quantity: 1, unitCents: 100 }
      const quote = (await (await ask('/api/quotes', { lines: [line1] })).json()) as { id: number }
      const pdf = Buffer.from(await (await ask(`/api/quotes/${quote.id}/document`)).arrayBuffer())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      const book = await ask('/api/tariffs/workbook')
      expect(book.status).toBe(200)
      expect(
        Buffer.from(await book.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
    } finally {
      service.kill()
      await once(service, 'exit')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(existsSync(folder)).toBe(false)
})
