/** The key that seals the partners' tokens, where the environment gives it: one for all services of a store. */
import { Refusal } from './refusal.ts'
import { SECRET_KEY_BYTES, SECRET_KEY_VARIABLE } from './secrets.ts'
import type { Environment } from './settings.ts'

/** 32 bytes, as `openssl rand` writes them. */
const HEXADECIMAL = /^[0-9a-f]{64}$/i
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

/** The key that is given; null where none is. @throws Refusal `secret_key_invalid`, which does not repeat it */
export function givenSecretKey(environment: Environment): Buffer | null {
  const text = environment[SECRET_KEY_VARIABLE]?.trim()
  if (text === undefined || text === '') return null
  if (HEXADECIMAL.test(text)) return Buffer.from(text, 'hex')
  if (BASE64.test(text)) return Buffer.from(text, 'base64')
  throw new Refusal('secret_key_invalid', { variable: SECRET_KEY_VARIABLE, bytes: SECRET_KEY_BYTES })
}
