import { isServedAt } from '../upstream/account.ts'

/**
 * Where this service itself listens, and is reached: a partner at that address would be this shop, and every order of it one more order
 * for the same partner.
 */
export class OwnAddress {
  /** `http://HOST:PORT`; null while nothing listens, or behind the desktop application's own door */
  listening: string | null = null
  /** the origin of the address behind a reverse proxy */
  publicly: string | null = null

  /** Whether a partner's address is our own. */
  isAt(url: string): boolean {
    if (this.publicly !== null && URL.canParse(url) && new URL(url).origin === this.publicly) return true
    return this.listening !== null && isServedAt(url, this.listening)
  }
}
