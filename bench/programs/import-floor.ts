/**
 * The least that loading a bundle costs: JSON.parse of the file and one transaction that inserts the same rows.
 * Run as a command of its own: `import-floor.ts BUNDLE FOLDER`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const [bundleFile, folder] = process.argv.slice(2) as [string, string]
const bundle = JSON.parse(readFileSync(bundleFile, 'utf8')) as {
  produits: { id: number }[]
  familles: { id: number }[]
  tarifs: { print: { produit: number }[]; display: { famille: number }[] }
}
const db = new Database(join(folder, 'floor.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
const tables = ['products', 'families', 'print_tariffs', 'display_tariffs'] as const
for (const table of tables) {
  db.exec(
    `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL) STRICT`,
  )
}
db.transaction(() => {
  const insert = (
    table: (typeof tables)[number],
    entities: readonly object[],
    id: (entity: never) => number,
  ) => {
    const statement = db.prepare(`INSERT INTO ${table} (id, position, body) VALUES (?, ?, ?)`)
    entities.forEach((entity, position) =>
      statement.run(id(entity as never), position, JSON.stringify(entity)),
    )
  }
  insert('products', bundle.produits, ({ id }: { id: number }) => id)
  insert('families', bundle.familles, ({ id }: { id: number }) => id)
  insert('print_tariffs', bundle.tarifs.print, ({ produit }: { produit: number }) => produit)
  insert('display_tariffs', bundle.tarifs.display, ({ famille }: { famille: number }) => famille)
})()
db.close()
