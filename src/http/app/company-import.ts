/** Customers from a CSV file. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { IMPORT_LIMITS } from '../../domain/company/csv.ts'
import type { PlannedRow } from '../../domain/company/plan.ts'
import type { Fault } from '../../domain/faults.ts'
import { faultMessage, type Locale } from '../../domain/messages.ts'
import type { ImportPreview } from '../../service/company-import.ts'
import { Refusal } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import { readFiles } from '../body.ts'
import { requestLocale } from '../headers.ts'
import { actorOf } from './access.ts'
import { Api, created } from './api.ts'
import { queryText } from './requests.ts'

const OUTCOMES = ['fault', 'new', 'changed', 'same'] as const

const InCell = Type.Object({ column: Type.String(), code: Type.String(), message: Type.String() })

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
  ignored: Type.Array(Type.String(), { description: 'Headers of columns that are not taken.' }),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'As a spreadsheet counts: the header is row 1.' }),
      name: Type.String(),
      outcome: Type.Enum(OUTCOMES),
      changes: Type.Array(Type.String()),
      replaced: Type.Array(Type.Object({ column: Type.String(), was: Type.String(), now: Type.String() }), {
        description: 'What it puts in the place of another value.',
      }),
      kept: Type.Array(Type.Object({ column: Type.String(), row: Type.Integer(), value: Type.String() }), {
        description: 'What it says otherwise than a row above it, whose value stays.',
      }),
      faults: Type.Array(InCell),
      doubts: Type.Array(InCell, { description: 'What is taken over and probably wrong.' }),
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

function view({ digest, ignored, rows }: ImportPreview, locale: Locale): ImportAnswer {
  const counts = { fault: 0, new: 0, changed: 0, same: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  const rank = ({ outcome, kept, doubts }: PlannedRow) =>
    outcome === 'fault' ? 0 : kept.length + doubts.length > 0 ? 1 : 2
  const inCells = (faults: readonly Fault[]) =>
    faults.map((fault) => ({
      column: fault.path.split('/').at(-1) ?? '',
      code: fault.code,
      message: faultMessage(fault, locale),
    }))
  const told = rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, ROWS_TOLD)
  return {
    ...{ digest, counts },
    doubtful: rows.filter(({ doubts }) => doubts.length > 0).length,
    unlike: rows.filter(({ kept }) => kept.length > 0).length,
    ignored: [...ignored],
    rows: told.map(({ row, name, outcome, changes, replaced, kept, faults, doubts, says }) => ({
      ...{ row, name, outcome },
      changes: [...changes],
      replaced: [...replaced],
      kept: [...kept],
      faults: inCells(faults),
      doubts: inCells(doubts),
      says: [...says],
    })),
  }
}
