import { expect, onTestFinished, test } from 'vitest'
import { isDiskFailure, StoreError } from '../../store/errors.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { Background } from './background.ts'

test('once it is ended nobody starts its thread again', async () => {
  const background = new Background()
  await background.end()
  await expect(background.run({ type: 'upgrade', folder: '/nonexistent' })).rejects.toMatchObject({
    code: 'stopping',
  })
})

test('who asks while its thread is being stopped is answered by the next one', async () => {
  const background = new Background()
  onTestFinished(() => background.end())
  const folder = temporaryFolder()
  const asked = () => background.run({ type: 'upgrade', folder }).catch(String)
  const answer = await asked()
  void background.stop()
  expect(await asked()).toEqual(answer)
})

test('who waits for it as it is ended is told that the service stops', async () => {
  const background = new Background()
  const refused = expect(
    background.run({ type: 'upgrade', folder: temporaryFolder() }),
  ).rejects.toMatchObject({
    code: 'stopping',
  })
  await background.end()
  await refused
})

test('where a store cannot be used, whoever asked is told so as by the store itself', async () => {
  const background = new Background()
  onTestFinished(() => background.end())
  const folder = '/dev/null/nowhere'
  const bytes = Buffer.from(
    JSON.stringify({ format: 'comptoir-bundle/1', delais: [], produits: [], familles: [] }),
  )
  const failure: unknown = await background
    .run({ type: 'bundle', at: { folder, url: null }, bytes, locale: 'fr' })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreError)
  expect(isDiskFailure(failure)).toBe(true)
  expect(failure).toMatchObject({ code: 'unwritable', params: { cause: 'ENOTDIR' } })
})
