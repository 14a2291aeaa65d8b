/** Quotes, their lines and orders as spreadsheets (docs/local-api.md): read, written and sent a part at a time. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { localDay } from '../../../domain/shared/calendar.ts'
import { csvChunks } from '../../../service/sheets/csv.ts'
import { XLSX_TYPE, xlsxStream } from '../../../service/sheets/xlsx.ts'
import type { Unread } from '../../../service/export/pages.ts'
import type { Service } from '../../../service/service.ts'
import { inWords } from '../../headers.ts'
import { readerOf } from '../access.ts'
import type { Api } from '../api.ts'
import { orderFilter, quoteFilter } from '../filters.ts'
import { queryChoice } from '../requests.ts'
import { sheetOf, type ExportForm } from './columns.ts'
import { LINE_FORM } from './line-columns.ts'
import { ORDER_FORM } from './order-columns.ts'
import { QUOTE_FORM } from './quote-columns.ts'

const FORMATS = ['xlsx', 'csv'] as const

export function exportRoutes(api: Api, { quoteExport, orderExport, clock }: Service): void {
  const send = <Entry>(
    request: FastifyRequest,
    reply: FastifyReply,
    form: ExportForm<Entry>,
    read: (unread: Unread) => AsyncGenerator<Entry, void>,
  ) => {
    const unread = { count: 0 }
    return sendExport(request, reply, form, { entries: read(unread), unread }, localDay(clock.now()))
  }

  api.stream('/api/quotes/export', 'desk', (request, reply) =>
    send(request, reply, QUOTE_FORM, (unread) => quoteExport.quotes(quoteFilter(request), unread)),
  )
  api.stream('/api/quotes/export/lines', 'desk', (request, reply) =>
    send(request, reply, LINE_FORM, (unread) => quoteExport.lines(quoteFilter(request), unread)),
  )
  api.stream('/api/orders/export', 'desk', (request, reply) =>
    send(request, reply, ORDER_FORM, (unread) => orderExport.orders(orderFilter(request), unread)),
  )
}

/**
 * Sends an export as its reader takes it. What fails before anything was read is refused in words; what fails later ends
 * the connection, so that no half file is taken for a whole one. Who goes away ends the reading.
 */
async function sendExport<Entry>(
  request: FastifyRequest,
  reply: FastifyReply,
  form: ExportForm<Entry>,
  { entries, unread }: { readonly entries: AsyncGenerator<Entry, void>; readonly unread: Unread },
  today: string,
): Promise<FastifyReply> {
  const format = queryChoice(request, 'format', FORMATS)
  const reader = readerOf(request)
  const { locale } = reader
  const read = request.method !== 'HEAD' && (await begun(entries))
  inWords(reply, locale)
  const file = `${form.name[locale].toLowerCase().replaceAll(' ', '-')}-${today}.${format}`
  reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE)
    .header('Content-Disposition', `attachment; filename="${file}"`)
    .header('Cache-Control', 'no-store')
  if (!read) return reply.send()
  const sheet = sheetOf(form, read, unread, reader)
  if (format === 'csv') return reply.send(Readable.from(csvChunks(sheet, locale), { objectMode: false }))
  return reply.send(Readable.fromWeb((await xlsxStream(sheet, locale)) as ReadableStream))
}

/** The same entries, the first of which is read: whether they can be read at all is known. */
async function begun<Entry>(entries: AsyncGenerator<Entry, void>): Promise<AsyncIterable<Entry>> {
  const first = await entries.next()
  return rest(first, entries)
}

async function* rest<Entry>(
  first: IteratorResult<Entry, void>,
  entries: AsyncGenerator<Entry, void>,
): AsyncGenerator<Entry, void> {
  if (first.done) return
  try {
    yield first.value
    yield* entries
  } finally {
    await entries.return()
  }
}
