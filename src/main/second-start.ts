/** What another start of the application tells the one that runs. */
import type { Opening } from './arguments.ts'

export interface Start {
  readonly folder: string
  readonly openings: readonly Opening[]
}

/** Read as it came from another process: a file or a link is opened only where it is one. */
export function startOf(told: unknown): Start {
  const { folder, openings } = (told ?? {}) as { folder?: unknown; openings?: unknown }
  return {
    folder: typeof folder === 'string' ? folder : '',
    openings: (Array.isArray(openings) ? openings : []).flatMap((one: unknown): Opening[] => {
      const { file, quote } = (one ?? {}) as { file?: unknown; quote?: unknown }
      if (typeof file === 'string') return [{ file }]
      return typeof quote === 'string' ? [{ quote }] : []
    }),
  }
}
