/** Portable quotes for tests: signed by any key, as anybody can. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { fileText } from '../domain/quote/portable-file.ts'
import { PORTABLE_TYPE } from '../http/app/portable.ts'
import type { World } from './app.ts'
import type { Loose } from './shop.ts'

export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

/** The file in which the key has signed these bytes. */
export function signedFile(payload: Loose | string | Buffer, key = newKey()): string {
  const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  const bytes = Buffer.from(text as string)
  const publicKey = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url')
  return fileText({ payload: bytes, publicKey, signature: sign(null, bytes, key) })
}

/** Opens a file at a desk, or goes on from there. @param path below the opened file, as `/draft?prices=customer` */
export const openFile = ({ desk }: Pick<World, 'desk'>, file: string | Buffer, path = '', language = 'fr') =>
  desk.send({
    method: 'POST',
    url: `/api/quotes/opened${path}`,
    headers: { 'content-type': PORTABLE_TYPE, 'accept-language': language },
    payload: file,
  })

/** What a file says. */
export const payloadOf = (file: string): Loose =>
  JSON.parse(Buffer.from((JSON.parse(file) as Loose)['payload'] as string, 'base64').toString()) as Loose

/** The file with something else in it, under the signature that it had. */
export function forged(file: string, payload: Loose): string {
  const bytes = Buffer.from(JSON.stringify(payload)).toString('base64')
  return JSON.stringify({ ...(JSON.parse(file) as Loose), payload: bytes })
}

export const PORTABLE: Loose = {
  ...{ format: 'comptoir-quote', version: 1, number: 'D2026-K7-0012', revision: 1, state: 'sent' },
  ...{ indicative: false, company: 'Dupont', contact: null },
  address: {
    ...{ prenom: 'Ada', nom: 'Martin', societe: '', adresse1: '1 rue des Presses', adresse2: '' },
    ...{ code_postal: '69001', ville: 'Lyon', pays: 'France', email: 'ada@example.fr', telephone: '' },
    instructions: '',
  },
  ...{ reference: 'REF', note: '', createdAt: '2026-03-02T09:00:00.000Z' },
  ...{ updatedAt: '2026-03-02T09:00:00.000Z', validUntil: '2026-04-01', filesOn: null },
  lines: [
    {
      ...{ area: 'print', line: { produit: 10, quantites_multiples: [100] }, delai: 2, leadTimeLabel: 'J+2' },
      ...{ name: 'Cartes', names: { '/produit': 'Cartes' }, parts: [], source: '', promised: '2026-03-04' },
      ...{ role: 'included', discount: null, alternativeTo: null },
      price: {
        ...{ label: 'J+2', days: 2, status: 'firm', observedAt: null, listCents: 2150, discountCents: 0 },
        ...{ wholeCents: 0, netCents: 2150, uncertainty: null },
      },
    },
  ],
  totals: {
    ...{ prix_ht: 2150, remise_grand_compte_ht: 0, prix_total_ht: 2150, prix_tva: 430, prix_final_ttc: 2580 },
    vat: [{ rate: '20', base: 2150, tax: 430 }],
  },
  ...{ discount: null, uncertainty: null, vat: { rate: '20', reason: 'country' } },
  ...{ catalogue: { version: 1, sources: [''] }, device: 'K7', madeBy: 'Zoé', sentBy: null },
  writtenAt: '2026-03-02T10:00:00.000Z',
}
