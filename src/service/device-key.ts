/** What the device signs with: an Ed25519 key, made when it is first needed. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import type { Signed } from '../domain/quote/portable-file.ts'
import type { Store } from '../store/store.ts'
import { Refusal } from './refusal.ts'
import { SecretError, type SecretBox } from './secrets.ts'

/** Nothing in it is read as something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 8
const GROUP = 4
const BITS = 5

export class DeviceKey {
  readonly #store: Store
  readonly #secrets: SecretBox

  constructor({ store, secrets }: { readonly store: Store; readonly secrets: SecretBox }) {
    this.#store = store
    this.#secrets = secrets
  }

  /** @throws StoreError; Refusal `device_key_damaged`, `device_key_unsealed` of a shared store's that was sealed elsewhere */
  async sign(payload: Buffer): Promise<Signed> {
    const key = await this.#key()
    return { payload, publicKey: bytesOf(createPublicKey(key)), signature: sign(null, payload, key) }
  }

  /** The 32 bytes that what it signed is checked with. */
  async publicKey(): Promise<Buffer> {
    return bytesOf(createPublicKey(await this.#key()))
  }

  #open(sealed: string): string {
    try {
      return this.#secrets.open(sealed)
    } catch (error) {
      if (error instanceof SecretError) throw new Refusal('device_key_unsealed')
      throw error
    }
  }

  async #key(): Promise<KeyObject> {
    const text = await this.#store.deviceKey.text({
      make: () =>
        generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      seal: (made) => this.#secrets.seal(made),
      open: (sealed) => this.#open(sealed),
    })
    try {
      const key = createPrivateKey(text)
      if (key.asymmetricKeyType === 'ed25519') return key
    } catch {
      // told below
    }
    // Another one in its place would be taken for a stranger's by everyone who knows this one.
    throw new Refusal('device_key_damaged')
  }
}

function bytesOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
}

/** Whether the signature is that of the key over the payload. */
export function isSigned({ payload, publicKey, signature }: Signed): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
    return verify(null, payload, createPublicKey({ key: jwk, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

/** A key as two people compare it: eight groups of four. */
export function fingerprintOf(publicKey: Buffer): string {
  const hash = createHash('sha256').update(publicKey).digest()
  let bits = BigInt(`0x${hash.toString('hex')}`) >> BigInt(hash.length * 8 - GROUPS * GROUP * BITS)
  let text = ''
  for (let i = 0; i < GROUPS * GROUP; i++) {
    text = ALPHABET[Number(bits & 31n)]! + text
    bits >>= BigInt(BITS)
  }
  return text.match(/.{4}/g)!.join('-')
}
