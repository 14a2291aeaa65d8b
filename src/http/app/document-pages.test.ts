/** Where the pages of a quote's document end. */
import { expect, test } from 'vitest'
import { world } from '../../testing/app.ts'
import { readPdf } from '../../testing/pdf.ts'
import { create } from '../../testing/quotes.ts'

test('the heading of a part is never left behind at the foot of a page, and columns are headed on each', async () => {
  const { desk, ...rest } = await world()
  const free = { area: 'free', text: 'Pose', quantity: 1, unitCents: 100 }
  const part = { area: 'heading', text: 'Lot suivant' }
  let whole = 0
  for (let above = 30; above < 38; above += 1) {
    const lines = [...Array.from({ length: above }, () => free), part, free]
    const { id } = await create({ desk, ...rest }, { lines })
    const { pages } = await readPdf((await desk.get(`/api/quotes/${id}/document`)).rawPayload)
    for (const page of pages) {
      if (!page.includes('Lot suivant')) continue
      const [, behind] = page.split('Lot suivant')
      expect(behind, `${above} lines above`).toContain('Pose')
      expect(page, `${above} lines above`).toContain('Désignation')
      whole += 1
    }
  }
  expect(whole).toBe(8)
})
