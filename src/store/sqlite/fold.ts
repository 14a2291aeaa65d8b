import type Database from 'better-sqlite3'
import { fold } from '../../domain/shared/fold.ts'

/** Gives a connection the function `fold`, which migrations fill columns of searched texts with. */
export function teachFold(db: Database.Database): void {
  db.function('fold', { deterministic: true }, (text) => fold(String(text)))
}
