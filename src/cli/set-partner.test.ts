/** Which partner `upstream set` means, and what is told of those that must be set again. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { orderNumber } from '../domain/order.ts'
import { EVERY_RIGHT } from '../domain/shared/rights.ts'
import { statusView } from '../http/app/status.ts'
import { Service } from '../service/service.ts'
import { openDatabase } from '../store/sqlite/database.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { outboxShop, Partner, settled } from '../testing/outbox.ts'
import type { Loose } from '../testing/shop.ts'
import { logger } from './service.ts'

/** Every path of it is a partner without products. */
let host: string

beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('[]')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

const set = (data: string, ...args: string[]) =>
  cli('upstream', 'set', '--token', 'jeton', '--data', data, ...args)

const shown = async (data: string) =>
  (JSON.parse((await cli('upstream', 'show', '--data', data, '--json')).stdout) as Loose[]).map(
    ({ name, url }) => `${name} ${url}`,
  )

const doctor = async (data: string, ...args: string[]) =>
  (await cli('doctor', '--data', data, ...args)).stdout
    .split('\n')
    .filter((line) => / (upstream|partenaire) ?:/.test(line))

/** Orders made for a partner, which is the first one. */
async function ordersFor(name: string, url: string, references: readonly string[]): Promise<string> {
  const data = temporaryFolder()
  await set(data, '--name', name, '--url', url)
  const shop = await outboxShop(data)
  Object.assign(shop.upstream, { client: Object.assign(new Partner(), { url }) })
  for (const reference of references) await shop.place(reference)
  shop.store.close()
  return data
}

describe('orders of a partner that was taken away', () => {
  test('doctor names what brings it back, and typed as it stands it does, whatever else is set', async () => {
    const [beta, alpha] = [`${host}/beta`, `${host}/alpha`]
    const data = await ordersFor('Beta Été', beta, ['B1', 'B2'])
    await set(data, '--name', 'Alpha', '--url', alpha)
    const cleared = await cli('upstream', 'clear', '--name', 'Beta Été', '--data', data)
    const remedy = `comptoir upstream set --name "Beta Été" --url ${beta} --data ${data}`
    expect(cleared.stdout).toContain(
      `LOOK 2 orders cannot be sent now; set the partner again (${remedy}), or`,
    )
    expect(await doctor(data)).toContainEqual(
      `LOOK upstream: 2 orders cannot be sent while no partner of theirs is set: set it again (${remedy}), or give them up in the screen "To do"`,
    )
    expect((await doctor(data, '--lang', 'fr'))[0]).toMatch(
      /^VOIR partenaire : 2 commandes ne peuvent pas partir tant que leur partenaire n’est pas réglé : /,
    )
    await set(data, '--name', 'Beta Été', '--url', beta)
    expect(await shown(data)).toEqual([`Beta Été ${beta}`, `Alpha ${alpha}`])
    expect((await doctor(data)).join('\n')).not.toContain('cannot be sent')
  })

  test('by its address alone it is there again, too, and the one that is set stays as it is', async () => {
    const [beta, alpha] = [`${host}/beta`, `${host}/alpha`]
    const data = await ordersFor('Beta', beta, ['B1'])
    await set(data, '--name', 'Alpha', '--url', alpha)
    await cli('upstream', 'clear', '--name', 'Beta', '--data', data)
    const { stdout } = await set(data, '--url', beta)
    expect(stdout).not.toContain('its address was')
    expect(await shown(data)).toEqual([`Beta ${beta}`, `Alpha ${alpha}`])
  })

  test('where another has its name by now, the remedy does not move that one', async () => {
    const [beta, alpha] = [`${host}/beta`, `${host}/alpha`]
    const data = await ordersFor('Beta', beta, ['B1'])
    await cli('upstream', 'clear', '--name', 'Beta', '--data', data)
    await set(data, '--name', 'Beta', '--url', alpha)
    expect((await doctor(data))[0]).toContain(
      `(comptoir upstream set --name "Beta 2" --url ${beta} --data ${data})`,
    )
    await set(data, '--name', 'Beta 2', '--url', beta)
    expect(await shown(data)).toEqual([`Beta 2 ${beta}`, `Beta ${alpha}`])
    expect((await doctor(data)).join('\n')).not.toContain('cannot be sent')
  })

  test('one whose address has moved is named with the address that its orders were made for', async () => {
    const [beta, alpha] = [`${host}/beta`, `${host}/alpha`]
    const data = await ordersFor('Beta', beta, ['B1'])
    await set(data, '--name', 'Beta', '--url', alpha)
    expect((await doctor(data))[0]).toContain(
      `1 order made for another address of this partner: set it again (comptoir upstream set --name Beta --url ${beta} --data ${data}), or give it up in`,
    )
  })
})

test('orders of a backup that was put back say that they may have been sent since, and that the token is missing', async () => {
  const data = await ordersFor('Beta', `${host}/beta`, ['B1'])
  const file = join(temporaryFolder(), 'copy.db')
  await cli('backup', file, '--data', data)
  const remedy = `comptoir upstream set --name Beta --url ${host}/beta --data ${data}`
  expect((await cli('restore', file, '--data', data)).stdout).toContain(
    `\nLOOK No token of Beta is stored: a backup holds none. Give its token: ${remedy}\n`,
  )
  expect(JSON.parse((await cli('restore', file, '--data', data, '--json')).stdout)).toMatchObject({
    withoutToken: [{ name: 'Beta', url: `${host}/beta` }],
  })
  const outbox = async (...args: string[]) => (await cli('outbox', '--data', data, ...args)).stdout
  const doubt =
    'It may have arrived already: Comptoir looks for it at the partner before anything is sent; if you see it there, link it in the screen "To do".'
  expect(await outbox()).toContain(
    `\tNo token is stored for this partner. ${doubt} Give its token: comptoir upstream set --name Beta --url ${host}/beta --data ${data}\n`,
  )
  await set(data, '--url', `${host}/beta`)
  expect(await outbox()).toMatch(
    `\tThe order was waiting when the backup that was put back, or the copy of the store, was made. ${doubt}\n`,
  )
  // The screen's own name.
  expect(await outbox('--lang', 'fr')).toMatch(
    /Peut-être déjà reçue : .* rattachez-la à l’écran « À traiter »\./,
  )
  expect(JSON.parse(await outbox('--json'))).toMatchObject([
    { devis: 'B1', received: 'maybe', lastError: { code: 'outbox_restored' } },
  ])
})

test('orders that a partner got since the backup are told with its number, by the command and on the screens', async () => {
  const data = await ordersFor('Beta', `${host}/beta`, ['B1'])
  const file = join(temporaryFolder(), 'copy.db')
  await cli('backup', file, '--data', data)
  const shop = await outboxShop(data)
  await shop.outbox.start()
  const id = await shop.place('B2')
  await settled(async () => expect(await shop.phase(id)).toBe('sent'))
  await shop.outbox.stop()
  shop.store.close()
  const { stdout } = await cli('restore', file, '--data', data)
  expect(stdout).toContain('LOOK one order placed since this backup is no longer here, and a partner has it')
  expect(stdout).toContain(`\n  ${orderNumber(id)} (B2), €120.00 excl. tax: Beta, no. 700\n`)
  const service = await Service.start({ folder: data, log: logger('silent') })
  onTestFinished(() => service.close())
  const { placed } = statusView(await service.status(), { locale: 'fr', rights: EVERY_RIGHT })
  expect(placed!.ordersSince!.orders).toEqual([
    `${orderNumber(id)} (B2), 120,00\u00a0€\u00a0HT\u00a0: Beta, n°\u00a0700`,
  ])
})

describe('what is said to be typed', () => {
  /** The words that a shell makes of a command. */
  const wordsOf = (text: string) =>
    execFileSync('sh', ['-c', `set -- ${text}; printf '%s\\0' "$@"`], { encoding: 'utf8' })
      .split('\0')
      .slice(1, -1)

  test.each(['Chez nous', 'à l’étage', "l'autre $HOME"])(
    'typed as it stands, means the store that the command was about: %s',
    async (folder) => {
      const data = join(temporaryFolder(), folder)
      const [one, two] = [`${host}/un`, `${host}/deux`]
      await set(data, '--name', 'Seul', '--url', one)
      const { stdout } = await set(data, '--name', 'Seul', '--url', two)
      const [, undo] = /to undo that: (comptoir .*)\n/.exec(stdout)!
      expect((await cli(...wordsOf(undo!), '--token', 'jeton')).code).toBe(0)
      expect(await shown(data)).toEqual([`Seul ${one}`])
    },
  )

  test('names no folder where none was given: typed in the same place, it means the same one', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', temporaryFolder())
    onTestFinished(() => void vi.unstubAllEnvs())
    const [one, two] = [`${host}/un`, `${host}/deux`]
    await cli('upstream', 'set', '--token', 'jeton', '--name', 'Seul', '--url', one)
    const { stdout } = await cli('upstream', 'set', '--token', 'jeton', '--name', 'Seul', '--url', two)
    expect(stdout).toContain(`to undo that: comptoir upstream set --name Seul --url ${one}\n`)
  })

  test.each([
    [
      'doctor',
      'load a bundle with "comptoir import BUNDLE.json ON" or set an upstream and "comptoir sync ON"',
    ],
    ['sync', 'set one with "comptoir upstream set --url URL ON"'],
    ['upstream set --rename Autre', 'set one with "comptoir upstream set --url URL ON"'],
    ['token revoke 7', 'see "comptoir token list ON"'],
    ['customer set Zoé --can-order', '"comptoir customer list ON", or make one with "comptoir token create'],
  ])('on the same store: %s', async (command, words) => {
    const data = temporaryFolder()
    openDatabase(data).close()
    const { stdout, stderr } = await cli(...command.split(' '), '--data', data)
    expect(stdout + stderr).toContain(words.replaceAll('ON', `--data ${data}`))
  })

  test('where there is no store', async () => {
    const data = join(temporaryFolder(), 'none')
    const { stderr } = await cli('doctor', '--data', data)
    expect(stderr).toContain(`load a bundle with "comptoir import BUNDLE.json --data ${data}", or name`)
  })
})

test('clear says what is no longer set, and what its orders wait for', async () => {
  const url = `${host}/beta`
  const data = await ordersFor('Beta', url, ['B1'])
  await set(data, '--name', 'Alpha', '--url', `${host}/alpha`)
  const { stdout } = await cli('upstream', 'clear', '--name', 'Beta', '--data', data)
  expect(stdout).toBe(
    `partner Beta is no longer set\npartner Alpha: ${host}/alpha\nLOOK 1 order cannot be sent now; set the partner again (comptoir upstream set --name Beta --url ${url} --data ${data}), or give it up in the screen "To do"; see "comptoir outbox --data ${data}"\n`,
  )
  await set(data, '--name', 'Beta', '--url', url)
  const asJson = await cli('upstream', 'clear', '--name', 'Beta', '--data', data, '--json')
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    ...{ cleared: 'Beta', stranded: 1, waitedFor: [{ name: 'Beta', url, orders: 1 }] },
  })
  const french = await cli('upstream', 'clear', '--data', data, '--lang', 'fr')
  expect(french.stdout).toContain(
    'le partenaire Alpha n’est plus réglé\naucun partenaire\nVOIR 1 commande ne peut',
  )
  expect(french.stdout).toContain('ou annulez-la à l’écran « À traiter »')
})

describe('another address', () => {
  test('of the only partner, which was not named: how to undo it, and how to set one beside it', async () => {
    const [one, two] = [`${host}/un`, `${host}/deux`]
    const data = temporaryFolder()
    await set(data, '--name', 'Seul', '--url', one)
    const { stdout } = await set(data, '--url', two)
    expect(stdout).toContain(
      `LOOK its address was ${one}: its ids now name what the new address offers; to undo that: comptoir upstream set --name Seul --url ${one} --data ${data}; then, for a partner beside it: comptoir upstream set --name NAME --url ${two} --data ${data}\n`,
    )
  })

  test('of one that was named: how to undo it', async () => {
    const [one, two] = [`${host}/un`, `${host}/deux`]
    const data = temporaryFolder()
    await set(data, '--name', 'Seul', '--url', one)
    const { stdout } = await set(data, '--name', 'Seul', '--url', two)
    expect(stdout).toContain(`to undo that: comptoir upstream set --name Seul --url ${one} --data ${data}\n`)
  })
})

test('one that was named after its host: undoing its new address gives it its name back', async () => {
  const data = temporaryFolder()
  const one = host.replace('127.0.0.1', 'localhost')
  await set(data, '--url', one)
  const { stdout } = await set(data, '--url', host)
  const names = [host, one].map((url) => new URL(url).host)
  const undo = `--name ${names[0]} --url ${one} --rename ${names[1]}`
  expect(stdout).toContain(`to undo that: comptoir upstream set ${undo} --data ${data}; then`)
  await set(data, ...undo.split(' '))
  expect(await shown(data)).toEqual([`${names[1]} ${one}`])
})

describe('one address under several names', () => {
  const twice = async () => {
    const data = temporaryFolder()
    await set(data, '--name', 'Atelier', '--url', host)
    return { data, set: await set(data, '--name', 'Chez Zoé', '--url', `${host}/`) }
  }

  test('is said, with what leaves one of them, under the new name', async () => {
    const { data, set: told } = await twice()
    const [clear, rename] = [
      `comptoir upstream clear --name "Chez Zoé" --data ${data}`,
      `comptoir upstream set --name Atelier --rename "Chez Zoé" --data ${data}`,
    ]
    expect(told.code).toBe(0)
    expect(told.stdout).toMatch(/\nLOOK Atelier has this address, too: [^\n]+\n/)
    expect(told.stdout).toContain(`: ${clear}; then: ${rename}\n`)
    const again = await set(data, '--name', 'Chez Zoé', '--url', host, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ sameAddress: ['Atelier'] })
    await cli('upstream', 'clear', '--name', 'Chez Zoé', '--data', data)
    const renamed = await cli(
      'upstream',
      'set',
      '--name',
      'Atelier',
      '--rename',
      'Chez Zoé',
      '--data',
      data,
      '--json',
    )
    expect(JSON.parse(renamed.stdout)).toMatchObject({
      ...{ name: 'Chez Zoé', url: host, hasToken: true, renamedFrom: 'Atelier', sameAddress: [] },
    })
    expect(await shown(data)).toEqual([`Chez Zoé ${host}`])
  })

  test('is not said again where a token is given again', async () => {
    const { data } = await twice()
    for (const name of ['Atelier', 'Chez Zoé']) {
      const { code, stdout } = await set(data, '--name', name, '--url', host)
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining('this address, too') })
    }
  })

  test('is said of each that has it, with what gives the new name to any of them', async () => {
    const { data } = await twice()
    const { stdout } = await set(data, '--name', 'Trois', '--url', host)
    const rename = (name: string) => `comptoir upstream set --name ${name} --rename Trois --data ${data}`
    expect(stdout).toContain('\nLOOK Atelier, Chez Zoé have this address, too: ')
    expect(stdout).toContain(
      `: comptoir upstream clear --name Trois --data ${data}; then: ${rename('Atelier')}, or ${rename('"Chez Zoé"')}\n`,
    )
  })

  test('is said of one that moves there, which is no other name for it', async () => {
    const { data } = await twice()
    await set(data, '--name', 'Loin', '--url', `${host}/loin`)
    const { stdout } = await set(data, '--name', 'Loin', '--url', host)
    expect(stdout).toContain(`to undo that: comptoir upstream set --name Loin --url ${host}/loin --data`)
    expect(stdout).toMatch(/\nLOOK Atelier, Chez Zoé have this address, too: [^;\n]+\n/)
  })

  test('asks for the name where none is given', async () => {
    const { data } = await twice()
    const { code, stderr } = await set(data, '--url', host)
    expect(code).toBe(1)
    expect(stderr).toBe(
      'comptoir: Several partners have this address (Atelier, Chez Zoé): say which one by its name (--name).\n',
    )
    expect(await shown(data)).toHaveLength(2)
  })
})

test('a name means its partner however it is written; at another address it is taken', async () => {
  const data = temporaryFolder()
  await set(data, '--name', 'Bêta', '--url', host)
  expect((await set(data, '--name', 'BETA', '--url', host)).code).toBe(0)
  const elsewhere = await set(data, '--name', 'bêta', '--url', `${host}/ailleurs`)
  expect(elsewhere.stderr).toBe('comptoir: This name is already taken by “Bêta”.\n')
  expect((await cli('sync', '--name', 'beta', '--data', data)).code).toBe(0)
  expect((await cli('upstream', 'clear', '--name', 'bêta', '--data', data)).stdout).toBe(
    'partner Bêta is no longer set\nno partner\n',
  )
})

test.each(['Une\tdeux', 'Une\nautre', ' Une', 'Une/deux'])(
  '%j names no partner, and it is said why',
  async (name) => {
    const { stderr } = await set(temporaryFolder(), '--name', name, '--url', host)
    expect(stderr).toContain('on one line, without "/", "\\" or tabs, and without spaces at either end')
  },
)

describe('another name', () => {
  test('is given without a token, which stays', async () => {
    const data = temporaryFolder()
    await set(data, '--name', 'Atelier', '--url', host)
    const { code, stdout } = await cli('upstream', 'set', '--rename', 'Zoé', '--data', data)
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`partner Zoé: ${host}\n`),
    })
    expect(await shown(data)).toEqual([`Zoé ${host}`])
  })

  test.each([
    [['--name', 'Personne', '--rename', 'Autre'], 'no partner is called "Personne"; there is Un, Deux'],
    [['--rename', 'Autre'], 'there are several partners (Un, Deux): say which one with --name'],
    [['--name', 'Un'], '--url <url> is needed'],
  ])('%j is refused, and nothing changes', async (args, words) => {
    const data = temporaryFolder()
    for (const name of ['Un', 'Deux']) await set(data, '--name', name, '--url', `${host}/${name}`)
    const { code, stderr } = await cli('upstream', 'set', ...args, '--data', data)
    expect(code).toBe(1)
    expect(stderr).toBe(`comptoir: ${words}\n`)
    expect(await shown(data)).toEqual([`Un ${host}/Un`, `Deux ${host}/Deux`])
  })
})
