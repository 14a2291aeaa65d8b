/** `comptoir user` (server.md, "People"). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { Service } from '../service/service.ts'
import { runHere } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { loaded, oneLine } from '../testing/loaded-folder.ts'
import { PASSWORD } from '../testing/people.ts'
import { logger } from './service.ts'

/** Runs a command with a password on its standard input. */
async function cli(password: string, ...args: readonly string[]) {
  const stdin = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from(password === '' ? [] : [password]) as never)
  try {
    return await runHere(...args)
  } finally {
    stdin.mockRestore()
  }
}

const signIn = async (folder: string, name: string, password: string) => {
  const service = await Service.open({ folder, log: logger('silent'), environment: {} })
  try {
    return (await service.sessions.signIn(name, password, '10.0.0.1')).person
  } finally {
    await service.close()
  }
}

describe('user', () => {
  test('create makes a person whose password is read from standard input and kept as a hash', async () => {
    const data = join(temporaryFolder(), 'new')
    const made = await cli(
      `${PASSWORD}\n`,
      'user',
      'create',
      'Zoé Martin',
      '--role',
      'administrateur',
      '--data',
      data,
    )
    expect(made).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Zoé Martin\tadministrator\tnever signed in\tmay sign in\n',
    })
    const files = readdirSync(data).map((name) => readFileSync(join(data, name)).toString('latin1'))
    expect(files.some((text) => text.includes('presse bien'))).toBe(false)
    expect(await signIn(data, 'zoé martin', PASSWORD)).toMatchObject({ role: 'administrateur' })
    const listed = await cli('', 'user', 'list', '--json', '--data', data)
    expect(JSON.parse(listed.stdout)).toEqual([
      {
        ...{ id: 1, name: 'Zoé Martin', role: 'administrateur', disabledAt: null },
        ...{ createdAt: expect.any(String), lastSignInAt: expect.any(String) },
      },
    ])
    expect((await cli('', 'user', 'list', '--data', data, '--lang', 'fr')).stdout).toMatch(
      /^Zoé Martin\tadministrateur\tconnexion le .*\tpeut se connecter\n$/,
    )
  })

  test('what cannot be is told in one line, in the reader’s language', async () => {
    const data = await loaded()
    const create = (name: string, role: string, password: string, ...more: string[]) =>
      cli(password, 'user', 'create', name, '--role', role, '--data', data, ...more)
    // Nobody could add an administrator in the screens.
    expect(await create('Zoé', 'vendeur', PASSWORD)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('the first person administers') },
    })
    expect((await create('Ada', 'administrateur', PASSWORD)).code).toBe(0)
    const refused = [
      [await create('Zoé', 'vendeur', ''), 'no password: write it to standard input'],
      [await create('Zoé', 'vendeur', `${PASSWORD}\n${PASSWORD}\n`), 'a password is one line'],
      [
        await create('Zoé', 'vendeur', 'court', '--lang', 'fr'),
        'trop court : il lui faut au moins 12 caractères',
      ],
      [await create('Zoé', 'vendeur', 'motdepasse123'), 'among the most common ones'],
      [await create('Zoé', 'patron', PASSWORD), 'vendeur, responsable or administrateur is expected'],
      [await create('ada', 'vendeur', PASSWORD), 'This name is already taken'],
      [await create(' ', 'vendeur', PASSWORD), 'A name has 1 to 100 characters'],
      [await cli(PASSWORD, 'user', 'create', 'Zoé', '--data', data), '--role <role> is needed'],
      [await cli('', 'user', 'disable', 'Ada', '--data', data), 'the last administrator'],
      [await cli('', 'user', 'disable', 'Zoé', '--data', data), 'nobody is called "Zoé"'],
      [
        await cli(PASSWORD, 'user', 'password', 'Zoé', '--data', data, '--lang', 'fr'),
        'personne ne s’appelle « Zoé »',
      ],
    ] as const
    for (const [{ code, stdout, stderr }, words] of refused) {
      expect({ code, stdout }, words).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(oneLine)
      expect(stderr).toContain(words)
    }
    const none = join(temporaryFolder(), 'none')
    expect((await cli('', 'user', 'list', '--data', none)).code).toBe(1)
    expect(JSON.parse((await cli('', 'user', 'list', '--json', '--data', data)).stdout)).toHaveLength(1)
  })

  test('disable closes an access, enable opens it again, password replaces it', async () => {
    const data = await loaded()
    expect((await cli('', 'user', 'list', '--data', data)).stdout).toBe(
      'nobody: the screens are opened by the key\n',
    )
    await cli(PASSWORD, 'user', 'create', 'Ada', '--role', 'administrateur', '--data', data)
    await cli(PASSWORD, 'user', 'create', 'Zoé', '--role', 'vendeur', '--data', data)
    const closed = await cli('', 'user', 'disable', 'zoé', '--json', '--data', data)
    expect(JSON.parse(closed.stdout)).toMatchObject({ name: 'Zoé', disabledAt: expect.any(String) })
    await expect(signIn(data, 'Zoé', PASSWORD)).rejects.toMatchObject({ code: 'sign_in_refused' })
    expect((await cli('', 'user', 'enable', 'Zoé', '--data', data)).stdout).toMatch(/may sign in\n$/)
    await cli('une autre bien gardée\r\n', 'user', 'password', 'Zoé', '--data', data)
    expect(await signIn(data, 'Zoé', 'une autre bien gardée')).toMatchObject({ name: 'Zoé' })
  })
})
