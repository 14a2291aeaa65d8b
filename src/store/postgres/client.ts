import pg from 'pg'

/**
 * A connection that may be lost at any moment, told by its statements alone. It is heard from the moment it is made: an
 * `error` that nobody listens to ends the process, and a pool listens only once it has connected, and not while one that it
 * has just made is handed over, though the server's last words may come in the same packet as its first.
 */
export class HeardClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
