/** Today's program over a store that an earlier one has left. */
import type { LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { buildApp } from '../http/app.ts'
import { systemClock } from '../service/clock.ts'
import { Service } from '../service/service.ts'
import { answersOf, placeStored, type StoredQuestion } from '../store/fixtures/stored.ts'
import { caller, KEY } from './app.ts'
import { temporaryFolder } from './folder.ts'

/** The program at the hour of the store's answers: nothing of it works by itself. */
export async function openStored(name: string) {
  const folder = temporaryFolder()
  placeStored(name, folder)
  const { at } = answersOf(name)
  const clock = { ...systemClock, now: () => new Date(at) }
  const service = await Service.open({ folder, clock, log: pino({ level: 'silent' }), environment: {} })
  onTestFinished(() => service.close())
  const app = buildApp(service, { key: KEY, renderer: '/nonexistent', host: null })
  onTestFinished(() => app.close())
  await app.ready()
  return {
    service,
    async ask({ token, url, body, headers }: StoredQuestion): Promise<LightMyRequestResponse> {
      const authorization = token === null ? `Bearer ${KEY}` : `Token ${token}`
      const { get, post } = caller(app, { authorization, ...headers })
      return body === undefined ? get(url) : post(url, body)
    },
  }
}

/** What was asked and answered, where it is asked for by another name by now. */
export function asAskedNow(question: StoredQuestion): StoredQuestion {
  const { url, answer } = question
  if (url === '/api/upstream') {
    const { url: address, hasToken, check } = answer as { url: string | null; hasToken: boolean; check: null }
    return {
      ...question,
      url: '/api/partners',
      answer: address === null ? [] : [{ url: address, hasToken, check }],
    }
  }
  const retold = JSON.parse(JSON.stringify(answer), ofOwnPartner) as unknown
  if (typeof retold !== 'object' || retold === null || !('outbox' in retold) || !('order' in retold)) {
    return { ...question, answer: retold }
  }
  const { outbox, ...rest } = retold
  return { ...question, answer: { ...rest, transmissions: outbox === null ? [] : [outbox] } }
}

/** An order made for a partner that another took the place of: that one is a source of its own now, and not set. */
function ofOwnPartner(_key: string, value: unknown): unknown {
  return ofItsNumber(partnerOfThen(value))
}

/** A draft is called by its id by now, and what was an internal note is one still. */
function ofItsNumber(value: unknown): unknown {
  const { id, number, state, note } = (value ?? {}) as Record<string, unknown>
  if (typeof number !== 'string' || !number.startsWith('D')) return value
  return {
    ...(value as object),
    ...(state === 'draft' && { number: `Brouillon ${String(id)}` }),
    ...(note !== undefined && { note: '', internalNote: note }),
  }
}

function partnerOfThen(value: unknown): unknown {
  const { code, params } = (value ?? {}) as { code?: string; params?: { made: string } }
  if (code !== 'outbox_other_partner') return value
  return { code: 'outbox_no_partner', params: { made: params!.made } }
}

/** What a product begins at, which may be chosen better: its line, and its price in a list; of a partner's its lead time was guessed. */
const BEGINNINGS = new Set(['defaultLine', 'fromCents', 'fromQuantity', 'fromObservedAt', 'mainLeadTime'])

/** An answer without its words, which may be put better (the codes beside them say the same), and without {@link BEGINNINGS}. */
export function withoutWords(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutWords)
  if (typeof answer !== 'object' || answer === null) return answer
  const entries = Object.entries(answer).filter(
    ([key]) => !BEGINNINGS.has(key) && (key !== 'message' || !('code' in answer)),
  )
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutWords(value)]))
}
