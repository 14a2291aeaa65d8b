import { resolve } from 'node:path'
import type { Command } from 'commander'
import { copyTo, storeAt } from '../../service/maintenance.ts'
import { command, groupCommand } from '../program.ts'
import type { Language } from '../words/index.ts'

interface CopyOptions {
  readonly to: string
}

export function storeCommand(program: Command, language: Language): void {
  const { words } = language
  const { about, option, storeCopy: said, value } = words
  const group = groupCommand(program, language, 'store', about.store)

  command<CopyOptions>(
    group,
    language,
    'copy',
    about.storeCopy,
    async ({ data, store, to }, out) => {
      const from = storeAt(resolve(data), store)
      const { tables, rows } = await copyTo(from, storeAt(resolve(data), to))
      out.result({ rows, tables }, [
        ...tables.filter((table) => table.rows > 0).map(({ name, rows: n }) => [name, String(n)]),
        [said.done(rows)],
      ])
    },
    { needsStore: true },
  ).requiredOption(`--to <${value.store}>`, option.to)
}
