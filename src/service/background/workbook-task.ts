/** Reads a workbook of tariffs over those in force, and works out what it would change. */
import { createHash } from 'node:crypto'
import { sheetsOfCsv } from '../../domain/tariff-book/csv.ts'
import { bookPreview } from '../../domain/tariff-book/preview.ts'
import { NOTHING, readTariffSheets } from '../../domain/tariff-book/read.ts'
import { Store } from '../../store/store.ts'
import { presentBundle } from '../present-bundle.ts'
import { readWorkbook } from '../sheets/workbook.ts'
import type { BookFile, Results, Task } from './protocol.ts'

const sheetsOf = ({ format, bytes }: BookFile) =>
  format === 'csv' ? sheetsOfCsv(bytes) : readWorkbook(Buffer.from(bytes))

export async function readTariffs(task: Task & { readonly type: 'workbook' }): Promise<Results['workbook']> {
  const { locale, given } = task
  const sheets = 'bytes' in given ? await sheetsOf(given) : given
  if (sheets === 'unreadable') return { refused: 'workbook_unreadable' }
  if (sheets === 'large') return { refused: 'workbook_too_large' }
  const store = await Store.open(task.at)
  try {
    const present = (task.whole ? null : presentBundle(await store.catalogue.read())) ?? NOTHING
    const read = readTariffSheets(present, sheets, locale)
    if ('faults' in read) return read
    const preview = task.preview ? bookPreview(present, read.bundle, locale) : null
    const bundle = Buffer.from(JSON.stringify(read.bundle))
    const digest = createHash('sha256').update(JSON.stringify(present)).update(bundle).digest('base64url')
    return { bundle, digest, ignored: read.ignored, warnings: read.warnings, preview }
  } finally {
    await store.close()
  }
}
