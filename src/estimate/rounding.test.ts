import { describe, expect, it } from 'vitest'
import { detectFloor, detectGrid, snap, snapInterval } from './rounding.ts'

describe('rounding', () => {
  it('finds the coarsest grid', () => {
    expect(detectGrid([990, 1990, 4990, 12990, 7990])).toEqual({ step: 1000, offset: 990 })
    expect(detectGrid([1000, 1250, 1300, 1410, 1550])).toEqual({ step: 10, offset: 0 })
    expect(detectGrid([1001, 1250, 1303, 1410])).toEqual({ step: 1, offset: 0 })
  })

  it('does not conclude from a few prices', () => {
    expect(detectGrid([1000, 2000, 3000])).toEqual({ step: 1, offset: 0 })
  })

  it('keeps estimate and interval on the grid', () => {
    const grid = { step: 1000, offset: 990 }
    expect(snap(grid, 5200)).toBe(4990)
    expect(snapInterval(grid, 4990, 4100, 6500)).toEqual({ low: 4990, high: 5990 })
  })

  it('tells a minimum charge from chance', () => {
    expect(detectFloor([2900, 2900, 2900, 2900, 3500, 4100])).toBe(2900)
    expect(detectFloor([2900, 3500, 3500, 4100])).toBeNull()
  })
})
