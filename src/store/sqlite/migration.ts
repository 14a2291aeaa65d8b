/** One step of the schema. */
export interface Migration {
  readonly name: string
  readonly sql: string
  /** what PostgreSQL does in its place, where its words for it are others than its types */
  readonly postgres?: string
  /**
   * Programs that do not know it go on beside it while they run: a table, a column that may be left out, an index. Else
   * the services of a shared store that run an older program end once it is made (server.md, "Upgrade").
   */
  readonly beside?: true
}
