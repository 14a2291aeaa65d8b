/** What this browser keeps of a store: drafts, notes, where one left off. */
const STAYS = ['comptoir.preferences', 'comptoir.person']

/** Forgets it, because another store is in its place: what was written for the one is not of the other. */
export function forgetStore(storage: Storage = localStorage): void {
  for (const name of Object.keys(storage)) {
    if (name.startsWith('comptoir') && !STAYS.includes(name)) storage.removeItem(name)
  }
}
