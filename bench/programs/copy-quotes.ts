/** Copies the quotes of a store until there are so many: `copy-quotes.ts FOLDER COUNT`. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { teachFold } from '../../src/store/sqlite/fold.ts'

const [folder, count] = process.argv.slice(2) as [string, string]
const OWN = ['id', 'number', 'client_key']

const db = new Database(join(folder, 'comptoir.db'))
teachFold(db)
db.pragma('synchronous = OFF')
const columns = db
  .prepare<[], { name: string }>('PRAGMA table_info(quotes)')
  .all()
  .map(({ name }) => name)
  .filter((name) => !OWN.includes(name))
  .join(', ')
db.transaction(() => {
  const models = db.prepare<[], number>('SELECT id FROM quotes').pluck().all()
  const quote = db.prepare(
    `INSERT INTO quotes (number, ${columns}) SELECT ?, ${columns} FROM quotes WHERE id = ?`,
  )
  const text = db.prepare(
    'INSERT INTO quote_texts (quote_id, text) SELECT ?, text FROM quote_texts WHERE quote_id = ?',
  )
  const told = db.prepare(
    `INSERT INTO journal (at, actor, person_id, action, facts, quote_id)
     SELECT at, actor, person_id, action, json_set(facts, '$.quote', ?), ? FROM journal WHERE quote_id = ?`,
  )
  for (let i = models.length; i < Number(count); i++) {
    const model = models[i % models.length]!
    const id = Number(quote.run(`D2025-BENCH-${i}`, model).lastInsertRowid)
    text.run(id, model)
    told.run(id, id, model)
  }
})()
db.pragma('wal_checkpoint(TRUNCATE)')
db.close()
