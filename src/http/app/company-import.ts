/** Customers from a CSV file. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { IMPORT_LIMITS } from '../../domain/company/csv.ts'
import type { PlannedRow } from '../../domain/company/plan.ts'
import type { ImportField } from '../../domain/company/headers.ts'
import type { Fault } from '../../domain/faults.ts'
import { faultMessage, type Locale } from '../../domain/messages.ts'
import { Nullable } from '../../domain/schema.ts'
import { BUYERS, DOCUMENT_LANGUAGES } from '../../domain/shared/documents.ts'
import type { ImportPreview } from '../../service/company-import.ts'
import { Refusal } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import { readFiles } from '../body.ts'
import { requestLocale } from '../headers.ts'
import { actorOf } from './access.ts'
import { Api, created } from './api.ts'
import { queryText } from './requests.ts'

const OUTCOMES = ['fault', 'new', 'changed', 'same'] as const

/** What a value belongs to. */
const Column = {
  column: Type.String({ description: 'The field; empty: the whole row.' }),
  header: Nullable(Type.String({ description: 'What the file calls it.' })),
}
const InCell = Type.Object({ ...Column, code: Type.String(), message: Type.String() })

/** POST /api/companies/import/preview, and …/import?digest=, which takes it (201). */
export const ImportAnswer = Type.Object({
  digest: Type.String({ description: 'Names the file and what it would make.' }),
  doubtful: Type.Integer({ description: 'Rows with what is probably wrong.' }),
  unlike: Type.Integer({ description: 'Rows that say otherwise than another.' }),
  counts: Type.Object(
    Object.fromEntries(OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
      (typeof OUTCOMES)[number],
      ReturnType<typeof Type.Integer>
    >,
  ),
  people: Type.Integer({
    description: 'Rows that name a person and no company: the customer is of his name.',
  }),
  ignored: Type.Array(Type.String(), { description: 'Headers of columns that are not taken.' }),
  unnamed: Type.Array(Type.String(), { description: 'Letters of columns that have values and no header.' }),
  untaken: Type.Array(Type.Object({ header: Type.String(), values: Type.Array(Type.String()) }), {
    description: 'Of columns that are taken, some values that say nothing known.',
  }),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'As a spreadsheet counts: the header is row 1.' }),
      name: Type.String(),
      outcome: Type.Enum(OUTCOMES),
      changes: Type.Array(Type.String()),
      replaced: Type.Array(Type.Object({ ...Column, was: Type.String(), now: Type.String() }), {
        description: 'What it puts in the place of another value.',
      }),
      kept: Type.Array(Type.Object({ ...Column, row: Type.Integer(), value: Type.String() }), {
        description: 'What it says otherwise than a row above it, whose value stays.',
      }),
      faults: Type.Array(InCell),
      doubts: Type.Array(InCell, { description: 'What is taken over and probably wrong.' }),
      noted: Type.Array(Type.Object({ ...Column, value: Type.String() }), {
        description: 'What goes into the customer’s note, having no other place.',
      }),
      person: Type.Boolean({ description: 'It names a person and no company.' }),
      language: Nullable(Type.Enum(DOCUMENT_LANGUAGES, { description: 'Of documents, as it says.' })),
      buyer: Nullable(
        Type.Enum(BUYERS, { description: 'How he buys, as it says or as of a new one is supposed.' }),
      ),
      says: Type.Array(Type.String(), { description: 'What it says besides the name, to be recognised by.' }),
    }),
    {
      description:
        'The first thousand, those that cannot be taken, then those with doubts or that say otherwise than another, before the others.',
    },
  ),
})
export type ImportAnswer = Static<typeof ImportAnswer>

const ROWS_TOLD = 1_000

export function companyImportRoutes(app: FastifyInstance, { companyImport }: Service): void {
  const api = new Api(app)
  const read = readFiles(app, 'text/csv', IMPORT_LIMITS.bytes)
  const file = (request: FastifyRequest): Buffer => {
    const given = read(request)
    if (given === null) throw new Refusal('file_empty')
    return given
  }
  api.post('/api/companies/import/preview', 'settings', ImportAnswer, async (request) =>
    view(await companyImport.preview(file(request)), requestLocale(request)),
  )
  api.post('/api/companies/import', 'settings', ImportAnswer, async (request, reply) => {
    const digest = queryText(request, 'digest')
    const taken = await created(reply, companyImport.take(file(request), digest, actorOf(request)))
    return view(taken, requestLocale(request))
  })
}

/** Where a field has no column of its own, the one that it is read from. */
const READ_FROM: Partial<Record<ImportField, ImportField>> = {
  ...{ name: 'lastName', contactEmail: 'email', contactPhone: 'phone' },
}

function view(preview: ImportPreview, locale: Locale): ImportAnswer {
  const { digest, headers, ignored, unnamed, untaken, rows } = preview
  const counts = { fault: 0, new: 0, changed: 0, same: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  const rank = ({ outcome, kept, doubts }: PlannedRow) =>
    outcome === 'fault' ? 0 : kept.length + doubts.length > 0 ? 1 : 2
  const headerOf = (column: string): string | null =>
    headers.get(column as ImportField) ?? headers.get(READ_FROM[column as ImportField]!) ?? null
  const inColumn = <T extends { readonly column: string }>(one: T) => ({
    ...one,
    header: headerOf(one.column),
  })
  const inCells = (faults: readonly Fault[]) =>
    faults.map((fault) => {
      const column = fault.path.split('/').at(-1) ?? ''
      return inColumn({ column, code: fault.code, message: faultMessage(fault, locale) })
    })
  const told = rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, ROWS_TOLD)
  return {
    ...{ digest, counts },
    doubtful: rows.filter(({ doubts }) => doubts.length > 0).length,
    unlike: rows.filter(({ kept }) => kept.length > 0).length,
    people: rows.filter(({ person }) => person).length,
    ...{ ignored: [...ignored], unnamed: [...unnamed] },
    untaken: untaken.map(({ header, values }) => ({ header, values: [...values] })),
    rows: told.map(({ changes, replaced, kept, noted, faults, doubts, says, ...row }) => ({
      ...row,
      changes: [...changes],
      replaced: replaced.map(inColumn),
      kept: kept.map(inColumn),
      noted: noted.map(({ column, value }) => inColumn({ column, value })),
      faults: inCells(faults),
      doubts: inCells(doubts),
      says: [...says],
    })),
  }
}
