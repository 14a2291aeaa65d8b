/** Runs every snippet of docs/local-api.md as a reader would, against the command line's own service. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLI } from '../../src/testing/program.ts'

const ROOT = join(import.meta.dirname, '../..')
const snippets = (language: string) => {
  const page = readFileSync(join(ROOT, 'docs/local-api.md'), 'utf8')
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!)
}
/** A busy machine may take its time. */
const START_MS = 180_000
const has = (program: string) => spawnSync(program, ['--version']).status === 0

let folder: string
let service: ChildProcess
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comptoir-docs-'))
  const comptoir = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [CLI, ...args, '--data', join(folder, 'data')],
      { encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
    return stdout.trim()
  }
  comptoir('import', join(ROOT, 'resources/demo-bundle.json'))
  const TOKEN = comptoir('token', 'create', '--customer', 'My tool', '--can-order', '--discount', '5')
  service = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--data', join(folder, 'data')])
  let said = ''
  service.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const BASE = await new Promise<string>((resolve, reject) => {
    service.stdout!.on('data', (chunk: Buffer) => resolve(/http:\S+/.exec(chunk.toString())![0]))
    service.on('exit', () => reject(new Error(`the service did not start: ${said}`)))
  })
  environment = { ...process.env, BASE, TOKEN }
}, START_MS)

afterAll(async () => {
  if (service.exitCode === null && service.kill('SIGTERM')) await once(service, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

/** What a program prints; it must end well. */
function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    timeout: 120_000,
  })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

test.skipIf(!has('curl'))('docs/local-api.md: curl', () => {
  const [page, prices, cart, faults, ...rest] = snippets('bash').map((text) => run('bash', ['-c', text]))
  expect(rest).toEqual([])
  expect(page).toMatch(/x-total-count: 109\r\n/i)
  expect(page).toMatch(/link: <\/0\.2\/print\/produit\/\?limit=2&offset=2>; rel="next"/i)
  expect(JSON.parse(prices!)).toMatchObject({
    'J+6': { Message: '', PrixHT: expect.stringMatching(/^\d+$/) },
  })
  expect(JSON.parse(cart!)).toMatchObject({ devis: 'D-2031', prix_final_ttc: expect.any(Number) })
  expect(JSON.parse(faults!)).toMatchObject({
    errors: [
      { path: '/variantes/0', code: 'variant_unavailable' },
      { path: '/quantites_multiples/0', code: 'quantity_not_offered' },
    ],
  })
})

test.skipIf(!has('python3'))('docs/local-api.md: Python', () => {
  const [text, ...rest] = snippets('python')
  expect(rest).toEqual([])
  const printed = run('python3', ['-c', text!])
  expect(printed).toMatch(/^J\+2 \d+\n/)
  expect(printed).toMatch(/\ntotal TTC \d+\norder C\d{6} enregistree \d+\n$/)
})

test('docs/local-api.md: TypeScript', () => {
  const [text, ...rest] = snippets('typescript')
  expect(rest).toEqual([])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tool.ts'), text!)
  // As strictly as a reader's own compiler may be set.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options =
    '--noEmit --strict --noUncheckedIndexedAccess --target es2023 --module nodenext --types node --skipLibCheck'
  run(process.execPath, [compiler, ...options.split(' '), 'tool.ts'])
  const printed = run(process.execPath, ['tool.ts'])
  expect(printed).toMatch(/^J\+1 \d+\.\d\d\n/)
  expect(printed).toMatch(/\nC\d{6} enregistree\n$/)
})
