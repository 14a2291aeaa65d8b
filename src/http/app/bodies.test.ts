/** What bodies of the application API say that nothing may be made of: refused where it stands, nothing is lost. */
import { describe, expect, test } from 'vitest'
import { faultsOf, json, world } from '../../testing/app.ts'
import { QUOTE } from '../../testing/quotes.ts'

describe('a key', () => {
  test.each([
    ['/api/quotes', QUOTE, 255],
    ['/api/companies', { name: 'Dupont' }, 100],
  ])('of %s says something, or is left out', async (url, body, most) => {
    const { desk } = await world()
    const made = async () => json(await desk.get(url)).length as number
    const send = (key: unknown) => desk.post(url, { ...body, key })
    for (const key of ['', ' ', '\u00a0\u200b', 'x'.repeat(most + 1)]) {
      const refused = await send(key)
      expect([refused.statusCode, faultsOf(refused)], `"${key}"`).toEqual([400, ['/key value_invalid']])
      expect(json(refused).errors[0].message).toBe(
        `Le paramètre key doit être un texte de 1 à ${most} caractères.`,
      )
    }
    // Kept, the two were the same one.
    for (const key of ['\ud800', '\ud801']) expect(faultsOf(await send(key))).toEqual(['/key text_control'])
    expect(await made()).toBe(0)
    for (const key of [null, undefined, 'x'.repeat(most)]) expect((await send(key)).statusCode).toBe(201)
    expect(await made()).toBe(3)
  })
})
