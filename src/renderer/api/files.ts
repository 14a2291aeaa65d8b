/** Files that the service makes, and what is chosen of them. */
import type { Buyer, DocumentLanguage, Layout } from '../../domain/shared/documents.ts'

/** A spreadsheet, and the name that the service gives its file. */
export interface SavedFile {
  readonly file: Blob
  readonly name: string
  /** SHA-256 in hexadecimal, where the service says it of what it sends; else empty */
  readonly hash: string
}

/** How a document is wanted; "": as the letterhead has it. */
export interface DocumentChoices {
  readonly language: DocumentLanguage | ''
  readonly layout: Layout | ''
  readonly buyer: Buyer | ''
}
