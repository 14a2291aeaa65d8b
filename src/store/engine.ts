/** How the tables reach the database, whichever it is. */
import type { Work } from './work.ts'

export interface Engine {
  /** Reads with one statement. */
  read<T>(work: () => Work<T>): Promise<T>
  /** Reads with several statements, which see one state of the store, whatever is written meanwhile. */
  snapshot<T>(work: () => Work<T>): Promise<T>
  /**
   * Makes one whole change: durable when this resolves, and nothing of it where it rejects. Changes are made one after
   * the other, whoever makes them: what one reads is as the one before left it.
   */
  write<T>(work: () => Work<T>): Promise<T>
}
