/** The command line as other programs call it (local-api.md): exit codes, output, languages, `--json`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { LOOKING, runHere as cli } from '../testing/command-line.ts'
import { runNode } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import { shop, type Loose } from '../testing/shop.ts'
import { oneLine, bundleFile, loaded } from '../testing/loaded-folder.ts'

describe('a command that only looks', () => {
  test.each(LOOKING)('makes no store where there is none: %s', async (args) => {
    const data = join(temporaryFolder(), 'mistyped')
    const { code, stdout, stderr } = await cli(...args.split(' '), '--data', data)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`${data} holds no store`)
    expect(existsSync(data)).toBe(false)
    const asJson = JSON.parse((await cli('--json', ...args.split(' '), `--data=${data}`)).stdout) as Loose
    expect(asJson).toMatchObject({ code: 'no_store', errors: [] })
  })
})

describe('--data', () => {
  test('stands before or after the command, in one word or two', async () => {
    const data = await loaded()
    for (const args of [
      ['--data', data, 'doctor', '--json'],
      [`--data=${data}`, '--json', 'doctor'],
      ['doctor', '--data', data, '--json'],
      ['doctor', '--json', `--data=${data}`],
    ])
      expect(JSON.parse((await cli(...args)).stdout)).toMatchObject({ ok: true })
    expect((await cli('--data', data, 'token', 'list')).stdout).toBe('no tokens\n')
  })

  test.each([['/proc/x'], ['/proc/x/y'], ['']])('that cannot be is refused at once: "%s"', async (data) => {
    for (const args of [
      ['import', bundleFile()],
      ['serve', '--port', '0'],
      ['token', 'create', '--customer', 'A'],
    ]) {
      const { code, stdout, stderr } = await cli(...args, '--data', data)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(oneLine)
    }
  })
})

describe('in French', () => {
  const commands = [
    '',
    'serve',
    'import',
    'token',
    'token create',
    'token list',
    'customer set',
    'upstream set',
  ]
  test.each([...commands, 'sync', 'backup', 'doctor'])(
    'the help of "%s" has none of the English words',
    async (name) => {
      const { code, stdout } = await cli(...name.split(' ').filter(Boolean), '--help', '--lang', 'fr')
      expect(code).toBe(0)
      expect(stdout).toMatch(/^Utilisation : comptoir/)
      expect(stdout).not.toMatch(
        /usage:|options:\n|commands:|arguments:|default|display|\bshow\b|\bprint\b|\bfile\b/i,
      )
      const english = (await cli(...name.split(' ').filter(Boolean), '--help')).stdout
      expect(english).toMatch(/^Usage: comptoir/)
      expect(english).not.toMatch(/[éèêà]|\bpar\b|\bdossier\b/)
    },
  )

  const refusals: [args: string, words: string][] = [
    ['nonsense', 'la commande « nonsense » n’existe pas ; voyez « comptoir --help »'],
    ['serve --nonsense', 'l’option --nonsense n’existe pas ; voyez --help'],
    ['import', 'il manque <catalogue> ; voyez --help'],
    ['import a b', '1 argument attendu, 2 reçus ; mettez entre guillemets un nom qui a des espaces'],
    ['serve --host', '--host <hôte> demande une valeur'],
    ['token create', '--customer <nom> est nécessaire'],
    ['serve --port x', '--port <port> : « x » ne convient pas : un nombre entier de 0 à 65535 est attendu'],
    ['token create --customer A --products 1,x', '--products <all|ids> : « 1,x » ne convient pas : « all »'],
    ['outbox --data /nonexistent', '/nonexistent ne contient pas de magasin'],
    ['import /nonexistent/b.json', '/nonexistent/b.json ne peut pas être lu : n’existe pas'],
  ]
  test.each(refusals)('a refusal: %s', async (args, words) => {
    const { code, stderr } = await cli(...args.split(' '), '--lang=fr')
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`comptoir: ${words}`)
  })

  test('results and faults of a bundle', async () => {
    const data = await loaded()
    const bundle = shop()
    bundle.tarifs.print[0].grille = []
    const refused = await cli('import', bundleFile(bundle), '--data', data, '--lang', 'fr')
    expect(refused.stderr).toMatch(
      / : le catalogue a 1 défaut ; rien n’a été modifié\n.*grid_empty: la grille est vide\n$/,
    )
    const unchanged = await cli('import', bundleFile(), '--data', data, '--lang', 'fr')
    expect(unchanged.stdout).toBe('rien n’a changé\n')
    expect((await cli('doctor', '--data', data, '--lang', 'fr')).stdout).toMatch(
      /^ok {3}magasin : intact\n[\s\S]*service : arrêté\n$/,
    )
  })

  test('is the language of the environment, where --lang says nothing; keys and codes stay', async () => {
    const run = (env: Record<string, string>) =>
      runNode(CLI, ['outbox', '--data', '/nonexistent', '--json'], {
        env: { LC_ALL: '', LC_MESSAGES: '', LANG: '', ...env },
      })
    const rows: [Record<string, string>, RegExp][] = [
      [{ LANG: 'fr_FR.UTF-8' }, /ne contient pas/],
      [{ LANG: 'fr_FR.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, /holds no store/],
      [{ LANG: 'en_GB.UTF-8', LC_ALL: 'fr_CA' }, /ne contient pas/],
      [{ LANG: 'de_DE.UTF-8' }, /holds no store/],
    ]
    for (const [env, words] of rows) {
      const answer = JSON.parse((await run(env)).stdout) as Loose
      expect(answer).toEqual({ error: expect.stringMatching(words), code: 'no_store', errors: [] })
    }
  })

  test('another language is refused', async () => {
    expect((await cli('doctor', '--lang', 'de')).stderr).toContain('"de" is not right: fr or en is expected')
  })
})

test('the same in a process of its own', async () => {
  const data = await loaded()
  const run = (...args: string[]) => runNode(CLI, [...args, '--data', data])
  expect(await run('import', bundleFile())).toEqual({ code: 0, stdout: 'nothing changed\n', stderr: '' })
  const refused = await run('import', bundleFile('{}'))
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('/format field_required')
  expect((await run('nonsense')).code).not.toBe(0)
})

describe('usage', () => {
  test.each([
    ['--help'],
    ['serve --help'],
    ['import --help'],
    ['token --help'],
    ['token create --help'],
    ['backup --help'],
    ['restore --help'],
    ['doctor --help'],
    ['--version'],
  ])('%s', async (args) => {
    const { code, stdout, stderr } = await cli(...args.split(' '))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.length).toBeGreaterThan(4)
  })

  test.each([
    ['nonsense'],
    ['import'],
    ['import a b'],
    ['serve --port 65536'],
    ['serve --port x'],
    ['backup'],
    ['--nonsense'],
  ])('"%s" is refused in one line', async (args) => {
    const { code, stdout, stderr } = await cli(...args.split(' '))
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(oneLine)
  })

  test('with --json the refusal is a document', async () => {
    const { code, stdout } = await cli('serve', '--port', 'x', '--json')
    expect(code).not.toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ error: expect.stringContaining('--port') })
  })
})
