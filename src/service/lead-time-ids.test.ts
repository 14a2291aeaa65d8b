import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadTimeLabel } from '../domain/lead-times.ts'
import type { CatalogueService } from './catalogue.ts'
import { LeadTimeIds } from './lead-time-ids.ts'
import type { PartnerLink } from './partner-link.ts'

function make() {
  const leadTimes = new Map<number, { id: number; days: number | null }>()
  const catalogue = {
    snapshot: { leadTimes },
    learn: (id: number, days: number) => void leadTimes.set(id, { id, days }),
  }
  const upstream = { url: 'https://partner.example', block: { base: 0, size: 10 ** 10 } }
  const ids = new LeadTimeIds(catalogue as unknown as CatalogueService, upstream as unknown as PartnerLink)
  return { ids, upstream, leadTimes }
}

describe('what whole answers show', () => {
  it('an id alone stands for a label alone', () => {
    const { ids } = make()
    ids.learnSet([7], ['J+3'])
    expect(ids.labelOf(7)).toBe('J+3')
  })

  it('two ids and two labels show nothing until another answer tells one', () => {
    const { ids } = make()
    ids.learnSet([7, 8], ['J+3', 'J+5'])
    expect([ids.labelOf(7), ids.labelOf(8)]).toEqual([null, null])
    ids.learnSet([8, 9], ['J+5', 'J+9'])
    expect([ids.labelOf(7), ids.labelOf(8), ids.labelOf(9)]).toEqual(['J+3', 'J+5', 'J+9'])
  })

  it('an id of another product may stand for the same label: it rules nothing out', () => {
    const { ids } = make()
    ids.learnSet([9], ['J+3'])
    ids.learnSet([7, 8], ['J+3', 'J+5'])
    expect([ids.labelOf(7), ids.labelOf(8)]).toEqual([null, null])
  })

  it('fewer labels than ids show nothing', () => {
    const { ids } = make()
    ids.learnSet([7, 8], ['J+3'])
    expect(ids.labelOf(7)).toBeNull()
  })

  it("another partner's answers count for nothing", () => {
    const { ids, upstream, leadTimes } = make()
    ids.learnSet([7, 8], ['J+3', 'J+5'])
    upstream.url = 'https://other.example'
    leadTimes.clear()
    ids.learnSet([8, 9], ['J+5', 'J+9'])
    expect([7, 8, 9].map((id) => ids.labelOf(id))).toEqual([null, null, null])
  })

  it('are never read wrong, whatever the products and their lead times', () => {
    const days = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 8, maxLength: 8 })
    const products = fc.array(
      fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 5 }),
      {
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(days, products, (truth, offered) => {
        const { ids } = make()
        for (const delais of offered) {
          ids.learnSet(delais, [...new Set(delais.map((id) => leadTimeLabel(truth[id]!)))].sort())
          for (let id = 0; id < 8; id++) {
            const label = ids.labelOf(id)
            if (label !== null) expect(label).toBe(leadTimeLabel(truth[id]!))
          }
        }
      }),
    )
  })
})

it('what each id shows alone is believed, unless two show the same', () => {
  const { ids } = make()
  ids.learnEach([
    { id: 1, label: 'J+2' },
    { id: 2, label: 'J+5' },
    { id: 3, label: 'J+5' },
  ])
  expect([1, 2, 3].map((id) => ids.labelOf(id))).toEqual(['J+2', null, null])
})
