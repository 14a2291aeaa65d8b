/** A shop whose every free text bears a mark: what leaves it can be looked through for it. */
import { expect } from 'vitest'
import type { World } from './app.ts'
import { SHOP, type Loose } from './shop.ts'
import { add } from './people.ts'
import { CARDS, FLYERS, print } from './quotes.ts'

/** Part of every text that a customer, a person or the shop itself would know again. */
export const MARK = 'Zorglub'
let count = 0
const marked = (what: string) => `${MARK} ${what} ${++count}`
const mail = () => `${MARK.toLowerCase()}${++count}@${MARK.toLowerCase()}.example`
export const PARTNER_TOKEN = `jeton-${MARK}-7f3a91`
export const MAIL_PASSWORD = `mot-de-passe-${MARK}-55`
export const PERSON_PASSWORD = `une presse ${MARK} bien encrée`

/** Numbers that a customer would know again. */
export const PHONE = '0478991234'
export const SIRET = '73282932000074'
export const POSTCODE = '69874'
/** Texts that are not to leave, beside the mark: looked for without regard to case. */
export const TELLING = [MARK, PHONE, SIRET, POSTCODE]

const address = () => ({
  prenom: marked('prénom'),
  nom: marked('nom'),
  societe: marked('société'),
  adresse1: marked('rue'),
  adresse2: marked('étage'),
  code_postal: POSTCODE,
  ville: marked('ville'),
  pays: 'France',
  email: mail(),
  telephone: PHONE,
  instructions: marked('instructions'),
})

async function done(answer: Promise<{ statusCode: number; body: string }>): Promise<Loose> {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
  return body === '' ? null : (JSON.parse(body) as Loose)
}

/** Fills a world through its own doors. @param partnerUrl of a partner that need not answer */
export async function fillMarked(made: World, partnerUrl: string): Promise<void> {
  const { desk, service } = made
  const put = (url: string, payload: Loose) => done(desk.send({ method: 'PUT', url, payload }))
  const post = (url: string, body: Loose) => done(desk.post(url, body))

  const bundle = JSON.parse(JSON.stringify(SHOP), (key, value: unknown) =>
    /^(nom|nom_complet|message)$/.test(key) ? marked(String(value)) : value,
  ) as Loose
  await service.catalogue.importBundle(bundle)
  await post('/api/partners', { name: marked('partenaire'), url: partnerUrl, token: PARTNER_TOKEN })

  const settings = await done(desk.get('/api/settings'))
  await put('/api/settings', {
    before: settings,
    vatRegimes: [
      { id: 'marque', name: marked('régime'), rate: '0', needsVatNumber: false, mention: marked('mention') },
    ],
    corsOrigins: [`https://${MARK.toLowerCase()}.example`],
    synonyms: [[marked('mot'), marked('autre mot')]],
    calendar: {
      ...settings.calendar,
      closures: [{ from: '2026-08-01', to: '2026-08-15', reason: marked('fermeture') }],
    },
  })
  await put('/api/mail', {
    ...{ host: '127.0.0.1', port: 9, security: 'none', user: marked('compte') },
    ...{ from: mail(), fromName: marked('expéditeur'), password: MAIL_PASSWORD },
  })
  const letterhead = await done(desk.get('/api/letterhead'))
  const issuer = Object.fromEntries(
    Object.keys(letterhead.issuer as object).map((field) => [field, marked(field)]),
  )
  await put('/api/letterhead', {
    ...letterhead,
    issuer: {
      ...issuer,
      email: mail(),
      siret: SIRET,
      vatNumber: '',
      country: 'France',
      postalCode: POSTCODE,
    },
    before: letterhead,
  })

  const company = await post('/api/companies', {
    ...{ name: marked('client'), siret: SIRET, email: mail(), phone: PHONE, note: marked('note') },
    contacts: [
      {
        firstName: marked('prénom'),
        lastName: marked('nom'),
        role: marked('rôle'),
        email: mail(),
        phone: PHONE,
      },
    ],
    addresses: [{ label: marked('lieu'), isDefault: true, address: address() }],
  })
  const lines = [
    print({ ...CARDS, label: marked('étiquette') }),
    print({ ...FLYERS, label: marked('fichier') }),
  ]
  const input = {
    reference: marked('référence'),
    note: marked('note du devis'),
    address: address(),
    lines,
    companyId: company.id,
  }
  const quote = await post('/api/quotes', input)
  const sent = await put(`/api/quotes/${quote.id}/state`, { state: 'sent' })
  await post(`/api/quotes/${sent.id}/mails`, {
    ...{ key: 'a-key-of-it', to: mail(), subject: marked('objet'), text: marked('texte') },
  })
  await post('/api/shelf/configurations', { name: marked('favori'), ...print(CARDS) })

  const token = await made.token(marked('outil'), { canOrder: true })
  const order = {
    devis: marked('devis'),
    adresse_livraison: address(),
    lignes: [{ ...CARDS, label: marked('ligne') }],
  }
  await done(
    made
      .partner(token)
      .post('/0.2/print/panier/validate/', order, { 'idempotency-key': marked('cle').replaceAll(' ', '-') }),
  )
  await add(service, marked('administratrice'), 'administrateur', PERSON_PASSWORD)
  await add(service, marked('vendeuse'), 'vendeur', PERSON_PASSWORD)
}
