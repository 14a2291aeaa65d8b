/** How the tables reach the database, whichever it is, and what else differs between databases. */
import type { Claims } from './claims.ts'
import type { Work } from './work.ts'

/** How often what every process holds in memory was written, and how often anything happened: compared, never read. */
export interface Counts {
  /** settings, sources, customers, tokens, people, the catalogue */
  readonly images: number
  /** orders, and what becomes of them, that other processes have written: of its own ones this process knows */
  readonly events: number
}

/** What other processes of the same store tell this one. */
export interface Heard {
  /** something was written: {@link Engine.counts} tells what */
  readonly written: () => void
  /** a message of {@link Engine.tell}, this process's own ones, too: JSON text */
  readonly message: (text: string) => void
  /** the line to the others was lost and stands again: what was told meanwhile was not heard */
  readonly missed: () => void
}

export interface Engine {
  /** where the store is, as people are told: a file, or an address without its password */
  readonly place: string
  /** what one process of the store at a time may do */
  readonly claims: Claims
  /** Reads with one statement. */
  read<T>(work: () => Work<T>): Promise<T>
  /** Reads with several statements, which see one state of the store, whatever is written meanwhile. */
  snapshot<T>(work: () => Work<T>): Promise<T>
  /**
   * Makes one whole change: durable when this resolves, and nothing of it where it rejects. Changes are made one after
   * the other, whoever makes them: what one reads is as the one before left it.
   */
  write<T>(work: () => Work<T>): Promise<T>
  /**
   * What to compare later ones with: other ones say that something was written, by this process or another.
   * @throws StoreError `newer` where a newer program has changed the store so that this one cannot go on
   */
  counts(): Promise<Counts>
  /** Begins to hear of other processes at once; without it they are heard of by looking at {@link counts}. */
  listen(heard: Heard): Promise<void>
  /** Tells every process that listens something. @param text JSON, of a few thousand bytes */
  tell(text: string): Promise<void>
  /** Writes to see whether the store can be written. @param at now, ISO */
  probe(at: string): Promise<void>
  /** Waits for a long write of another connection of this process, and holds no thread meanwhile. */
  duringForeignWrite<T>(write: Promise<T>): Promise<T>
  close(): Promise<void>
}
