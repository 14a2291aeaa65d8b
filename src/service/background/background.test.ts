import { expect, test } from 'vitest'
import { Background } from './background.ts'

test('once it is ended nobody starts its thread again', async () => {
  const background = new Background()
  await background.end()
  await expect(background.run({ type: 'upgrade', folder: '/nonexistent' })).rejects.toMatchObject({
    code: 'stopping',
  })
})
