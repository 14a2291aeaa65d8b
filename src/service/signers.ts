/** Who signs with which key, as far as it is known here. */
import type { SeenDevice } from '../store/seen-devices.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { fingerprintOf, type DeviceKey } from './device-key.ts'

/** Who signed a file: what is known here of the key, which alone is sure; the code is what the file says. */
export interface Signer {
  readonly code: string
  readonly fingerprint: string
  readonly standing: 'own' | 'named' | 'seen' | 'new'
  /** what a person here calls it; empty: nothing */
  readonly name: string
  /** ISO; null: never before */
  readonly firstSeen: string | null
  /** who else is known under that code, with another key; null: nobody, or the key has a name here */
  readonly other: { readonly own: boolean; readonly name: string; readonly fingerprint: string } | null
}

export interface SignerServices {
  readonly store: Store
  readonly clock: Clock
  readonly deviceKey: DeviceKey
}

export class Signers {
  readonly #with: SignerServices

  constructor(services: SignerServices) {
    this.#with = services
  }

  /**
   * Who signed; another device is remembered by its key where what it signed is intact.
   * @param publicKey 32 bytes @param code as the file says
   */
  async told(publicKey: Buffer, code: string, isIntact: boolean): Promise<Signer> {
    const { store, clock } = this.#with
    const signer = await this.#signer(publicKey, code)
    if (isIntact && signer.standing !== 'own')
      await store.seenDevices.see(publicKey.toString('base64'), code, clock.now().toISOString())
    return signer
  }

  async #signer(publicKey: Buffer, code: string): Promise<Signer> {
    const { store, deviceKey } = this.#with
    const key = publicKey.toString('base64')
    const ownKey = await deviceKey.publicKey()
    const own = publicKey.equals(ownKey)
    const alike = await store.seenDevices.alike(key, code)
    const known = alike.find((device) => device.publicKey === key)
    const name = known?.name ?? ''
    const standing = own ? 'own' : !known ? 'new' : name === '' ? 'seen' : 'named'
    const trusted = standing === 'own' || standing === 'named'
    const other = trusted ? null : await this.#other(alike, known, code, ownKey)
    const fingerprint = fingerprintOf(publicKey)
    return { code, fingerprint, standing, name, firstSeen: known?.firstSeen ?? null, other }
  }

  /** Who was known under the code before: this device, one that a person has named, or one that was seen earlier. */
  async #other(
    alike: readonly SeenDevice[],
    known: SeenDevice | undefined,
    code: string,
    ownKey: Buffer,
  ): Promise<Signer['other']> {
    if ((await this.#with.store.device.code()) === code)
      return { own: true, name: '', fingerprint: fingerprintOf(ownKey) }
    const others = alike.filter((device) => device !== known && device.code === code)
    const isEarlier = ({ firstSeen }: SeenDevice) => !known || firstSeen < known.firstSeen
    const other = others.find((device) => device.name !== '') ?? others.find(isEarlier)
    if (!other) return null
    const fingerprint = fingerprintOf(Buffer.from(other.publicKey, 'base64'))
    return { own: false, name: other.name, fingerprint }
  }
}
