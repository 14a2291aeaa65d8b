import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { CatalogueChange } from '../../service/catalogue-changes.ts'
import { InvalidBundle } from '../../service/refusal.ts'
import { CommandError } from '../output.ts'
import { command } from '../program.ts'
import { withService } from '../service.ts'

const SHOWN = 20

export function importCommand(program: Command): void {
  command(
    program,
    'import <bundle>',
    'load a bundle: catalogue and tariffs, all or nothing',
    async ({ data }, out, file) => {
      const bundle = readBundle(file!)
      await withService(data, (service) => {
        try {
          const { changed, changes, version } = service.catalogue.importBundle(bundle, 'en')
          if (changed) service.quotes.checkAll('fr')
          const of = (kind: CatalogueChange['kind']) => changes.filter((change) => change.kind === kind)
          const counted = { added: of('added'), changed: of('changed'), removed: of('removed') }
          out.result({ version, unchanged: !changed, ...counted }, summary(changed, counted))
        } catch (error) {
          if (error instanceof InvalidBundle)
            throw new CommandError(`${file}: ${error.message}`, error.faults)
          throw error
        }
      })
    },
  )
}

function summary(
  changed: boolean,
  counted: Readonly<Record<CatalogueChange['kind'], readonly CatalogueChange[]>>,
): string[] {
  if (!changed) return ['nothing changed']
  return Object.entries(counted).flatMap(([kind, changes]) => {
    const lines = changes
      .slice(0, SHOWN)
      .map(
        ({ area, id, name, what }) =>
          `  ${area} ${id} ${name}${what.length > 0 ? ` (${what.join(', ')})` : ''}`,
      )
    const more = changes.length > SHOWN ? [`  … and ${changes.length - SHOWN} more`] : []
    return [`${kind}: ${changes.length}`, ...lines, ...more]
  })
}

/** @throws CommandError where the file cannot be read or is no JSON, with the place. */
function readBundle(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message.replace(/\n/g, ' ')}`)
  }
}
