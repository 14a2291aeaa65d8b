/** The shop's own tariffs: a bundle as a file, and the demo. */
import { bodyReader, queryChoice, queryText } from './requests.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { Locale } from '../../domain/messages.ts'
import { localDay } from '../../domain/shared/calendar.ts'
import type { IgnoredSheet } from '../../domain/tariff-book/read.ts'
import type { TakenBundle } from '../../service/own-tariffs.ts'
import { Refusal } from '../../service/refusal.ts'
import type { TariffArea } from '../../domain/tariff-book/grid.ts'
import type { Service } from '../../service/service.ts'
import { XLSX_TYPE } from '../../service/sheets/xlsx.ts'
import { refusalWords } from '../../service/source-catalogue.ts'
import { readFiles } from '../body.ts'
import { inWords, requestLocale } from '../headers.ts'
import { actorOf } from './access.ts'
import { Api, created } from './api.ts'

const CSV_TYPE = 'text/csv'
export const BUNDLE_TYPE = 'application/vnd.comptoir.bundle+json'
/** Some twelve thousand products with their tariffs; what is larger comes by the command line. */
export const LARGEST_UPLOAD_BYTES = 60 * 1024 * 1024
/** A workbook is packed: some ten thousand products with their tariffs. */
export const LARGEST_WORKBOOK_BYTES = 10 * 1024 * 1024
const WARNINGS_TOLD = 100

/** POST /api/tariffs/bundle, …/demo (201) */
export const TakenBundleAnswer = Type.Object({
  added: Type.Integer({ description: 'Products and families.' }),
  changed: Type.Integer(),
  removed: Type.Integer(),
  warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
    description: 'What was left out, or nobody can order by; the first hundred.',
  }),
  warningCount: Type.Integer(),
})
export type TakenBundleAnswer = Static<typeof TakenBundleAnswer>

/** GET /api/tariffs/grids: what has a tariff, by the bundle's own ids. */
export const GriddedItems = Type.Array(
  Type.Object({ area: Type.Enum(['print', 'display']), id: Type.Integer(), name: Type.String() }),
)
export type GriddedItems = Static<typeof GriddedItems>

const CELL = Type.String({ maxLength: 40 })
/** GET /api/tariffs/grids/AREA/ID; edited it is given to …/preview, and kept by POST. */
export const TariffGridBody = Type.Object({
  columns: Type.Array(
    Type.Object({
      format: Type.Union([Type.Integer(), Type.Null()], { description: 'Of a display family.' }),
      name: Type.String(),
      reading: Type.Enum(['exacte', 'lineaire', 'unitaire']),
    }),
    { maxItems: 500 },
  ),
  rows: Type.Array(
    Type.Object({
      quantity: CELL,
      prices: Type.Array(CELL, {
        maxItems: 500,
        description: 'Euros excluding tax, of the columns in their order.',
      }),
    }),
    { maxItems: 2000 },
  ),
})
export type TariffGridBody = Static<typeof TariffGridBody>

const readGrid = bodyReader(TariffGridBody)
const ofGrid = ({ params }: { params: unknown }) => {
  const { area, id } = params as { area: string; id: string }
  if (!['print', 'display'].includes(area) || !/^\d{1,15}$/.test(id)) throw new Refusal('not_found')
  return { area: area as TariffArea, id: Number(id) }
}

/** Whether a workbook takes the place of all that was loaded. */
const isWhole = (request: FastifyRequest) => queryChoice(request, 'whole', ['false', 'true']) === 'true'

const Cents = Type.Union([Type.Integer(), Type.Null()], { description: 'Excluding tax; null: no price.' })

/** POST /api/tariffs/workbook/preview, …/bundle/preview: what the workbook would change, and has not. */
export const WorkbookPreview = Type.Object({
  digest: Type.String({
    description: 'Given with the workbook (?digest=) it is kept only where it still does what is told here.',
  }),
  items: Type.Array(
    Type.Object({
      area: Type.Union([Type.Literal('print'), Type.Literal('display')]),
      id: Type.Integer({ description: 'As the workbook names it.' }),
      name: Type.String(),
      isNew: Type.Boolean({ description: 'There is no such product or family yet.' }),
      added: Type.Integer({ description: 'Entries of it and of its tariff.' }),
      changed: Type.Integer(),
      removed: Type.Array(Type.String(), { description: 'The entries that are gone, by their names.' }),
      prices: Type.Array(
        Type.Object({
          choice: Type.String({ description: 'Beside the usual choices; "" of the usual ones.' }),
          quantity: Type.Integer(),
          leadTime: Type.String(),
          before: Cents,
          after: Cents,
        }),
        { description: 'Of up to ten typical configurations.' },
      ),
      looks: Type.Array(
        Type.Object({
          name: Type.String({ description: 'The entry of the grid.' }),
          why: Type.Enum(['zero', 'high', 'decimals']),
          price: Type.String({ description: 'Euros excluding tax, as it is written.' }),
          cents: Type.Integer({ description: 'Of `zero` what it was, else what it is rounded to.' }),
        }),
        { description: 'Prices that may be a mistake; the first fifty.' },
      ),
    }),
    { description: 'Products and families that would change, or their tariff; the first hundred.' },
  ),
  itemCount: Type.Integer(),
  newCount: Type.Integer({ description: 'How many of them are new.' }),
  removed: Type.Array(Type.String(), {
    description: 'Products and families that would be sold no more, by their names; the first hundred.',
  }),
  removedCount: Type.Integer(),
  ignored: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
    description: 'Sheets that are passed over.',
  }),
})
export type WorkbookPreview = Static<typeof WorkbookPreview>

export function ownTariffRoutes(app: FastifyInstance, { ownTariffs }: Service): void {
  const api = new Api(app)
  const fileOf = readFiles(app, BUNDLE_TYPE, LARGEST_UPLOAD_BYTES)
  api.post('/api/tariffs/bundle', 'settings', TakenBundleAnswer, async (request, reply) => {
    const file = fileOf(request)
    if (file === null) throw new Refusal('file_empty')
    const locale = requestLocale(request)
    return view(
      await created(reply, ownTariffs.load(file, queryText(request, 'digest'), actorOf(request), locale)),
      locale,
    )
  })
  api.post('/api/tariffs/bundle/preview', 'settings', WorkbookPreview, (request) => {
    const file = fileOf(request)
    if (file === null) throw new Refusal('file_empty')
    return ownTariffs.previewBundle(file, requestLocale(request))
  })
  const bookFile = (reply: FastifyReply, bytes: Uint8Array, format: 'xlsx' | 'csv', name: string) =>
    reply
      .type(format === 'csv' ? `${CSV_TYPE}; charset=utf-8` : XLSX_TYPE)
      .header('Content-Disposition', `attachment; filename="${name}.${format}"`)
      .header('Cache-Control', 'no-store')
      .send(Buffer.from(bytes))
  const bookName = (locale: Locale) => (locale === 'fr' ? 'tarifs' : 'tariffs')
  api.stream('/api/tariffs/workbook', 'settings', async (request, reply) => {
    const locale = requestLocale(request)
    const format = queryChoice(request, 'format', ['xlsx', 'csv'])
    const bytes = await ownTariffs.workbook(format, locale)
    inWords(reply, locale)
    return bookFile(reply, bytes, format, `${bookName(locale)}-${localDay(new Date())}`)
  })
  api.stream('/api/tariffs/workbook/model', 'settings', async (request, reply) => {
    const locale = requestLocale(request)
    const bytes = await ownTariffs.modelWorkbook(locale)
    inWords(reply, locale)
    return bookFile(reply, bytes, 'xlsx', `${bookName(locale)}-${locale === 'fr' ? 'modele' : 'model'}`)
  })
  const fileOfBook = readFiles(app, [XLSX_TYPE, CSV_TYPE], LARGEST_WORKBOOK_BYTES)
  const workbookOf = (request: FastifyRequest) => {
    const bytes = fileOfBook(request)
    if (bytes === null) throw new Refusal('file_empty')
    const format = request.headers['content-type']!.startsWith(CSV_TYPE) ? 'csv' : 'xlsx'
    return { format, bytes } as const
  }
  api.post('/api/tariffs/workbook', 'settings', TakenBundleAnswer, async (request, reply) => {
    const file = workbookOf(request)
    const locale = requestLocale(request)
    const by = actorOf(request)
    const previewed = queryText(request, 'digest')
    const taken = await created(
      reply,
      isWhole(request)
        ? ownTariffs.replaceByWorkbook(file, previewed, by, locale)
        : ownTariffs.loadWorkbook(file, previewed, by, locale),
    )
    return view(taken, locale, taken.ignored)
  })
  api.post('/api/tariffs/workbook/preview', 'settings', WorkbookPreview, (request) => {
    const file = workbookOf(request)
    return ownTariffs.previewWorkbook(file, isWhole(request), requestLocale(request))
  })
  api.get('/api/tariffs/grids', 'settings', GriddedItems, (request) =>
    ownTariffs.gridded(requestLocale(request)),
  )
  api.get('/api/tariffs/grids/:area/:id', 'settings', TariffGridBody, (request) => {
    const { area, id } = ofGrid(request)
    return ownTariffs.grid(area, id) as Promise<TariffGridBody>
  })
  api.post('/api/tariffs/grids/:area/:id/preview', 'settings', WorkbookPreview, (request) => {
    const { area, id } = ofGrid(request)
    return ownTariffs.previewGrid(area, id, readGrid(request), requestLocale(request))
  })
  api.post('/api/tariffs/grids/:area/:id', 'settings', TakenBundleAnswer, async (request, reply) => {
    const { area, id } = ofGrid(request)
    const locale = requestLocale(request)
    const of = [area, id, readGrid(request), queryText(request, 'digest'), actorOf(request), locale] as const
    return view(await created(reply, ownTariffs.loadGrid(...of)), locale)
  })
  api.post('/api/tariffs/demo', 'settings', TakenBundleAnswer, async (request, reply) =>
    view(await created(reply, ownTariffs.loadDemo(actorOf(request))), requestLocale(request)),
  )
}

function view(
  { counts, refused, warnings }: TakenBundle,
  locale: Locale,
  ignored: readonly IgnoredSheet[] = [],
): TakenBundleAnswer {
  const all = [
    ...ignored,
    ...refused.map((item) => ({ path: '', message: `${item.name}: ${refusalWords(item, locale)}` })),
    ...warnings.map(({ path, message }) => ({ path, message })),
  ]
  return { ...counts, warnings: all.slice(0, WARNINGS_TOLD), warningCount: all.length }
}
