/** A line of a quote that is changed here while another counter changes it, choice by choice: pure. */
import { parseDecimal } from './numbers'
import type { Selection } from './selection'

/** What is chosen of a line, and how soon it is wanted. */
export interface Chosen {
  readonly selection: Selection
  /** `J+2`; null: as the product has it */
  readonly leadTime: string | null
}

/** By its control's key, or as one of these: the quantities with the visuals' names, what is not of the product. */
export type Part = string
type Parts = ReadonlyMap<Part, unknown>

function partsOf({ selection, leadTime }: Chosen): Parts {
  const { choices, unknown, values, quantities, names, verification, label } = selection
  return new Map<Part, unknown>([
    ...Object.entries(choices).map(([key, id]) => [key, unknown[key] ?? id] as const),
    ...Object.entries(values).map(([key, text]) => [key, parseDecimal(text) ?? text.trim()] as const),
    ['quantities', [quantities, names]],
    ['verification', verification],
    ['label', label.trim()],
    ['leadTime', leadTime],
  ])
}

/** @returns the parts that differ */
export function otherParts(one: Chosen, other: Chosen): Part[] {
  const [here, there] = [partsOf(one), partsOf(other)]
  return [...there.keys()].filter(
    (part) => JSON.stringify(here.get(part)) !== JSON.stringify(there.get(part)),
  )
}

/**
 * What the other counter changed, by whether it was changed here, too.
 * @param was the line that both began with. @param now as the other has it
 */
export function changedThere(mine: Chosen, was: Chosen, now: Chosen): { follow: Part[]; both: Part[] } {
  const [own, differing] = [otherParts(mine, was), otherParts(mine, now)]
  const there = otherParts(was, now)
  return {
    follow: there.filter((part) => !own.includes(part)),
    both: there.filter((part) => own.includes(part) && differing.includes(part)),
  }
}

/** Puts parts of another selection in the place of those that a selection has; the lead time is none of it. */
export function takeParts(into: Selection, { selection }: Chosen, parts: readonly Part[]): void {
  for (const part of parts) {
    if (part in selection.choices) {
      into.choices[part] = selection.choices[part] ?? null
      into.unknown[part] = null
    } else if (part in selection.values) into.values[part] = selection.values[part] ?? ''
    else if (part === 'quantities') {
      into.quantities = [...selection.quantities]
      into.names = [...selection.names]
    } else if (part === 'verification') into.verification = selection.verification
    else if (part === 'label') into.label = selection.label
  }
}
