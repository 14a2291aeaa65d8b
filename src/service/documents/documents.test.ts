/** The thread that prints: ended where it is used up, or has failed; and what is printed once for several who ask. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { world } from '../../testing/app.ts'
import { CARDS, create, print } from '../../testing/quotes.ts'
import { Background } from '../background/background.ts'

async function printed() {
  const made = await world()
  const { id } = await create(made, { lines: [print(CARDS)] })
  const run = vi.spyOn(Background.prototype, 'run')
  const stop = vi.spyOn(Background.prototype, 'stop')
  onTestFinished(() => void vi.restoreAllMocks())
  const pdf = async (query = '') => (await made.desk.get(`/api/quotes/${id}/document${query}`)).statusCode
  return { ...made, id, run, stop, pdf }
}

test('a thread that is used up, or has failed, makes place for another; what is asked meanwhile is printed', async () => {
  const { run, stop, pdf } = await printed()
  const consumer = '?buyer=consumer'
  const english = '?language=en'
  expect(await pdf()).toBe(200)
  expect(stop).not.toHaveBeenCalled()
  run.mockResolvedValueOnce({ bytes: Buffer.from('%PDF'), spent: true } as never)
  expect(await Promise.all([pdf(consumer), pdf(english), pdf('?layout=summary')])).toEqual([200, 200, 200])
  expect(stop).toHaveBeenCalledTimes(1)
  run.mockRejectedValueOnce(new Error('recursive use of an object'))
  expect(await Promise.all([pdf(`${consumer}&language=en`), pdf(`${english}&layout=summary`)])).toEqual([
    500, 200,
  ])
  expect(stop).toHaveBeenCalledTimes(2)
})

test('a document that several ask for, at once or one after the other, is printed once; once it is another, anew', async () => {
  const { run, pdf, desk } = await printed()
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => pdf())))).toEqual(new Set([200]))
  expect(await pdf()).toBe(200)
  expect(run).toHaveBeenCalledTimes(1)
  await desk.send({ method: 'PUT', url: '/api/letterhead', payload: { colour: '#123456' } })
  expect(await pdf()).toBe(200)
  expect(run).toHaveBeenCalledTimes(2)
})
