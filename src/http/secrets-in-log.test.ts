/** Secrets on their usual ways, with everything failing that can and the log at its most talkative: no line has one. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { KEY, json, world } from '../testing/app.ts'
import { add } from '../testing/people.ts'
import { create, move } from '../testing/quotes.ts'

const TOKEN = 'jeton-du-partenaire-7f3a91'
const SMTP = 'mot-de-passe-du-courrier-55'
const PERSON = 'une presse bien encrée, secrète'

/** A server that repeats whatever it is told, in the words of a refusal. */
async function parrot(greeting: string, answer: (said: string) => string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(greeting)
    socket.on('data', (said) => socket.write(answer(said.toString())))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a token, the key, passwords, headers and cookies are in no line', async () => {
  const here = await world({ logLevel: 'trace' })
  const { desk, anyone, service, logged } = here
  const partner = await parrot('', (said) => {
    const body = JSON.stringify({ detail: said })
    return `HTTP/1.1 500 Oh ${said.split('\r\n').find((line) => /^authorization/i.test(line)) ?? ''}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  })
  const smtp = await parrot('220 here\r\n', (said) =>
    /^EHLO/.test(said) ? '250-here\r\n250 AUTH PLAIN LOGIN\r\n' : `535 5.7.8 refused: ${said.trim()}\r\n`,
  )
  const made = await desk.post('/api/partners', {
    name: 'Écho',
    url: `http://127.0.0.1:${partner}`,
    token: TOKEN,
  })
  expect(made.statusCode, made.body).toBe(201)
  await desk.post('/api/partners/%C3%89cho/check', '')
  await desk.post('/api/partners/%C3%89cho/sync', { prices: 1 })
  await desk.send({
    method: 'PUT',
    url: '/api/mail',
    payload: {
      ...{ host: '127.0.0.1', port: smtp, security: 'none', user: 'atelier', password: SMTP },
      ...{ from: 'devis@shop.example', fromName: 'L’Atelier' },
    },
  })
  const quote = await create(here)
  await move(here, quote['id'], 'sent')
  const mail = { key: 'a-key-of-it', to: 'ada@client.example', subject: 'Devis', text: 'Bonjour' }
  expect((await desk.post(`/api/quotes/${quote['id']}/mails`, mail)).statusCode).toBe(201)
  const patient = { timeout: 30_000 }
  await expect
    .poll(async () => json(await desk.get(`/api/quotes/${quote['id']}/mails`))[0].state as string, patient)
    .toBe('failed')
  await expect.poll(() => service.sync.state.state, patient).not.toBe('running')

  const tool = await here.token('Outil')
  await add(service, 'Zoé Martin', 'administrateur', PERSON)
  await anyone.post('/api/session', { name: 'Zoé Martin', password: `${PERSON}, presque` })
  const session = await anyone.post('/api/session', { name: 'Zoé Martin', password: PERSON })
  const cookie = String(session.headers['set-cookie']).split(';')[0]!
  const secret = cookie.slice(cookie.indexOf('=') + 1)
  // Every request fails from now on, each with what it was asked with in its error.
  service.carts.price = service.offers.offers = () => {
    throw Object.assign(new Error(`lost: Authorization: Token ${tool}; Cookie: ${cookie}; ${KEY}`), {
      request: { headers: { authorization: `Token ${tool}`, cookie } },
      config: { auth: { user: 'Zoé', pass: PERSON }, url: `http://127.0.0.1/?key=${KEY}` },
    })
  }
  const line = { produit: 10, quantites_multiples: [100] }
  const failed = [
    await desk.post('/api/prices', { area: 'print', line }),
    await anyone.post('/api/prices', { area: 'print', line }, { cookie }),
  ]
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([500, 500])
  await here.partner(tool).post('/0.2/print/panier/', { lignes: [line] })
  await anyone.get(`/?key=${KEY}`)
  await anyone.get(`/api/status?token=${tool}`, { cookie: 'comptoir=wrong', authorization: `Bearer ${tool}` })

  const log = logged.join('')
  expect(log).toContain('request failed')
  expect(log).toContain('a sign-in was refused')
  expect(log).toContain('[hidden]')
  for (const each of [TOKEN, SMTP, PERSON, secret, tool, KEY]) {
    expect(log, each).not.toContain(each)
    expect(log, each).not.toContain(Buffer.from(each).toString('base64').replace(/=+$/, ''))
  }
  expect(log).not.toContain(Buffer.from(`\0atelier\0${SMTP}`).toString('base64'))
}, 60_000)
