import type { Command } from 'commander'
import type { Bundle } from '../../domain/bundle.ts'
import { bundleWarnings } from '../../domain/bundle-warnings.ts'
import type { CatalogueChange } from '../../domain/catalogue.ts'
import { worded } from '../../domain/messages.ts'
import { BY_COMMAND } from '../../domain/people.ts'
import type { ChangeCounts } from '../../service/catalogue-load.ts'
import { offeredOf } from '../../service/catalogue.ts'
import { InvalidBundle } from '../../service/refusal.ts'
import type { RefusedItem } from '../../service/source-catalogue.ts'
import { readBundle } from '../bundle-file.ts'
import { CommandError, type Detail } from '../failure.ts'
import type { Line } from '../output.ts'
import { command } from '../program.ts'
import { withService } from '../service.ts'
import type { Language, Words } from '../words/index.ts'

const SHOWN = 20

type Kind = CatalogueChange['kind']

export function importCommand(program: Command, language: Language): void {
  const { words } = language
  command(
    program,
    language,
    `import <${words.value.bundle}>`,
    words.about.import,
    async ({ data, store, json }, out, file) => {
      // A bundle with faults makes no store.
      const { offered, warnings: found } = checked(file!, language)
      await withService({ data, store }, async (service) => {
        service.ownTariffs.refuseBesideDemo(offered)
        const { changed, changes, version, refused } = await service.catalogue.load(offered)
        const of = (kind: Kind) => changes.filter((change) => change.kind === kind)
        const counted = { added: of('added'), changed: of('changed'), removed: of('removed') }
        if (changed) {
          const [added, others, removed] = Object.values(counted).map(({ length }) => length)
          const facts = { added: added!, changed: others!, removed: removed! }
          await service.journal.note(BY_COMMAND, 'imported', facts)
        }
        const warnings = [...left(refused, language), ...found]
        out.result({ version, unchanged: !changed, ...counted, warnings }, summary(changed, counted, words))
        if (!json) for (const { path, message } of warnings) out.note(words.import.warning(path, message))
      })
    },
  )
}

/** The demo, into an empty store: marked as such, so that the screens wipe it and nothing real comes beside it. */
export function demoCommand(program: Command, language: Language): void {
  const { words } = language
  command(program, language, 'demo', words.about.demo, async ({ data, store }, out) => {
    const { counts } = await withService({ data, store }, (service) =>
      service.ownTariffs.loadDemo(BY_COMMAND),
    )
    out.result(counts, countLines(counts, words))
  })
}

/** How much a file has added, changed and removed, a line a kind. */
export function countLines(counts: ChangeCounts, { import: said }: Words): Line[] {
  const kinds = (['added', 'changed', 'removed'] as const).filter((kind) => counts[kind] > 0)
  return kinds.length === 0 ? [said.unchanged] : kinds.map((kind) => said.kind[kind](counts[kind]))
}

/** @throws CommandError with every fault */
function checked(file: string, language: Language) {
  const bundle = readBundle(file, language)
  try {
    const offered = offeredOf(bundle, language.locale)
    return { offered, warnings: bundleWarnings(bundle as Bundle, language.locale) }
  } catch (error) {
    if (!(error instanceof InvalidBundle)) throw error
    const { faults } = error
    throw new CommandError('bundle_invalid', language.words.import.faults(file, faults.length), faults)
  }
}

/** What the block of ids of the own tariffs does not hold: the rest was taken. */
export function left(refused: readonly RefusedItem[], { words, locale }: Language): Detail[] {
  return refused.map(({ area, id, name, problem }) => ({
    path: '',
    code: problem.code,
    message: words.import.refused(`${area} ${id} ${name}`, worded(problem, locale)),
  }))
}

function summary(
  changed: boolean,
  counted: Readonly<Record<Kind, readonly CatalogueChange[]>>,
  { import: said }: Words,
): Line[] {
  if (!changed) return [said.unchanged]
  return Object.entries(counted).flatMap(([kind, changes]) => {
    const lines = changes.slice(0, SHOWN).map(({ area, id, name, what }) => {
      const parts = what.map((part) => said.what[part] ?? part).join(', ')
      return `  ${area} ${id} ${name}${parts ? ` (${parts})` : ''}`
    })
    const more = changes.length > SHOWN ? [`  ${said.more(changes.length - SHOWN)}`] : []
    return [said.kind[kind as Kind](changes.length), ...lines, ...more]
  })
}
