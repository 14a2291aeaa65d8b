/** `comptoir tariffs`: the own tariffs as a workbook, and an edited one laid over them (bundle.md, "As a workbook"). */
import type { Command } from 'commander'
import { euros } from '../../domain/euros.ts'
import { BY_COMMAND } from '../../domain/people.ts'
import type { PreviewedItem, PreviewedPrice } from '../../domain/tariff-book/preview.ts'
import { InvalidBundle } from '../../service/refusal.ts'
import { bytesOf } from '../bundle-file.ts'
import { CommandError } from '../failure.ts'
import type { Line } from '../output.ts'
import { command, groupCommand } from '../program.ts'
import { writeQuoteFile } from '../quote-file.ts'
import { withService } from '../service.ts'
import type { Language } from '../words/index.ts'
import { countLines, left } from './import.ts'

const NEEDS_STORE = { needsStore: true }

const formatOf = (file: string): 'csv' | 'xlsx' => (/\.(csv|txt)$/i.test(file) ? 'csv' : 'xlsx')

export function tariffsCommand(program: Command, language: Language): void {
  const { words, locale } = language
  const { about, value, tariffs: said } = words
  const group = groupCommand(program, language, 'tariffs', about.tariffs)
  command(
    group,
    language,
    `export <${value.file}>`,
    about.tariffsExport,
    async ({ data, store }, out, file) => {
      const bytes = await withService({ data, store }, ({ ownTariffs }) =>
        ownTariffs.workbook(formatOf(file!), locale),
      )
      writeQuoteFile(file!, bytes, 'workbook', language)
      out.result({ file, bytes: bytes.byteLength }, [said.written(file!)])
    },
    NEEDS_STORE,
  )
  command<{ readonly preview?: boolean }>(
    group,
    language,
    `import <${value.file}>`,
    about.tariffsImport,
    async ({ data, store, json, preview }, out, file) => {
      const given = { format: formatOf(file!), bytes: bytesOf(file!, language) }
      await withService({ data, store }, async ({ ownTariffs }) => {
        try {
          if (preview) {
            const { digest: _ours, ...told } = await ownTariffs.previewWorkbook(given, false, locale)
            out.result(told, previewLines(told.items, told.itemCount, language))
            if (!json) for (const { path, message } of told.ignored) out.note(`${path}: ${message}`)
            return
          }
          const taken = await ownTariffs.loadWorkbook(given, '', BY_COMMAND, locale)
          const warnings = [...taken.ignored, ...left(taken.refused, language), ...taken.warnings]
          out.result({ ...taken.counts, warnings }, countLines(taken.counts, words))
          if (!json) for (const { path, message } of warnings) out.note(words.import.warning(path, message))
        } catch (error) {
          if (!(error instanceof InvalidBundle)) throw error
          const { faults } = error
          throw new CommandError('workbook_invalid', said.faults(file!, faults.length), faults)
        }
      })
    },
    NEEDS_STORE,
  ).option('--preview', words.option.tariffsPreview)
}

function previewLines(items: readonly PreviewedItem[], count: number, language: Language): Line[] {
  const { words, locale } = language
  if (count === 0) return [words.tariffs.same]
  // A terminal's font may lack the narrow space.
  const price = (cents: number | null) => (cents === null ? '–' : euros(cents, locale).replace(/\s/g, ' '))
  const line = ({ choice, quantity, leadTime, before, after }: PreviewedPrice) =>
    `  ${[String(quantity), leadTime, choice].filter(Boolean).join(', ')}  ${price(before)} → ${price(after)}`
  return [
    ...items.flatMap(({ area, id, name, added, changed, removed, prices }) => [
      `${area} ${id} ${name} (${words.tariffs.entries(added, changed, removed.length)})`,
      ...removed.map((entry) => `  ${words.tariffs.removed(entry)}`),
      ...prices.map(line),
    ]),
    ...(count > items.length ? [words.import.more(count - items.length)] : []),
  ]
}
