import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest: they begin first, so that none of them is left alone at the end. */
const LONGEST = [
  'several-sources-blocks',
  'several-sources-apart',
  'prices',
  'one-fault-print',
  'one-fault-display',
  'orders',
]
const LAST = LONGEST.length

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(basename(moduleId, '.spec.ts'))
      return at < 0 ? LAST : at
    }
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b)))
  }
}
