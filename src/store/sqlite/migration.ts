/** One step of the schema. */
export interface Migration {
  readonly name: string
  readonly sql: string
}
