import type { Migration } from './migration.ts'

export const MIGRATIONS_OF_VAT: readonly Migration[] = [
  {
    // An older program beside this would tax all of an order, or of a quote, at one rate.
    name: 'VAT of lines of their own',
    sql: `
      ALTER TABLE order_lines ADD COLUMN vat_regime TEXT;
      ALTER TABLE orders ADD COLUMN vat TEXT;
    `,
  },
]
