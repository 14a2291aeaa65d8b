import type { Command } from 'commander'
import { command } from '../program.ts'
import { writeQuoteFile } from '../quote-file.ts'
import { withService } from '../service.ts'
import type { Language } from '../words/index.ts'

interface QuoteOptions {
  readonly file: string
}

export function quoteCommand(program: Command, language: Language): void {
  const { words } = language
  command<QuoteOptions>(
    program,
    language,
    `quote <${words.value.number}>`,
    words.about.quote,
    async ({ data, store, file }, out, given) => {
      const { text, number } = await withService({ data, store }, async ({ portable }) =>
        portable.write(await portable.byNumber(given!)),
      )
      writeQuoteFile(file, text, language)
      out.result({ number, file, bytes: Buffer.byteLength(text) }, [words.quote.written(number, file)])
    },
    { needsStore: true },
  ).requiredOption(`--file <${words.value.file}>`, words.option.quoteFile)
}
