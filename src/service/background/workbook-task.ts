/** Reads a file of tariffs, a workbook over those in force, and works out what it would change. */
import { createHash } from 'node:crypto'
import { bundleFaults, type Bundle } from '../../domain/bundle.ts'
import { bundleWarnings } from '../../domain/bundle-warnings.ts'
import type { Locale } from '../../domain/message.ts'
import { sheetsOfCsv } from '../../domain/tariff-book/csv.ts'
import { bookPreview } from '../../domain/tariff-book/preview.ts'
import { NOTHING, readTariffSheets } from '../../domain/tariff-book/read.ts'
import { Store } from '../../store/store.ts'
import { readBundleBytes } from '../bundle-bytes.ts'
import { presentBundle } from '../present-bundle.ts'
import { readWorkbook } from '../sheets/workbook.ts'
import { offeredBy } from '../source-catalogue.ts'
import type { BookFile, BundleFile, Results, Task } from './protocol.ts'

const sheetsOf = ({ format, bytes }: BookFile | BundleFile) => {
  if (format === 'json') return []
  return format === 'csv' ? sheetsOfCsv(bytes) : readWorkbook(Buffer.from(bytes))
}

/** A bundle with its products and families as they are kept. */
function readBundle({ bytes }: BundleFile, locale: Locale) {
  const read = readBundleBytes(bytes, locale)
  if (!('bundle' in read)) return read
  const faults = bundleFaults(read.bundle, locale)
  if (faults.length > 0) return { faults }
  const given = read.bundle as Bundle
  const { produits, familles } = offeredBy(given)
  const bundle: Bundle = { ...given, produits: [...produits], familles: [...familles] }
  return { bundle, ignored: [], warnings: bundleWarnings(bundle, locale) }
}

export async function readTariffs(task: Task & { readonly type: 'workbook' }): Promise<Results['workbook']> {
  const { locale, given, whole } = task
  const bundleFile = 'bytes' in given && given.format === 'json' ? given : null
  const sheets = 'bytes' in given ? await sheetsOf(given) : given
  if (sheets === 'unreadable') return { refused: 'workbook_unreadable' }
  if (sheets === 'large') return { refused: 'workbook_too_large' }
  const store = await Store.open(task.at)
  try {
    const present = presentBundle(await store.catalogue.read()) ?? NOTHING
    const read = bundleFile
      ? readBundle(bundleFile, locale)
      : readTariffSheets(present, sheets, locale, whole)
    if (!('bundle' in read)) return read
    const preview = task.preview ? bookPreview(present, read.bundle, locale) : null
    const bundle = Buffer.from(JSON.stringify(read.bundle))
    const digest = createHash('sha256').update(JSON.stringify(present)).update(bundle).digest('base64url')
    return { bundle, digest, ignored: read.ignored, warnings: read.warnings, preview }
  } finally {
    await store.close()
  }
}
