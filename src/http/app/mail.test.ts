/** E-mail with quotes, through a server of SMTP on the loopback. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { CARDS, create, move, print } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'
import { signedIn } from '../../testing/signed-in.ts'

/** A server that keeps what it is handed. */
async function server(options: SMTPServerOptions = {}) {
  const taken: string[] = []
  const smtp = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true, logger: false },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString())
        done()
      })
    },
    ...options,
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  onTestFinished(() => new Promise<void>((closed) => void smtp.close(closed)))
  return { taken, port: (smtp.server.address() as AddressInfo).port }
}

/** A server that says what it is told to: to each line of the client's, an answer; null: it closes. */
async function scripted(answer: (line: string, socket: Socket) => string | null | undefined) {
  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const greeting = answer('', socket)
    if (greeting !== undefined && greeting !== null) socket.write(`${greeting}\r\n`)
    let held = ''
    socket.on('data', (chunk) => {
      held += chunk.toString()
      const lines = held.split('\r\n')
      held = lines.pop()!
      for (const line of lines) {
        const said = answer(line, socket)
        if (said === null) return socket.destroy()
        if (said !== undefined) socket.write(`${said}\r\n`)
      }
    })
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    tcp.close()
  })
  return (tcp.address() as AddressInfo).port
}

const polite = (line: string): string | undefined => {
  if (line === '') return undefined
  if (/^EHLO/.test(line)) return '250 here'
  return /^(MAIL|RCPT|RSET)/.test(line) ? '250 ok' : /^DATA/.test(line) ? '354 go on' : undefined
}

const set = (made: World, port: number, more: Loose = {}) =>
  made.desk.send({
    method: 'PUT',
    url: '/api/mail',
    payload: {
      ...{
        host: '127.0.0.1',
        port,
        security: 'none',
        user: '',
        from: 'devis@shop.fr',
        fromName: 'L’Atelier',
      },
      ...more,
    },
  })

async function sentQuote(made: World): Promise<Loose> {
  const quote = await create(made, { reference: 'Foire', address: ADDRESS, lines: [print(CARDS)] })
  return json(await move(made, quote['id'], 'sent'))
}

const MAIL = { key: 'a-key-of-it', to: 'ada@client.fr', subject: 'Votre devis', text: 'Bonjour,\n\nà vous.' }
const post = (made: World, { id }: Loose, more: Loose = {}) =>
  made.desk.post(`/api/quotes/${id}/mails`, { ...MAIL, ...more })
const mailsOf = async (made: World, { id }: Loose): Promise<Loose[]> =>
  json(await made.desk.get(`/api/quotes/${id}/mails`))

test('a quote goes with its document, once, however often it is asked for', async () => {
  const here = await world()
  const smtp = await server()
  await set(here, smtp.port)
  const quote = await sentQuote(here)
  const answers = await Promise.all([post(here, quote), post(here, quote), post(here, quote)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  await expect
    .poll(async () => (await mailsOf(here, quote)).map(({ state }) => state as string))
    .toEqual(['sent'])
  expect(smtp.taken).toHaveLength(1)
  const [mail] = smtp.taken
  expect(mail).toMatch(/^Message-ID: <a-key-of-it@shop\.fr>$/m)
  expect(mail).toMatch(/^To: ada@client\.fr\r?$/m)
  const { rawPayload } = await here.desk.get(`/api/quotes/${quote['id']}/document`)
  const attached = mail!.split('Content-Disposition: attachment')[1]!.split(/\r?\n\r?\n/)[1]!
  expect(Buffer.from(attached.split('--')[0]!, 'base64').equals(rawPayload)).toBe(true)
})

test('where nothing is set, or the quote is a draft, nothing is kept', async () => {
  const here = await world()
  const quote = await create(here, { lines: [print(CARDS)] })
  expect(faultsOf(await post(here, quote))).toEqual([' mail_not_set'])
  await set(here, 25)
  expect(faultsOf(await post(here, quote))).toEqual([' quote_not_portable'])
  const sent = await sentQuote(here)
  for (const [more, fault] of [
    [{ to: 'ada' }, '/to mail_address_invalid'],
    [{ to: 'ada@client.fr\r\nBcc: all@client.fr' }, '/to mail_address_invalid'],
    [{ to: Array(11).fill('ada@client.fr').join(',') }, '/to mail_address_invalid'],
    [{ subject: 'Devis\r\nBcc: all@client.fr' }, '/subject mail_subject_invalid'],
    [{ subject: ' ' }, '/subject mail_subject_invalid'],
  ] as const)
    expect(faultsOf(await post(here, sent, more))).toEqual([fault])
  expect(await mailsOf(here, sent)).toEqual([])
})

test('the password is sealed, never answered, and never given to another server', async () => {
  const given: string[] = []
  const smtp = await server({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      given.push(auth.password ?? '')
      if (auth.password === 'sésame') done(null, { user: auth.username })
      else done(new Error('no'))
    },
  })
  const here = await world()
  const answer = await set(here, smtp.port, { user: 'ada', password: 'sésame' })
  expect(json(answer)).toMatchObject({ user: 'ada', hasPassword: true })
  expect(answer.body).not.toContain('sésame')
  expect(JSON.stringify(here.service.store.settings.get('mail'))).not.toContain('sésame')
  const quote = await sentQuote(here)
  await post(here, quote)
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['state'] as string).toBe('sent')
  expect(json(await set(here, smtp.port, { user: 'ada', host: 'localhost' }))).toMatchObject({
    hasPassword: false,
  })
  await set(here, smtp.port, { user: 'ada', password: 'faux' })
  await post(here, quote, { key: 'another-key' })
  const second = async () => (await mailsOf(here, quote)).find(({ key }) => key === 'another-key')!
  await expect.poll(async () => (await second())['state'] as string).toBe('failed')
  expect((await second())['problem']).toContain('refuse l’utilisateur')
  expect(here.logged.join('')).not.toContain('sésame')
})

test.each([
  ['550 no such user', /^RCPT/, 'failed', 'no such user'],
  ['452 mailbox full', /^RCPT/, 'waiting', 'mailbox full'],
  ['421 too many', /^MAIL/, 'waiting', 'too many'],
  ['554 spam', /^DATA/, 'failed', 'spam'],
  [null, /^DATA/, 'waiting', 'ne répond pas'],
  [null, /^\.$/, 'unknown', 'coupée'],
  ['550 spam', /^\.$/, 'failed', 'spam'],
  ['451 later', /^\.$/, 'waiting', 'later'],
] as const)('a server that answers %s to %s', async (said, to, state, told) => {
  const port = await scripted((line) => (line === '' ? undefined : to.test(line) ? said : polite(line)))
  const here = await world()
  await set(here, await greeted(port))
  const quote = await sentQuote(here)
  await post(here, quote)
  await expect
    .poll(async () => {
      const [mail] = await mailsOf(here, quote)
      return [mail!['attempts'], mail!['state']] as unknown[]
    })
    .toEqual([1, state])
  expect((await mailsOf(here, quote))[0]!['problem']).toContain(told)
  // What nothing will become of by itself waits for a person, until it is said to be settled.
  const troubled = state === 'waiting' ? [] : [{ state, quoteId: quote['id'], key: MAIL.key }]
  const needed = async () => (json(await here.desk.get('/api/status')) as Loose)['needsAttention']
  expect(json(await here.desk.get('/api/mails'))).toMatchObject(troubled)
  expect(await needed()).toBe(troubled.length)
  await here.desk.post(`/api/mails/${MAIL.key}/cancel`, {})
  expect(await needed()).toBe(0)
})

test.each([
  ['ada@exämple.fr', [], 'RCPT TO:<ada@xn--exmple-cua.fr>', 'sent', ''],
  ['é@exämple.fr', [], null, 'failed', 'é@exämple.fr'],
  ['é@exämple.fr', ['SMTPUTF8'], 'RCPT TO:<é@exämple.fr>', 'sent', ''],
] as const)('%s, to a server that announces %j', async (to, announced, told, state, problem) => {
  const heard: string[] = []
  const port = await scripted((line) => {
    if (/^(MAIL|RCPT)/.test(line)) heard.push(line)
    if (/^EHLO/.test(line)) return [...announced.map((each) => `250-${each}`), '250 SIZE'].join('\r\n')
    return line === '.' ? '250 taken' : polite(line)
  })
  const here = await world()
  await set(here, await greeted(port))
  const quote = await sentQuote(here)
  await post(here, quote, { to })
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['state']).toBe(state)
  expect(heard.find((line) => line.startsWith('RCPT')) ?? null).toBe(told)
  expect((await mailsOf(here, quote))[0]!['problem'] ?? '').toContain(problem)
})

/** A server before another that greets in its name. */
async function greeted(port: number): Promise<number> {
  const { connect } = await import('node:net')
  const tcp = createServer((socket) => {
    const behind = connect(port, '127.0.0.1')
    socket.on('error', () => behind.destroy())
    behind.on('error', () => socket.destroy())
    socket.on('close', () => behind.destroy())
    behind.on('close', () => socket.destroy())
    socket.write('220 here\r\n')
    socket.pipe(behind)
    behind.pipe(socket)
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  onTestFinished(() => void tcp.close())
  return (tcp.address() as AddressInfo).port
}

test('what waits goes as soon as another server is set; what is in doubt only once a person says so', async () => {
  const here = await world()
  await set(here, 1)
  const quote = await sentQuote(here)
  await post(here, quote)
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['attempts'] as number).toBe(1)
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['state'] as string).toBe('waiting')
  const smtp = await server()
  await set(here, smtp.port)
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['state'] as string).toBe('sent')
  expect((await here.desk.post(`/api/mails/${MAIL.key}/again`, {})).statusCode).toBe(409)

  // As a program leaves it that is killed while it sends.
  await post(here, quote, { key: 'killed-in-it' })
  await expect.poll(() => smtp.taken.length).toBe(2)
  const { mails } = here.service.store
  const now = here.clock.now().toISOString()
  await mails.add({
    ...{ key: 'left-sending', quoteId: quote['id'] as number, revision: 1, recipients: 'ada@client.fr' },
    ...{ subject: 'x', text: '', fileName: 'x.pdf', pdf: Buffer.from('x'), state: 'sending', attempts: 1 },
    ...{ nextAt: now, problem: null, madeAt: now, sentAt: null, by: null },
  })
  here.clock.advance(1000)
  here.service.mail.kick()
  await expect
    .poll(
      async () => (await mailsOf(here, quote)).find(({ key }) => key === 'left-sending')!['state'] as string,
    )
    .toBe('unknown')
  here.clock.advance(80 * 3_600_000)
  here.service.mail.kick()
  expect(json(await here.desk.post('/api/mails/left-sending/again', {}))).toMatchObject({ state: 'waiting' })
  await expect.poll(() => smtp.taken.length).toBe(3)
})

test('what a clock that ran ahead planned does not wait until then', async () => {
  const here = await world()
  await set(here, 1)
  const quote = await sentQuote(here)
  here.clock.advance(20 * 86_400_000)
  await post(here, quote)
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['attempts'] as number).toBe(1)
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['state'] as string).toBe('waiting')
  const smtp = await server()
  await set(here, smtp.port)
  here.clock.advance(-20 * 86_400_000)
  here.service.mail.kick()
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['state'] as string).toBe('sent')
})

test.each([
  [
    'revised',
    async (here: World, { id }: Loose) =>
      here.desk.post(`/api/quotes/${id}/revise`, {
        version: (json(await here.desk.get(`/api/quotes/${id}`)) as Loose)['version'] as number,
      }),
  ],
  ['cancelled', async (here: World, { id }: Loose) => move(here, id, 'cancelled', { reason: 'Erreur' })],
  ['expired', async (here: World) => here.clock.advance(60 * 86_400_000)],
])('what waits does not go once its quote is %s, nor when it is told to', async (_, change) => {
  const here = await world()
  await set(here, 1)
  const quote = await sentQuote(here)
  await post(here, quote)
  const [state, attempts] = [
    async () => (await mailsOf(here, quote))[0]!['state'] as string,
    async () => (await mailsOf(here, quote))[0]!['attempts'] as number,
  ]
  await expect.poll(attempts).toBe(1)
  await expect.poll(state).toBe('waiting')
  await change(here, quote)
  const smtp = await server()
  await set(here, smtp.port)
  here.clock.advance(61_000)
  here.service.mail.kick()
  await expect.poll(state).toBe('cancelled')
  expect((await mailsOf(here, quote))[0]!['problem']).toContain('n’est pas parti')
  await here.desk.post(`/api/mails/${MAIL.key}/again`, {})
  await expect.poll(state).toBe('cancelled')
  expect(smtp.taken).toEqual([])
})

test('a server that must be encrypted and is not gets nothing', async () => {
  const here = await world()
  const smtp = await server()
  await set(here, smtp.port, { security: 'starttls' })
  const quote = await sentQuote(here)
  await post(here, quote)
  await expect.poll(async () => (await mailsOf(here, quote))[0]!['problem'] as string).toContain('chiffrée')
  expect((await mailsOf(here, quote))[0]).toMatchObject({ state: 'waiting' })
  expect(smtp.taken).toEqual([])
  expect(json(await here.desk.post(`/api/mails/${MAIL.key}/cancel`, {}))).toMatchObject({
    state: 'cancelled',
  })
  expect(json(await here.desk.post('/api/mail/test', { to: 'ada@shop.fr' }))['problem']).toContain('chiffrée')
  await set(here, smtp.port)
  expect(json(await here.desk.post('/api/mail/test', { to: 'ada@shop.fr' }))).toEqual({ problem: null })
})

test('only who may change settings sees the server', async () => {
  const here = await world()
  await add(here.service, 'Ada', 'responsable')
  const ada = await signedIn(here, 'Ada')
  expect((await ada.get('/api/mail')).statusCode).toBe(403)
  expect((await ada.post('/api/mail/test', { to: 'a@b.fr' })).statusCode).toBe(403)
  expect(faultsOf(await set(here, 70_000))).toEqual(['/port value_invalid'])
  expect(faultsOf(await set(here, 70_000, { host: 'a b', from: 'nope' }))).toEqual([
    ...['/port value_invalid', '/host mail_host_invalid', '/from mail_address_invalid'],
  ])
  expect(faultsOf(await set(here, 25, { host: 'https://smtp.fr' }))).toEqual(['/host mail_host_invalid'])
})

test('what the server is being handed when the service ends is waited for, and known to have gone', async () => {
  const here = await world()
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    void server({
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => {
          answer = () => done()
          resolve()
        })
      },
    }).then(({ port }) => set(here, port).then(async () => void (await post(here, await sentQuote(here)))))
  })
  await asked
  const settled = here.service.store.mails.settle.bind(here.service.store.mails)
  const states: string[] = []
  here.service.store.mails.settle = async (...args) => {
    states.push(JSON.stringify(args))
    return settled(...args)
  }
  const closed = here.service.close()
  answer()
  await closed
  expect(states.join()).toContain('sent')
})
