/** Secrets that lie sealed in a store, sealed anew: where the box seals in another way from now on. */
import { read } from '../domain/schema.ts'
import type { Store } from '../store/store.ts'
import type { SettingsInChange } from '../store/settings.ts'
import type { Work } from '../store/work.ts'
import { MAIL_SETTING } from './mail/server.ts'
import { fingerprintKey, tokenKey } from './partner-link.ts'
import { Refusal } from './refusal.ts'
import type { SecretBox } from './secrets.ts'

/**
 * Seals the partners' tokens and the e-mail server's password anew, in one change.
 * @throws Refusal `secrets_unsealed` where one of them cannot be opened here: nothing is changed
 */
export function resealSecrets(store: Store, box: SecretBox): Promise<void> {
  const anew = (sealed: string) => box.seal(opened(box, sealed))
  return store.settings.change(function* (settings) {
    for (const { id } of store.sources.all()) yield* resealToken(settings, id, anew)
    const mail = read.object(yield* settings.get(MAIL_SETTING))
    if (typeof mail?.['sealed'] === 'string')
      yield* settings.set(MAIL_SETTING, { ...mail, sealed: anew(mail['sealed']) })
  })
}

function* resealToken(settings: SettingsInChange, id: number, anew: (sealed: string) => string): Work<void> {
  const sealed = yield* settings.get(tokenKey(id))
  if (typeof sealed !== 'string') return
  // Orders on their way know their account by what was kept of the token: before there were fingerprints, by its seal.
  if ((yield* settings.get(fingerprintKey(id))) === undefined) yield* settings.set(fingerprintKey(id), sealed)
  yield* settings.set(tokenKey(id), anew(sealed))
}

function opened(box: SecretBox, sealed: string): string {
  try {
    return box.open(sealed)
  } catch (cause) {
    throw Object.assign(new Refusal('secrets_unsealed'), { cause })
  }
}
