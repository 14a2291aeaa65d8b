import { describe, expect, it } from 'vitest'
import { copiesPerSheet, sizeOfName } from './sizes.ts'

describe('sizeOfName', () => {
  it.each([
    ['A5', 'area', 0.0312],
    ['Format A4 paysage', 'area', 0.0625],
    ['148 x 210 mm', 'area', 0.0311],
    ['80×120 cm', 'area', 0.96],
    ['8,5 x 5,5 cm', 'area', 0.0047],
    ['Carré 210 mm', 'area', 0.0441],
    ['16 pages', 'pages', 16],
    ['Couché mat 350 g', 'weight', 350],
    ['Recto verso', 'other', 2],
    ['Forex 3 mm', 'other', 3],
  ])('reads %s', (name, kind, amount) => {
    const size = sizeOfName(name)!
    expect(size.kind).toBe(kind)
    expect(size.amount).toBeCloseTo(amount, 3)
  })

  it('finds nothing where there is nothing', () => {
    expect(sizeOfName('Pelliculage brillant')).toBeNull()
  })
})

describe('copiesPerSheet', () => {
  it('lays four A5 on a small press sheet', () => {
    expect(copiesPerSheet([0.148, 0.21])[0]).toBe(4)
  })
  it('counts at least one', () => {
    expect(copiesPerSheet([2, 3])).toEqual([1, 1, 1])
  })
})
