/** The thread that prints: ended where it is used up, or has failed. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { world } from '../../testing/app.ts'
import { CARDS, create, print } from '../../testing/quotes.ts'
import { Background } from '../background/background.ts'

test('a thread that is used up, or has failed, makes place for another; what is asked meanwhile is printed', async () => {
  const made = await world()
  const { id } = await create(made, { lines: [print(CARDS)] })
  const run = vi.spyOn(Background.prototype, 'run')
  const stop = vi.spyOn(Background.prototype, 'stop')
  onTestFinished(() => void vi.restoreAllMocks())
  const pdf = async () => (await made.desk.get(`/api/quotes/${id}/document`)).statusCode
  expect(await pdf()).toBe(200)
  expect(stop).not.toHaveBeenCalled()
  run.mockResolvedValueOnce({ bytes: Buffer.from('%PDF'), spent: true } as never)
  expect(await Promise.all([pdf(), pdf(), pdf()])).toEqual([200, 200, 200])
  expect(stop).toHaveBeenCalledTimes(1)
  run.mockRejectedValueOnce(new Error('recursive use of an object'))
  expect(await Promise.all([pdf(), pdf()])).toEqual([500, 200])
  expect(stop).toHaveBeenCalledTimes(2)
})
