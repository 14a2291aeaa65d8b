import type { Command } from 'commander'
import { CommandError } from '../failure.ts'
import { command } from '../program.ts'
import { writeQuoteFile } from '../quote-file.ts'
import { withService } from '../service.ts'
import type { Language } from '../words/index.ts'

interface QuoteOptions {
  readonly file?: string
  readonly pdf?: string
}

export function quoteCommand(program: Command, language: Language): void {
  const { words } = language
  command<QuoteOptions>(
    program,
    language,
    `quote <${words.value.number}>`,
    words.about.quote,
    async ({ data, store, file, pdf }, out, given) => {
      const made = await withService({ data, store }, async ({ portable, documents }) => {
        const id = await portable.byNumber(given!)
        const written = file === undefined ? null : await portable.write(id)
        const document = pdf === undefined ? null : await documents.pdf(id)
        return { written, document, number: written?.number ?? document!.number }
      })
      const number = made.number === '' ? given! : made.number
      const files = [
        ...(made.written
          ? [{ file: file!, content: Buffer.from(made.written.text), kind: 'quote' as const }]
          : []),
        ...(made.document ? [{ file: pdf!, content: made.document.bytes, kind: 'document' as const }] : []),
      ]
      for (const { file: name, content, kind } of files) writeQuoteFile(name, content, kind, language)
      const [first, second] = files.map(({ file: name, content }) => ({
        file: name,
        bytes: content.byteLength,
      }))
      out.result(
        { number, ...first, ...(second && { pdf: second }) },
        files.map(({ file: name }) => words.quote.written(number, name)),
      )
    },
    {
      needsStore: true,
      check: ({ file, pdf }) => {
        if (file === undefined && pdf === undefined) throw new CommandError('usage', words.quote.whatToWrite)
      },
    },
  )
    .option(`--file <${words.value.file}>`, words.option.quoteFile)
    .option(`--pdf <${words.value.file}>`, words.option.quotePdf)
}
