/** What the service asks of its background thread: work that would hold the event loop. */
import type {
  Configuration,
  Estimate,
  LeadTimeRefusal,
  Observation,
  RequestHints,
  Space,
} from '../../estimate/index.ts'
import type { BundleFault } from '../../domain/bundle.ts'
import type { BundleWarning } from '../../domain/bundle-warnings.ts'
import type { BookSheet } from '../../domain/tariff-book/cells.ts'
import type { BookPreview } from '../../domain/tariff-book/preview.ts'
import type { IgnoredSheet } from '../../domain/tariff-book/read.ts'
import type { LeadTime } from '../../domain/lead-times.ts'
import type { Locale } from '../../domain/messages.ts'
import type { FaultParams } from '../../domain/reasons.ts'
import type { PartnerProblem } from '../../domain/partner-problems.ts'
import type { StoreErrorCode } from '../../store/errors.ts'
import type { MadeBackup } from '../../store/sqlite/backup.ts'
import type { Examination } from '../../store/sqlite/examination.ts'
import type { UpgradeProgress } from '../../store/upgrade.ts'
import type { Survey } from '../../store/sqlite/survey.ts'
import type { StorePlace } from '../../store/store.ts'
import type { Page } from '../../upstream/read-catalogue.ts'
import type { ReadBundle } from '../bundle-bytes.ts'
import type { ChangeCounts } from '../catalogue-load.ts'
import type { Printing } from '../documents/press.ts'
import type { RefusedItem } from '../source-catalogue.ts'

/** Everything known about one product or family, to fit a model on. */
export interface Knowledge {
  /** names this state of knowledge: the same key is fitted once */
  readonly key: string
  readonly space: Space
  readonly observations: readonly Observation[]
  readonly hints: RequestHints
}

/** Why a file is no bundle; else what of it is left out, and what may be a mistake. Then it waits for `apply`. */
export type PreparedBundle =
  | Exclude<ReadBundle, { readonly bundle: unknown }>
  | { readonly faults: readonly BundleFault[] }
  | { readonly noIdsLeft: true }
  | { readonly refused: readonly RefusedItem[]; readonly warnings: readonly BundleWarning[] }

/** Why a file is none of tariffs; else what would be in force with it, as the text of a bundle. */
export type ReadTariffs =
  | Exclude<ReadBundle, { readonly bundle: unknown }>
  | { readonly refused: 'workbook_unreadable' | 'workbook_too_large' }
  | { readonly faults: readonly BundleFault[] }
  | {
      readonly bundle: Uint8Array
      /** names the tariffs in force and what they would be */
      readonly digest: string
      readonly ignored: readonly IgnoredSheet[]
      /** what may be a mistake, by sheet and cell */
      readonly warnings: readonly BundleWarning[]
      /** null where none was asked for */
      readonly preview: BookPreview | null
    }

/** What takes as long as reading the store of a data folder whole. */
export type StoreTask =
  | { readonly type: 'backup'; readonly folder: string; readonly file: string }
  | { readonly type: 'examine'; readonly folder: string }
  /** counts its rows, never more */
  | { readonly type: 'survey'; readonly folder: string }
  /** looks whether a file is a backup that can be put in the store's place */
  | { readonly type: 'inspect'; readonly file: string; readonly folder: string | null }
  /** brings the store of an earlier program to today's schema, and tells of each step */
  | { readonly type: 'upgrade'; readonly folder: string }

type OrFailed<T> = T | { readonly failed: { readonly code: StoreErrorCode; readonly params: FaultParams } }

/** A workbook of tariffs as a file. */
export interface BookFile {
  readonly format: 'xlsx' | 'csv'
  readonly bytes: Uint8Array
}

/** A bundle as a file: it is all there is. */
export interface BundleFile {
  readonly format: 'json'
  readonly bytes: Uint8Array
}

export type Task =
  | StoreTask
  | {
      readonly type: 'estimate'
      /** what to fit on; absent where the thread was told it under this key before */
      readonly knowledge: Knowledge | { readonly key: string }
      readonly configurations: readonly Configuration[]
    }
  | { readonly type: 'plan'; readonly knowledge: Knowledge; readonly count: number; readonly seed: number }
  | {
      readonly type: 'load'
      readonly at: StorePlace
      /** the partner that the lists are of */
      readonly sourceId: number
      /** pages of the partner's lists, handed over to the thread */
      readonly products: readonly Page[]
      readonly families: readonly Page[]
      /** taken out of every word that the partner sends */
      readonly token: string
      /** whether what is in force is this partner's: what cannot be read now then stays as it was */
      readonly samePartner: boolean
      /** by ids of ours */
      readonly knownDays: readonly LeadTime[]
    }
  | {
      /** reads a file as the shop's own bundle, and works out what it changes */
      readonly type: 'bundle'
      readonly at: StorePlace
      readonly bytes: Uint8Array
      readonly locale: Locale
    }
  | {
      /** reads a workbook, as a file or by its sheets, over the tariffs in force, or a bundle */
      readonly type: 'workbook'
      readonly at: StorePlace
      readonly given: BookFile | BundleFile | readonly BookSheet[]
      readonly locale: Locale
      /** whether it is all there is: what it does not hold is removed */
      readonly whole: boolean
      /** whether what it would change is told */
      readonly preview: boolean
    }
  /** writes what the load before it has prepared: short, because nobody else can write meanwhile */
  | { readonly type: 'apply' }
  | { readonly type: 'print'; readonly printing: Printing }

/** What a model says of a configuration; nothing where it leaves out what is needed. */
export interface Estimated {
  readonly estimates: ReadonlyMap<string, Estimate>
  /** lead times that it is taken to be refused at, by label */
  readonly refused: ReadonlyMap<string, LeadTimeRefusal>
  /** free values that it leaves out and no answer is without, by their keys */
  readonly lacking: readonly string[]
}

export interface Results {
  readonly estimate: readonly Estimated[] | 'forgotten'
  readonly plan: readonly Configuration[]
  readonly load: { readonly refused: readonly RefusedItem[] }
  readonly backup: OrFailed<MadeBackup>
  readonly examine: OrFailed<Examination>
  readonly survey: Survey
  /** `unread`: the place that cannot be read of it */
  readonly inspect: OrFailed<{ readonly unread: string | null }>
  readonly upgrade: OrFailed<{ readonly upgraded: true }>
  readonly bundle: PreparedBundle
  readonly workbook: ReadTariffs
  readonly apply: {
    readonly version: number
    readonly changed: boolean
    readonly changes: number
    readonly counts: ChangeCounts
  }
  /** a PDF */
  /** `spent`: the thread has to end */
  readonly print: { readonly bytes: Uint8Array; readonly spent: boolean }
}

export type Request = { readonly id: number; readonly task: Task }
export type Reply =
  | { readonly id: number; readonly result: Results[keyof Results] }
  /** it goes on */
  | { readonly id: number; readonly progress: UpgradeProgress }
  | Failure

/** What a task threw; an error itself loses on its way between threads what it is known by. */
export interface Failure {
  readonly id: number
  readonly error: string
  /** the system's, SQLite's or the store's; empty: none */
  readonly code: string
  /** of a StoreError */
  readonly params: FaultParams | null
  /** where the partner's answer cannot be read */
  readonly problem: PartnerProblem | null
}
