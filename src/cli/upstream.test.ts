/** The partner from the command line: how its token is given, and what is told of orders, catalogue and prices. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Service } from '../service/service.ts'
import type { OutboxRecord, OutboxView } from '../store/outbox.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { bundleFile } from '../testing/loaded-folder.ts'
import { outboxShop, Partner } from '../testing/outbox.ts'
import { type Loose } from '../testing/shop.ts'
import { readSecret } from './secret.ts'
import { logger } from './service.ts'

const TOKEN = 'jeton-secret-7f3a91'
const product = { id: 1, nom: 'Flyers', quantites: { range: true }, options: [], delais: [3] }

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering = (products: unknown[]) =>
  listening((request, response) => {
    const list = request.url!.includes('/print/produit/') ? products : []
    if (request.url!.endsWith('/prix/')) request.socket.destroy()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(list))
  })

async function folder(): Promise<string> {
  const data = temporaryFolder()
  await (await Service.open({ folder: data, log: logger('silent') })).close()
  return data
}

const set = (data: string, url: string, ...args: string[]) =>
  cli('upstream', 'set', '--url', url, '--token', TOKEN, '--data', data, ...args)

describe('the token', () => {
  function terminal(...typed: string[]) {
    const modes: boolean[] = []
    const shown: string[] = []
    const source = Object.assign(new PassThrough(), {
      isTTY: true as const,
      setRawMode: (mode: boolean) => void modes.push(mode),
    })
    for (const text of typed) source.write(text)
    const read = readSecret(source as never, (text) => void shown.push(text), 'token: ')
    return { read, modes, shown }
  }

  test('is asked for at a terminal, and not shown', async () => {
    const { read, modes, shown } = terminal('jet', 'x\u007fon-1\rrest')
    expect(await read).toBe('jeton-1')
    expect(modes).toEqual([true, false])
    expect(shown).toEqual(['token: ', '\n'])
  })

  test('may be given up, and the terminal is as before', async () => {
    const { read, modes } = terminal('jet\u0003')
    onTestFinished(() => void (process.exitCode = undefined))
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    expect(modes).toEqual([true, false])
  })

  test('is read whole from a pipe, without a question', async () => {
    const source = new PassThrough()
    source.end('jeton-1\n')
    expect(await readSecret(source, () => expect.unreachable(), 'token: ')).toBe('jeton-1\n')
  })
})

describe('--url that cannot be', () => {
  test.each([
    ['https://partner.example:99999/api', 'the port of "https://partner.example:99999/api"'],
    ['https://partner.example:0', 'the port of'],
    ['https://me:geheim@partner.example', 'without a name and password'],
    ['https://me:geheim@partner.example:99999', 'without a name and password'],
    ['https://partner.example/?token=geheim', 'without "?" and "#"'],
    ['https://partner.example/#geheim', 'without "?" and "#"'],
    ['http://partner.example', 'starts with https://'],
    ['partner.example', 'takes an address such as https://'],
    ['https://exa mple/?geheim', 'takes an address such as https://'],
  ])('%s is told truly, and no secret of it', async (url, words) => {
    const { code, stdout, stderr } = await set(temporaryFolder(), url)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^comptoir: [^\n]+\n$/)
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('geheim')
  })
})

test('a partner without products is not plainly ok', async () => {
  const data = await folder()
  const { code, stdout } = await set(data, await answering([]))
  expect(code).toBe(0)
  expect(stdout).toMatch(/\nLOOK Connected, but this partner has no products/)
  expect((await set(data, await answering([product]))).stdout).toMatch(/\nok {3}Connected: 1 products/)
})

describe('sync', () => {
  test('whose price requests fail says that the catalogue was taken over', async () => {
    const data = await folder()
    await set(data, await answering([product]))
    const { code, stdout, stderr } = await cli('sync', '--prices', '3', '--data', data)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^comptoir: 127\.0\.0\.1:\d+: the catalogue was taken over \(1 change\); then the price requests failed: [^\n]+\n$/,
    )
    const { checks } = JSON.parse((await cli('doctor', '--data', data, '--json')).stdout) as Loose
    expect(checks[2]).toMatchObject({ name: 'catalogue', ok: true, found: { products: 1 } })
  })

  test('whose catalogue fails says that it stays', async () => {
    const data = await folder()
    await set(data, await listening((_request, response) => response.writeHead(401).end()))
    const { stderr } = await cli('sync', '--prices', '3', '--data', data)
    expect(stderr).toContain('the sync failed, the catalogue stays as it was')
  })
})

test('own tariffs and a partner stand side by side, each with its ids', async () => {
  const data = await folder()
  await set(data, await answering([product]))
  const imported = await cli('import', bundleFile(), '--data', data)
  expect({ code: imported.code, stderr: imported.stderr }).toEqual({ code: 0, stderr: '' })
  await cli('sync', '--data', data)
  const [partner] = JSON.parse((await cli('upstream', 'show', '--data', data, '--json')).stdout) as Loose[]
  expect(partner).toMatchObject({ hasToken: true, base: 10_000_000_000 })
  const doctor = await cli('doctor', '--data', data)
  expect(doctor.stdout).toMatch(/ok {3}catalogue: \d+ products, \d+ families/)
  expect(doctor.stdout).toContain('ok   upstream: 127.0.0.1:')
})

describe('several partners', () => {
  test('are set, shown, synced and cleared by name; without one where several are it is asked for', async () => {
    const data = await folder()
    const [one, two] = [await answering([product]), await answering([product])]
    await cli('upstream', 'set', '--name', 'Un', '--url', one, '--token', 't', '--data', data)
    await cli('upstream', 'set', '--name', 'Deux', '--url', two, '--token', 't', '--data', data)
    expect((await cli('upstream', 'show', '--data', data)).stdout).toBe(
      `partner Un: ${one}\npartner Deux: ${two}\n`,
    )
    const synced = await cli('sync', '--data', data, '--json')
    expect(JSON.parse(synced.stdout)).toMatchObject({
      changes: 2,
      partners: [
        { name: 'Un', changes: 1 },
        { name: 'Deux', changes: 1 },
      ],
    })
    const unnamed = await cli('upstream', 'clear', '--data', data)
    expect(unnamed.code).toBe(1)
    expect(unnamed.stderr).toContain('several partners (Un, Deux): say which one with --name')
    const unknown = await cli('sync', '--name', 'Trois', '--data', data)
    expect(unknown.stderr).toContain('no partner is called "Trois"; there is Un, Deux')
    expect((await cli('upstream', 'clear', '--name', 'Un', '--data', data)).stdout.split(', ')[0]).toBe(
      `partner Un is no longer set\npartner Deux: ${two}`,
    )
    expect((await cli('upstream', 'show', '--data', data, '--lang', 'fr')).stdout.split(', ')[0]).toBe(
      `partenaire Deux : ${two}`,
    )
  })

  test('the one of that address is set, where none is named', async () => {
    const data = await folder()
    const [one, two] = [await answering([product]), await answering([])]
    await cli('upstream', 'set', '--name', 'Un', '--url', one, '--token', 't', '--data', data)
    await cli('upstream', 'set', '--name', 'Deux', '--url', two, '--token', 't', '--data', data)
    const again = await cli('upstream', 'set', '--url', `${two}/`, '--token', 'u', '--data', data, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ name: 'Deux', url: two, movedFrom: null })
    expect((await cli('upstream', 'show', '--data', data)).stdout).toBe(
      `partner Un: ${one}\npartner Deux: ${two}\n`,
    )
    // At an address that none has it is a new one.
    const three = await answering([product])
    await cli('upstream', 'set', '--url', three, '--token', 't', '--data', data)
    expect((await cli('upstream', 'show', '--data', data)).stdout).toContain(
      `partner ${new URL(three).host}: ${three}\n`,
    )
  })

  test('one whose address is another says what that means', async () => {
    const data = await folder()
    const [one, two] = [await answering([product]), await answering([product])]
    await set(data, one)
    expect((await set(data, two)).stdout).toContain(`LOOK its address was ${one}: its ids now name`)
  })

  test('one that fails takes nothing from the other, and fails the command by its name', async () => {
    const data = await folder()
    const broken = await listening((_request, response) => response.writeHead(401).end())
    await cli(
      'upstream',
      'set',
      '--name',
      'Sain',
      '--url',
      await answering([product]),
      '--token',
      't',
      '--data',
      data,
    )
    await cli('upstream', 'set', '--name', 'Cassé', '--url', broken, '--token', 't', '--data', data)
    const synced = await cli('sync', '--data', data)
    expect(synced.code).toBe(1)
    expect(synced.stderr).toMatch(/^comptoir: Cassé: the sync failed, the catalogue stays as it was[^\n]*\n$/)
    expect(synced.stdout).toMatch(/^Sain\ncatalogue: 1 change\n/)
    const told = JSON.parse((await cli('sync', '--data', data, '--json')).stdout) as Loose
    expect(told.partners).toMatchObject([
      { name: 'Sain', error: null },
      { name: 'Cassé', error: { code: 'partner_unauthorized' } },
    ])
    const { checks } = JSON.parse((await cli('doctor', '--data', data, '--json')).stdout) as Loose
    expect(checks[2]).toMatchObject({ name: 'catalogue', ok: true, found: { products: 1 } })
  })
})

test('where every partner fails each one is named, in their order, with the fields of one that does not', async () => {
  const data = await folder()
  const refusing = await listening((_request, response) => response.writeHead(401).end())
  const silent = await listening((request) => request.socket.destroy())
  for (const [name, url] of [
    ['Un', refusing],
    ['Deux', silent],
  ] as const)
    await cli('upstream', 'set', '--name', name, '--url', url, '--token', 't', '--data', data)
  const { code, stdout, stderr } = await cli('sync', '--data', data)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^comptoir: Un: the sync failed[^\n]*; Deux: the sync failed[^\n]*\n$/)
  const told = JSON.parse((await cli('sync', '--data', data, '--json')).stdout) as Loose
  expect(told).toMatchObject({
    ...{ error: expect.stringMatching(/^Un: .*; Deux: /), code: 'partner_unauthorized', errors: [] },
    ...{ changed: false, changes: 0, prices: 0, pricePoints: 0, refused: [] },
  })
  const none = { changed: false, changes: 0, prices: 0, pricePoints: 0, refused: [], outside: 0 }
  const error = (of: string) => ({ code: of, message: expect.any(String) })
  expect(told.partners).toEqual([
    { name: 'Un', ...none, error: error('partner_unauthorized') },
    { name: 'Deux', ...none, error: error('partner_broken') },
  ])
})

describe('orders whose partner is not set', () => {
  /** Two orders made for a partner, one of them at a person's by now. */
  async function waiting(): Promise<{ data: string; url: string }> {
    const data = await folder()
    const url = await answering([product])
    await set(data, url)
    const shop = await outboxShop(data)
    Object.assign(shop.upstream, { client: Object.assign(new Partner(), { url }) })
    await shop.place('FIRST')
    await shop.place('SECOND')
    shop.store.close()
    return { data, url }
  }
  const rows = async (data: string) =>
    (JSON.parse((await cli('outbox', '--data', data, '--json')).stdout) as Loose[]).map(
      ({ devis, lastError }) => `${devis} ${lastError?.code ?? '–'}`,
    )

  test('are told by clear, by outbox and by doctor, until it is set again', async () => {
    const { data, url } = await waiting()
    const cleared = await cli('upstream', 'clear', '--data', data)
    expect(cleared.stdout).toMatch(
      /^partner \S+ is no longer set\nno partner\nLOOK 2 orders cannot be sent now/,
    )
    expect(await rows(data)).toEqual(['FIRST outbox_no_partner', 'SECOND outbox_no_partner'])
    expect((await cli('outbox', '--data', data)).stdout).toContain(
      `Its partner is not set: the order will not be sent (it was made for ${url}).`,
    )
    const doctor = await cli('doctor', '--data', data)
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain(
      'LOOK upstream: 2 orders cannot be sent while no partner of theirs is set',
    )
    await set(data, url)
    expect(await rows(data)).toEqual(['FIRST –', 'SECOND –'])
    expect((await cli('upstream', 'clear', '--data', await folder())).stdout).toBe('no partner\n')
  })

  test('are counted by doctor whatever they wait for, and those of partners that are set are not', async () => {
    const { data, url } = await waiting()
    const other = await answering([product])
    await cli('upstream', 'set', '--name', 'Autre', '--url', other, '--token', 't', '--data', data)
    const service = await Service.open({ folder: data, log: logger('silent') })
    const [first] = (await service.store.outbox.open()).entries
    const lastError = { code: 'partner_refused', params: { status: 400, words: 'Non.' } } as const
    await service.store.outbox.move({ ...first!, phase: 'refused', lastError }, first!.nextAt)
    await service.close()
    const look = 'orders cannot be sent while no partner of theirs is set'
    expect((await cli('doctor', '--data', data)).stdout).not.toContain(look)
    await cli('upstream', 'clear', '--name', new URL(url).host, '--data', data)
    const doctor = await cli('doctor', '--data', data)
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain(`LOOK upstream: 2 ${look}`)
    expect(doctor.stdout).toMatch(/\nok {3}upstream: Autre .*\. No order to transmit\n/)
  })

  test('are told where another is set, and what was written then is not told once it is untrue', async () => {
    const { data, url } = await waiting()
    const other = await answering([product])
    expect((await set(data, other)).stdout).toContain('LOOK 2 orders made for another address')
    expect(await rows(data)).toEqual(['FIRST outbox_other_partner', 'SECOND outbox_other_partner'])
    // A service meets the first of them, and leaves it to a person.
    const lastError = { code: 'outbox_other_partner', params: { made: url, set: other } } as const
    const meet = async (met: Partial<OutboxRecord>) => {
      const service = await Service.open({ folder: data, log: logger('silent') })
      const [first] = (await service.store.outbox.open()).entries
      const record = { ...first!, ...met, phase: 'attention' as const, lastError }
      await service.store.outbox.move(record, first!.nextAt)
      await service.close()
    }
    await meet({})
    expect((await cli('doctor', '--data', data)).stdout).toMatch(
      /LOOK upstream: .* 2 orders to transmit, 1 of them to look at; 2 orders made for another address/,
    )
    // It was never sent: it goes on by itself.
    await set(data, url)
    expect(await rows(data)).toEqual(['FIRST –', 'SECOND –'])
    expect((await cli('doctor', '--data', data)).stdout).toMatch(/ 2 orders to transmit\n/)
    await set(data, other)
    await meet({ attempts: 1, received: 'maybe' })
    await set(data, url)
    expect(await rows(data)).toEqual(['FIRST outbox_partner_back', 'SECOND –'])
    expect((await cli('doctor', '--data', data, '--lang', 'fr')).stdout).toContain(
      '2 commandes à transmettre, dont 1 à voir',
    )
  })

  test('are told by set and doctor although they wait for a person, of the partner that is set alone', async () => {
    const { data, url } = await waiting()
    const name = new URL(url).host
    const service = await Service.open({ folder: data, log: logger('silent') })
    const [first, second] = (await service.store.outbox.open()).entries
    const decide = (entry: OutboxView, changes: Partial<OutboxRecord>) =>
      service.store.outbox.move({ ...entry, ...changes }, entry.nextAt)
    await decide(first!, {
      ...{ phase: 'attention', upstreamCents: 5690 },
      lastError: { code: 'outbox_price_moved', params: { asked: 5690, accepted: 5290 } },
    })
    await decide(second!, {
      phase: 'refused',
      lastError: { code: 'partner_refused', params: { status: 400, words: 'Non.' } },
    })
    await service.close()
    const look = `2 orders made for another address of this partner: set it again (comptoir upstream set --name ${name} --url ${url} --data ${data}), or give them up in the screen "To do"`
    const other = await answering([product])
    const setNamed = (at: string, ...args: string[]) => set(data, at, '--name', name, ...args)
    expect((await setNamed(other)).stdout).toContain(`\nLOOK ${look}\n`)
    expect(JSON.parse((await setNamed(other, '--json')).stdout)).toMatchObject({
      ...{ stranded: 2, waitedFor: [{ name, url, orders: 2 }] },
    })
    const doctor = await cli('doctor', '--data', data)
    expect(doctor.stdout).toContain(` 2 orders to transmit, 2 of them to look at; ${look}\n`)
    expect((await setNamed(other, '--lang', 'fr')).stdout).toContain(
      '\nVOIR 2 commandes destinées à une autre adresse de ce partenaire : réglez-la de nouveau (comptoir ',
    )
    // That comes first, then why they wait.
    const again = `Set it again (comptoir upstream set --name ${name} --url ${url} --data ${data}).`
    const whys = async (...args: string[]) =>
      (await cli('outbox', '--data', data, ...args)).stdout.split('\n').map((row) => row.split('\t').at(-1))
    const elsewhere = `The order was made for the partner at ${url}; the one set now is ${other}. ${again}`
    const moved = 'The partner asks €56.90 instead of €52.90 excl. tax.'
    expect(await whys()).toEqual([
      `${elsewhere} ${moved}`,
      `${elsewhere} The partner refused (400): Non.`,
      '',
    ])
    // Those of one are not another's.
    const beside = await set(data, await answering([]), '--name', 'Autre', '--json')
    expect(JSON.parse(beside.stdout)).toMatchObject({ stranded: 0, waitedFor: [] })
    // Its own address: they wait for a person alone.
    expect((await setNamed(url)).stdout).not.toContain('made for another')
    expect((await whys())[0]).toBe(moved)
    await cli('upstream', 'clear', '--name', name, '--data', data)
    const removed = `Its partner is not set: the order will not be sent (it was made for ${url}). ${again}`
    expect((await whys())[0]).toBe(`${removed} ${moved}`)
    expect((await whys('--lang', 'fr'))[0]).toContain(
      ` (elle est destinée à ${url}). Réglez-le de nouveau (comptoir upstream set --name ${name} --url ${url} --data ${data}). Le partenaire demande `,
    )
    expect((await set(data, await answering([]), '--name', 'Encore')).stdout).not.toContain('orders')
  })
})
