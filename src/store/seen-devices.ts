/** Devices whose signed quotes were opened here, by what they sign with. */
import type { Engine } from './engine.ts'
import { all, change, put } from './work.ts'

export interface SeenDevice {
  /** base64 of its 32 bytes */
  readonly publicKey: string
  /** the code that it numbered under when it was last seen */
  readonly code: string
  /** what a person here calls it; empty: nobody has named it */
  readonly name: string
  /** ISO */
  readonly firstSeen: string
  readonly lastSeen: string
}

const DEVICE = `SELECT public_key AS "publicKey", code, name, first_seen AS "firstSeen", last_seen AS "lastSeen"
  FROM seen_devices`

export class SeenDevices {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Those of a key or of a code, the first seen first: a code that has several keys is somebody else's, too. */
  alike(publicKey: string, code: string): Promise<SeenDevice[]> {
    return this.#engine.read(() =>
      all<SeenDevice>(
        `${DEVICE} WHERE public_key = ? OR code = ? ORDER BY first_seen, public_key`,
        publicKey,
        code,
      ),
    )
  }

  /** Notes that a device was seen. @param at ISO */
  see(publicKey: string, code: string, at: string): Promise<void> {
    return this.#engine.write(function* () {
      yield* put(
        `INSERT INTO seen_devices (public_key, code, name, first_seen, last_seen) VALUES (?, ?, '', ?, ?)
         ON CONFLICT (public_key) DO UPDATE SET code = excluded.code, last_seen = excluded.last_seen`,
        ...[publicKey, code, at, at],
      )
    })
  }

  /** @returns false where it was never seen */
  rename(publicKey: string, name: string): Promise<boolean> {
    return this.#engine.write(function* () {
      return (yield* change('UPDATE seen_devices SET name = ? WHERE public_key = ?', name, publicKey)) === 1
    })
  }
}
