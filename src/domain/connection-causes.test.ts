import { expect, test } from 'vitest'
import { causeWords } from './connection-causes.ts'
import { PARTNER_MESSAGES } from './partner-problems.ts'

test.each([
  ['ECONNREFUSED', 'refusée : rien n’écoute à cette adresse', 'refused: nothing listens at this address'],
  ['ECONNRESET, EPIPE', 'coupée par l’autre côté', 'cut by the other side'],
  [
    'ENETUNREACH, ETIMEDOUT',
    'le réseau n’y mène pas, sans réponse',
    'the network does not lead there, no answer',
  ],
  ['ESTRANGE', 'ESTRANGE', 'ESTRANGE'],
  ['constructor', 'constructor', 'constructor'],
])('%s is told in words', (cause, fr, en) => {
  expect(causeWords({ cause }, 'fr')).toBe(fr)
  expect(causeWords({ cause }, 'en')).toBe(en)
})

test('no message of a connection shows a code that has words', () => {
  const params = { cause: 'ECONNRESET' }
  for (const code of ['partner_unreachable', 'partner_broken'] as const) {
    expect(PARTNER_MESSAGES[code].fr(params)).toContain('coupée par l’autre côté')
    expect(PARTNER_MESSAGES[code].en(params)).not.toContain('ECONN')
  }
  expect(PARTNER_MESSAGES.partner_certificate.fr({ cause: 'CERT_HAS_EXPIRED' })).toBe(
    'Le certificat du partenaire n’est pas accepté (il a expiré) : rien n’a été envoyé.',
  )
})
