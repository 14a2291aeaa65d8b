import type { Engine } from './engine.ts'
import { first } from './work.ts'

/** Whether the store holds what people made: quotes, orders or customers. */
export async function holdsWork(engine: Engine): Promise<boolean> {
  const row = await engine.read(() =>
    first<{ found: number }>(
      `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM quotes) OR EXISTS (SELECT 1 FROM orders)
        OR EXISTS (SELECT 1 FROM companies)`,
    ),
  )
  return row !== undefined
}
