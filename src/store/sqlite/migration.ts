/** One step of the schema. */
export interface Migration {
  readonly name: string
  readonly sql: string
  /** what PostgreSQL does in its place, where its words for it are others than its types */
  readonly postgres?: string
}
