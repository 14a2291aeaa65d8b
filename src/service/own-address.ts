import { isServedAt } from '../upstream/account.ts'

/**
 * Where this service itself listens: a partner at that address would be this shop, and every order of it one more order
 * for the same partner.
 */
export class OwnAddress {
  /** `http://HOST:PORT`; null while nothing listens, or behind the desktop application's own door */
  listening: string | null = null

  /** Whether a partner's address is our own. */
  isAt(url: string): boolean {
    return this.listening !== null && isServedAt(url, this.listening)
  }
}
