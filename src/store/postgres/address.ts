/** How a database is named, and how its name is shown: read before anything of PostgreSQL is loaded. */

/**
 * Whether a text is meant as an address, right or wrong (*postgress://…*, *user:password@host/store*), and not as a folder: it
 * may hold a password, and is not repeated. A drive of Windows is one letter.
 */
export const isMeantAsUrl = (text: string): boolean =>
  /^(?:postgres(?:ql)?:|[a-z][a-z0-9+.-]*:\/\/|[^/\\:]{2,}:[^/\\]*@)/i.test(text)

/**
 * Whether a store's address is a PostgreSQL database's, and can be read in one way alone. Where a password holds a character
 * that ends a part of the address (`/`, `?`, `#`, `@`), what follows would be taken for a port or a database, and shown.
 */
export function isPostgres(url: string): boolean {
  const [, authority, rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]+)([/?#].*)?$/s.exec(url) ?? []
  if (authority === undefined || authority.split('@').length > 2 || /[@#]/.test(rest)) return false
  return URL.canParse(url) && isDecodable(url) && isNameable(new URL(url))
}

/** As long as a name of the network can be, and a part of one. */
const LONGEST_HOST = 253
const LONGEST_LABEL = 63
/** Longer than any name of a user or a database. */
const LONGEST_NAME = 255

/** Whether its names can be any: the network and PostgreSQL answer others with words of the system's inside. */
function isNameable({ href, hostname, username, pathname }: URL): boolean {
  return (
    !decodeURIComponent(href).includes('\0') &&
    hostname.length <= LONGEST_HOST &&
    hostname.split('.').every((label) => label.length <= LONGEST_LABEL) &&
    [username, pathname.slice(1)].every((name) => decodeURIComponent(name).length <= LONGEST_NAME)
  )
}

function isDecodable(url: string): boolean {
  try {
    // Its result is used: a call for its error alone is left out of the built program.
    return decodeURIComponent(url) !== ''
  } catch {
    return false
  }
}

/** A URL as it may be shown: of one that cannot be read for certain, nothing but how it begins. */
export function withoutPassword(url: string): string {
  if (!isPostgres(url)) return `${/^[a-z]{1,12}:\/\//.exec(url)?.[0] ?? ''}…`
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}
