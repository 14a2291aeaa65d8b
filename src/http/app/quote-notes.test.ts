/** What is noted in house of quotes. */
import { expect, test } from 'vitest'
import { json, world, type World } from '../../testing/app.ts'
import { create, move, put, QUOTE } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

const NOTES = {
  internalNote: 'À rappeler mardi',
  files: ['P:\\\\clients\\\\affiche.pdf', 'https://example.test/a'],
}
const note = async (made: World, notes: Loose, id = 1) => {
  const answer = await put(made, `/api/quotes/${id}/notes`, { ...NOTES, notesVersion: 0, ...notes })
  return { status: answer.statusCode, ...json(answer) } as Loose
}
const quote = async ({ desk }: World) => json(await desk.get('/api/quotes/1'))

/** How a quote comes to each state. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  draft: [],
  sent: ['sent'],
  accepted: ['sent', 'accepted'],
  refused: ['refused'],
  cancelled: ['sent', 'cancelled'],
  ordered: ['ordered'],
}

test.each(Object.entries(WAYS))(
  'notes of a quote that is %s are kept, and it stays as it is',
  async (state, way) => {
    const made = await world()
    await create(made)
    for (const to of way)
      await (to === 'ordered' ? made.desk.post('/api/quotes/1/order', {}) : move(made, 1, to))
    const before = await quote(made)
    expect(before.state).toBe(state)
    const now = { ...NOTES, notesVersion: 1 }
    expect(await note(made, {})).toEqual({ status: 200, ...now })
    expect(await quote(made)).toEqual({ ...before, ...now })
    expect(json(await made.desk.get('/api/quotes/1/notes'))).toEqual(now)
  },
)

test('notes of two people at once: the later one is told how they stand; the quote itself is in nobody’s way', async () => {
  const made = await world()
  await create(made)
  const both = await Promise.all([note(made, { internalNote: 'Anna' }), note(made, { internalNote: 'Remi' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const late = both.find(({ status }) => status === 409)!
  const early = both.find(({ status }) => status === 200)!
  expect(late.errors[0].code).toBe('quote_changed')
  expect(late.present).toMatchObject({ internalNote: early.internalNote, notesVersion: 1 })
  const { version } = await quote(made)
  expect((await put(made, '/api/quotes/1', { ...QUOTE, note: 'quai 3', version })).statusCode).toBe(200)
  expect(await note(made, { notesVersion: 1 })).toMatchObject({ status: 200, notesVersion: 2 })
  expect(await quote(made)).toMatchObject({ note: 'quai 3', ...NOTES })
})

test('a quote that is saved, sent, revised and given up keeps its notes; they are no part of what was sent', async () => {
  const made = await world()
  await create(made)
  await note(made, {})
  const { version } = await quote(made)
  await put(made, '/api/quotes/1', { ...QUOTE, reference: 'B', version })
  await move(made, 1, 'sent')
  await made.desk.post('/api/quotes/1/revise', {})
  await note(made, { internalNote: 'Plus urgent', notesVersion: 1 })
  await made.desk.post('/api/quotes/1/give-up', {})
  expect(await quote(made)).toMatchObject({ state: 'sent', internalNote: 'Plus urgent', notesVersion: 2 })
  expect(json(await made.desk.get('/api/quotes/1/revisions/1'))).toMatchObject({
    internalNote: 'Plus urgent',
    notesVersion: 2,
  })
})

test('notes have bounds, each named by its place; references lose the spaces around them', async () => {
  const made = await world()
  await create(made)
  const paths = async (notes: Loose) => {
    const { status, errors } = await note(made, notes)
    return [status, errors.map(({ path }: Loose) => path)]
  }
  expect(await paths({ internalNote: 'x'.repeat(20_001) })).toEqual([400, ['/internalNote']])
  expect(await paths({ files: Array.from({ length: 21 }, () => 'a') })).toEqual([400, ['/files']])
  expect(await paths({ files: ['a', 'x'.repeat(501)] })).toEqual([400, ['/files/1']])
  expect(await paths({ files: [3] })).toEqual([400, ['/files/0']])
  expect((await note(made, {}, 9)).status).toBe(404)
  expect(await note(made, { files: [' a.pdf ', ''] })).toMatchObject({ status: 200, files: ['a.pdf'] })
})
