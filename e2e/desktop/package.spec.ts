/** What the packages hold is enough: their archive is made as the packager makes it, and the program started from it under plain Node. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { createPackageWithOptions, extractAll, listPackage } from '@electron/asar'
import { expect, test } from '@playwright/test'
import { PACKAGING } from '../../scripts/packaging.ts'

const ROOT = join(import.meta.dirname, '../..')
const PATTERNS = PACKAGING.files as readonly string[]
const LEFT_OUT = PATTERNS.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
const isLeftOut = (path: string) => LEFT_OUT.some((pattern) => matchesGlob(path, pattern))

/** The files of the archive in a folder: those that are listed, and the packages that the program runs with. */
function stage(folder: string): void {
  const take = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  for (const pattern of PATTERNS.filter((one) => !one.startsWith('!')))
    for (const entry of globSync(pattern, { cwd: ROOT, withFileTypes: true }))
      if (entry.isFile()) {
        const path = relative(ROOT, join(entry.parentPath, entry.name))
        if (!isLeftOut(path)) take(path)
      }
  const npm = execFileSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ls', '--omit=dev', '--all', '--parseable'],
    {
      ...{ cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  for (const path of npm.split(/\r?\n/).filter((line) => line.includes(`${sep}node_modules${sep}`)))
    cpSync(path, join(folder, relative(ROOT, path)), {
      recursive: true,
      filter: (from) =>
        !from.slice(path.length).includes(`${sep}node_modules`) && !isLeftOut(relative(ROOT, from)),
    })
}

test('from its archive the service starts, shows its screens, prints a quote and reads a workbook', async () => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-package-'))
  const [staged, archive, out, data] = ['staged', 'app.asar', 'out', 'data'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  try {
    stage(staged)
    await createPackageWithOptions(staged, archive, { unpack: (PACKAGING.asarUnpack as string[])[0]! })
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
    rmSync(staged, { recursive: true })
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
