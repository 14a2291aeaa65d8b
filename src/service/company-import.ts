/** Customers from a file, in two steps: what each row would become, then all of it, or nothing, as it was shown. */
import { createHash } from 'node:crypto'
import { readCsv, type CsvTable } from '../domain/company/csv.ts'
import type { Known } from '../domain/company/merge.ts'
import { planOf, type ImportPlan } from '../domain/company/plan.ts'
import type { Actor } from '../domain/people.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { CompanyNews } from './company-news.ts'
import { noteOf } from './notes.ts'
import { Refusal } from './refusal.ts'

export interface ImportPreview
  extends ImportPlan, Pick<CsvTable, 'headers' | 'ignored' | 'unnamed' | 'untaken'> {
  /** names the file and what it would make: it is taken under this alone */
  readonly digest: string
}

export interface CompanyImportServices {
  readonly store: Store
  readonly clock: Clock
  readonly companyNews: CompanyNews
}

export class CompanyImport {
  readonly #store: Store
  readonly #clock: Clock
  readonly #news: CompanyNews

  constructor({ store, clock, companyNews }: CompanyImportServices) {
    this.#store = store
    this.#clock = clock
    this.#news = companyNews
  }

  /** What a file would make. Nothing is written. @throws Refusal `file_…` where it cannot be read */
  async preview(bytes: Buffer): Promise<ImportPreview> {
    const table = tableOf(bytes)
    return previewOf(bytes, table, await this.#store.companies.known())
  }

  /**
   * Takes a file as it was previewed, all of it or nothing.
   * @throws Refusal `file_…`; `import_faulty` where a row cannot be taken; `import_changed` where the file, or what it would
   *   make by now, is another than was shown
   */
  async take(bytes: Buffer, digest: string, by: Actor): Promise<ImportPreview> {
    const table = tableOf(bytes)
    const at = this.#clock.now().toISOString()
    const taken = await this.#store.companies.import(at, (known) => {
      const preview = previewOf(bytes, table, known)
      if (preview.digest !== digest) throw new Refusal('import_changed')
      const count = preview.rows.filter(({ outcome }) => outcome === 'fault').length
      if (count > 0) throw new Refusal('import_faulty', { count })
      const added = preview.companies.filter(({ before }) => before === null).length
      const facts = { added, changed: preview.companies.length - added }
      return {
        result: preview,
        companies: preview.companies,
        note: noteOf({ by, at }, 'companies_imported', facts),
      }
    })
    this.#news.changed()
    return taken
  }
}

function tableOf(bytes: Buffer): CsvTable {
  const table = readCsv(bytes)
  if ('code' in table) throw new Refusal(table.code, 'params' in table ? table.params : undefined)
  return table
}

function previewOf(bytes: Buffer, table: CsvTable, known: readonly Known[]): ImportPreview {
  const plan = planOf(table, known)
  const made = plan.companies.map(({ before }) => before && [before.id, before.version])
  const outcomes = plan.rows.map(({ row, outcome, kept, noted }) => [row, outcome, kept.length, noted.length])
  const digest = createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([made, outcomes]))
    .digest('hex')
  const { headers, ignored, unnamed, untaken } = table
  return { ...plan, digest, headers, ignored, unnamed, untaken }
}
