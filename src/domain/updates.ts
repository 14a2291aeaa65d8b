/** What an update may be, and where it may come from. */

/** No version of ours is longer. */
const LONGEST_VERSION = 64
const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

interface Version {
  readonly numbers: readonly number[]
  /** of a preliminary version; empty: it is none */
  readonly before: readonly string[]
}

function versionOf(text: string): Version | null {
  const found = text.length <= LONGEST_VERSION ? VERSION.exec(text) : null
  if (!found) return null
  return { numbers: found.slice(1, 4).map(Number), before: found[4]?.split('.') ?? [] }
}

/**
 * Whether a version comes after another, as semantic versioning has it; what is no version comes after none.
 * @param offered by others, whatever it is
 */
export function isNewer(offered: unknown, present: string): boolean {
  const [there, here] = [typeof offered === 'string' ? versionOf(offered) : null, versionOf(present)]
  if (!there || !here) return false
  for (const [i, number] of there.numbers.entries()) {
    if (number !== here.numbers[i]) return number > here.numbers[i]!
  }
  // A preliminary version comes before the one that it becomes.
  if (there.before.length === 0 || here.before.length === 0) return here.before.length > there.before.length
  for (const [i, part] of there.before.entries()) {
    const other = here.before[i]
    if (other === undefined) return true
    if (part !== other) return comesAfter(part, other)
  }
  return false
}

function comesAfter(part: string, other: string): boolean {
  const [a, b] = [/^\d+$/.test(part), /^\d+$/.test(other)]
  if (a && b) return Number(part) > Number(other)
  // Numbers come before words.
  return a === b ? part > other : b
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

/** Whether an address is one that versions may be published at: https, but on this machine, and nothing but a place. */
export function isFeed(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** Whether a file, as a feed names it, is the feed's own. */
export function isOfFeed(file: unknown, feed: string): boolean {
  if (typeof file !== 'string' || !URL.canParse(file, feed)) return false
  return new URL(file, feed).origin === new URL(feed).origin
}

const LONGEST_NOTES = 4_000

/** What a feed says of a version, as plain text: it may be a text with marks, or one for each version. */
export function notesOf(told: unknown): string {
  const texts = (Array.isArray(told) ? told : [told]).map((one: unknown) =>
    typeof one === 'object' && one !== null && 'note' in one ? one.note : one,
  )
  return texts
    .filter((text) => typeof text === 'string')
    .map((text) => plain(text.slice(0, LONGEST_NOTES)))
    .join('\n\n')
    .slice(0, LONGEST_NOTES)
    .trim()
}

const plain = (text: string) =>
  text
    .replace(/<(br|\/p|\/li|\/h\d)[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    // Nothing that turns the direction of writing, or would not be seen.
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\n{3,}/g, '\n\n')
