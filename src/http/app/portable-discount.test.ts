/** The discount of a file's whole, where lines of it are left out. */
import { expect, test } from 'vitest'
import { ADDRESS, json, world } from '../../testing/app.ts'
import { openFile, payloadOf, signedFile } from '../../testing/portable.ts'
import { CARDS, create, FLYERS, move, print } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

const LINES = [print(CARDS), print(FLYERS), print({ ...CARDS, quantites_multiples: [250] })]

/** A draft of a file of which the last line is called otherwise here. */
async function taken(discount: Loose): Promise<Loose> {
  const made = await world()
  const quote = json(
    await move(made, (await create(made, { address: ADDRESS, lines: LINES, discount }))['id'], 'sent'),
  )
  const said = payloadOf((await made.desk.get(`/api/quotes/${quote.id}/file`)).body)
  const lines = said['lines'].map((line: Loose, i: number) => (i === 2 ? { ...line, name: 'Autre' } : line))
  const there = await world()
  const answer = await openFile(there, signedFile({ ...said, lines }), '/draft?prices=customer')
  return { sent: quote, ...json(answer) }
}

test('of a fixed amount the lines that are taken keep their part, and it is told', async () => {
  const { sent, quote, left, told } = await taken({ cents: 1000 })
  expect(left).toEqual([2])
  const gone = sent.lines[2].amounts
  expect(gone.wholeCents).toBeGreaterThan(0)
  const part = 1000 - gone.wholeCents
  expect(quote.discount).toEqual({ cents: part })
  // They cost their customer what he was told.
  expect(quote.totals.prix_ht).toBe(sent.totals.prix_ht - gone.netCents)
  const words = `De la remise fixe du fichier, 10,00\u00a0€ HT, les lignes reprises gardent leur part : ${(part / 100).toFixed(2).replace('.', ',')}\u00a0€.`
  expect(told[0]).toBe(words)
  expect(quote.internalNote).toContain(words)
})

test('a percentage stays as it is', async () => {
  const { quote, told } = await taken({ percent: '10' })
  expect(quote.discount).toEqual({ percent: '10' })
  expect(told.join(' ')).not.toContain('remise fixe')
})
