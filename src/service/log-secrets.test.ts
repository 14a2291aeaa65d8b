/** Secrets put into whatever may be logged: none of them, in no coding, is in a line. */
import { expect, test } from 'vitest'
import pino from 'pino'
import { keepOutOfLogs, keepPasswordOutOfLogs, logOptions, withoutSecrets } from './log-secrets.ts'

const PARTNER = 'jeton-partenaire-7f3a91'
const KEY = 'clé"des\\écrans-55'
const SMTP = 'mot de passe du courrier'
const DATABASE = 'p@ss/mot-de-base'
/** Those that nobody told of: by their field, or by their form. */
const STRANGE = 'Xq8-inconnu-Zw42'

for (const secret of [PARTNER, KEY, SMTP]) keepOutOfLogs(secret)
keepPasswordOutOfLogs(`postgres://comptoir:${encodeURIComponent(DATABASE)}@base.example:5432/comptoir`)

/** What is logged, as lines. */
function logged(write: (log: pino.Logger) => void, level = 'trace'): string {
  const lines: string[] = []
  write(pino(logOptions(level), { write: (line: string) => void lines.push(line) }))
  for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
  return lines.join('')
}

const codingsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

function without(text: string, secret: string): void {
  for (const coding of codingsOf(secret)) expect(text).not.toContain(coding)
}

test.each([PARTNER, KEY, SMTP, DATABASE])(
  'one that is known, %s, is in no line, however it is coded',
  (secret) => {
    for (const coding of codingsOf(secret)) {
      const text = logged((log) => {
        const cause = new Error(`refused: ${coding}`)
        const error = Object.assign(new Error(`the partner says “${coding}”`, { cause }), {
          code: 'EAUTH',
          response: `535 ${coding}`,
          nested: { deep: [{ words: coding }], [coding]: 1 },
        })
        log.error({ err: error, path: `/x/${coding}` }, `what ${coding} did`)
        log.error(new AggregateError([error], coding))
        log.fatal(coding)
      })
      without(text, secret)
      expect(text).toContain('EAUTH')
      expect(text).toContain('[hidden]')
    }
  },
)

test('a token of ours is in no line, wherever it stands, also where nobody knows it', () => {
  const token = `cpt_${'aB3-_'.repeat(8)}`
  const text = logged((log) => {
    log.info({ path: `/0.2/print/produit/${token}/`, ip: '::1' }, 'request')
    log.warn(`asked for ${token}`)
    log.info({ path: `/0.2/%20${token}/${token.replace('_', '%5F')}` }, 'request')
  })
  without(text, token)
  expect(text).toContain('/0.2/print/produit/[hidden]/')
})

test('a line of a request does not have it either', () => {
  const text = logged((log) => log.info({ path: `/0.2/${PARTNER}/`, ip: '::1' }, 'request'))
  without(text, PARTNER)
  expect(text).toContain('"path":"/0.2/[hidden]/"')
})

test.each([
  'token',
  'key',
  'password',
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'headers',
  'apiKey',
  'accessToken',
  'smtpPassword',
  'secret',
  'pass',
  'sealed',
])('a field called %s is hidden, at any depth', (name) => {
  const holder = { [name]: name === 'headers' ? { 'x-any': STRANGE } : STRANGE }
  const text = logged((log) => {
    log.warn(holder, 'at the top')
    log.warn({ a: { b: [{ c: holder }] } }, 'deep')
    log.error({ err: Object.assign(new Error('no'), { options: holder }) }, 'of an error')
    log.error({ err: new Error('no', { cause: Object.assign(new Error('why'), holder) }) }, 'of a cause')
  })
  without(text, STRANGE)
  expect(text.match(/\[hidden\]/g)).toHaveLength(4)
})

test.each([
  `Authorization: Bearer ${STRANGE}`,
  `authorization=Token ${STRANGE}`,
  `Basic ${Buffer.from(STRANGE).toString('base64')}`,
  `GET http://127.0.0.1:4580/?key=${STRANGE}`,
  `comptoir serve --password=${STRANGE}`,
  `postgres://comptoir:${STRANGE}@base.example/comptoir`,
  `Cookie: theme=dark; comptoir_4580=${STRANGE}; x=y`,
  `__Host-comptoir=${STRANGE}`,
  JSON.stringify({ token: STRANGE }),
  JSON.stringify(JSON.stringify({ password: STRANGE })),
])('one that nobody told of is known by its form: %s', (words) => {
  for (const level of ['info', 'error'] as const) {
    const text = logged((log) => {
      log[level](words)
      log[level]({ err: new Error(words), words }, 'in fields')
    })
    without(text, STRANGE)
    expect(text).toContain('[hidden]')
  }
})

test('what is no secret stays', () => {
  const text = logged((log) =>
    log.warn(
      {
        ...{ partner: 'Imprimeur', problem: 'upstream_no_token', token: undefined, key: null, tokens: 3 },
        err: Object.assign(new Error('Token refused'), { code: 'E_X', statusCode: 401 }),
        at: new Date(0),
      },
      'the token is refused',
    ),
  )
  expect(JSON.parse(text)).toMatchObject({
    ...{
      level: 40,
      msg: 'the token is refused',
      partner: 'Imprimeur',
      problem: 'upstream_no_token',
      tokens: 3,
    },
    err: { type: 'Error', message: 'Token refused', code: 'E_X', statusCode: 401 },
    at: '1970-01-01T00:00:00.000Z',
  })
  expect(text).toContain('log-secrets.test.ts')
})

test('what refers to itself, or is very deep, is logged all the same', () => {
  const error: Error & { self?: unknown } = new Error('round')
  error.self = { error }
  error.cause = error
  const text = logged((log) => log.error({ err: error }, 'it is told'))
  expect(text).toContain('it is told')
  expect(text.length).toBeLessThan(100_000)
})

test('a secret that is named again is not forgotten for those that came since', () => {
  keepOutOfLogs('cle-de-toujours')
  for (let i = 0; i < 150; i++) {
    keepOutOfLogs(`secret-de-passage-${i}`)
    keepOutOfLogs('cle-de-toujours')
  }
  expect(withoutSecrets('avec cle-de-toujours')).not.toContain('cle-de-toujours')
})
