import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { copyTo, isMeantAsUrl, isStoreUrl, storeAt } from '../../service/maintenance.ts'
import { CommandError } from '../failure.ts'
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
  ).addOption(
    new Option(`--to <${value.store}>`, option.to)
      .argParser((text) => {
        const given = text.trim()
        // It is not repeated: there may be a password in it.
        const isWrong = given === '' || (isMeantAsUrl(given) && !isStoreUrl(given))
        if (isWrong) throw new CommandError('usage', words.usage.store('--to (COMPTOIR_STORE_TO)'))
        return given
      })
      .env('COMPTOIR_STORE_TO')
      .makeOptionMandatory(),
  )
}
