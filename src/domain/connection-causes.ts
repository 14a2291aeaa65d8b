/** Why a connection failed, in words: the system's own codes say nothing to who reads them on a screen. */
import type { FaultParams } from './reasons.ts'

type Words = Readonly<Record<'fr' | 'en', string>>

const CUT: Words = { fr: 'coupée par l’autre côté', en: 'cut by the other side' }
const NO_WAY: Words = { fr: 'le réseau n’y mène pas', en: 'the network does not lead there' }
const NO_ANSWER: Words = { fr: 'sans réponse', en: 'no answer' }
const SELF_SIGNED: Words = { fr: 'il s’est signé lui-même', en: 'it has signed itself' }
const UNKNOWN_ISSUER: Words = {
  fr: 'qui l’a signé n’est pas connu de cette machine',
  en: 'this machine does not know who signed it',
}

const CAUSES: Readonly<Record<string, Words>> = {
  ECONNREFUSED: {
    fr: 'refusée : rien n’écoute à cette adresse',
    en: 'refused: nothing listens at this address',
  },
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  EHOSTUNREACH: NO_WAY,
  EHOSTDOWN: NO_WAY,
  ENETUNREACH: NO_WAY,
  ENETDOWN: NO_WAY,
  EADDRNOTAVAIL: NO_WAY,
  ETIMEDOUT: NO_ANSWER,
  UND_ERR_CONNECT_TIMEOUT: NO_ANSWER,
  CERT_HAS_EXPIRED: { fr: 'il a expiré', en: 'it has expired' },
  CERT_NOT_YET_VALID: {
    fr: 'il ne vaut pas encore : l’heure de cette machine est-elle juste ?',
    en: 'it is not valid yet: is the time of this machine right?',
  },
  CERT_REVOKED: { fr: 'il a été révoqué', en: 'it was revoked' },
  ERR_TLS_CERT_ALTNAME_INVALID: { fr: 'il est d’un autre nom', en: 'it is of another name' },
  HOSTNAME_MISMATCH: { fr: 'il est d’un autre nom', en: 'it is of another name' },
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
}

/** @param params `cause`: the system's codes, joined by commas; one that has no words stays as it is */
export function causeWords({ cause }: FaultParams, locale: 'fr' | 'en'): string {
  const words = String(cause)
    .split(', ')
    .map((code) => (Object.hasOwn(CAUSES, code) ? CAUSES[code]![locale] : code))
  return [...new Set(words)].join(', ')
}
