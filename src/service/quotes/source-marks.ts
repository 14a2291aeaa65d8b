/** The partners of a portable quote, without their names. */
import { createHash } from 'node:crypto'
import type { PortableQuote } from '../../domain/quote/portable.ts'
import { markOf } from '../../domain/shared/source-mark.ts'
import type { Source } from '../../domain/source.ts'

/** @param name of a source; the own tariffs have none, and say so */
export const sourceMark = (name: string): string =>
  name === '' ? '' : markOf(createHash('sha256').update(name).digest('base64url'))

/** What a file says, with the sources that there are here by their names; files of earlier programs have names. */
export function withSourceNames(quote: PortableQuote, sources: readonly Source[]): PortableQuote {
  const names = new Map(sources.flatMap(({ name, removed }) => (removed ? [] : [[sourceMark(name), name]])))
  const named = (source: string) => names.get(source) ?? source
  return {
    ...quote,
    lines: quote.lines.map((line) =>
      'source' in line && line.source !== null ? { ...line, source: named(line.source) } : line,
    ),
    catalogue: { ...quote.catalogue, sources: quote.catalogue.sources.map(named) },
  }
}
