import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  BLOCK_SIZES,
  blockFor,
  isWithin,
  sourceOf,
  toOurs,
  toTheirs,
  type Block,
  type Source,
} from './source.ts'

const [SMALL, MIDDLE, LARGE] = BLOCK_SIZES

describe('the block of a new source', () => {
  it('begins at 0 for the first, and where the one before ends for the next', () => {
    const first = blockFor(500, [])!
    const second = blockFor(500, [first])!
    expect([first, second, blockFor(500, [first, second])]).toEqual([
      { base: 0, size: SMALL },
      { base: 10_000_000_000, size: SMALL },
      { base: 20_000_000_000, size: SMALL },
    ])
  })

  it.each([
    [SMALL - 1, SMALL],
    [SMALL, MIDDLE],
    [MIDDLE - 1, MIDDLE],
    [MIDDLE, LARGE],
    [LARGE + 5, LARGE],
  ])('is as large as the id %i needs', (largest, size) => {
    expect(blockFor(largest, [])).toEqual({ base: 0, size })
  })

  it('of a larger size begins at a multiple of its size', () => {
    const first = { base: 0, size: SMALL }
    expect(blockFor(SMALL, [first])).toEqual({ base: MIDDLE, size: MIDDLE })
    expect(blockFor(7, [first, { base: MIDDLE, size: MIDDLE }])).toEqual({ base: 2 * MIDDLE, size: SMALL })
  })

  it('is none where no room is left below 2^53', () => {
    expect(blockFor(LARGE - 1, [{ base: 89 * LARGE, size: LARGE }])).toBeNull()
  })
})

const largestIds = fc.array(fc.oneof(fc.nat(10 ** 6), fc.integer({ min: 0, max: 10 ** 13 })), {
  maxLength: 40,
})

function given(largest: readonly number[]): Block[] {
  const blocks: Block[] = []
  for (const id of largest) {
    const block = blockFor(id, blocks)
    if (block) blocks.push(block)
  }
  return blocks
}

test('blocks never overlap, and hold the ids that they were given for', () => {
  fc.assert(
    fc.property(largestIds, (largest) => {
      const blocks = given(largest)
      for (let i = 1; i < blocks.length; i++) {
        expect(blocks[i]!.base).toBeGreaterThanOrEqual(blocks[i - 1]!.base + blocks[i - 1]!.size)
        expect(blocks[i]!.base % blocks[i]!.size).toBe(0)
      }
      blocks.forEach((block, i) => expect(isWithin(block.base + largest[i]!, block)).toBe(true))
    }),
  )
})

test('an id goes to ours and back, and tells its source', () => {
  fc.assert(
    fc.property(largestIds, fc.nat(), (largest, pick) => {
      const blocks = given(largest)
      fc.pre(blocks.length > 0)
      const i = pick % blocks.length
      const sources = blocks.map((block, id): Source => ({
        id,
        kind: 'partner',
        name: `${id}`,
        url: null,
        block,
        removed: false,
      }))
      const ours = toOurs(largest[i]!, blocks[i]!)
      expect(toTheirs(ours, blocks[i]!)).toBe(largest[i])
      expect(sourceOf(ours, sources)?.id).toBe(i)
      expect(Number.isSafeInteger(ours)).toBe(true)
    }),
  )
})

it('an id outside of its block is no id of ours', () => {
  const block = { base: SMALL, size: SMALL }
  expect(() => toOurs(SMALL, block)).toThrow(RangeError)
  expect(toTheirs(7, block), 'another source’s stays as it is').toBe(7)
})
