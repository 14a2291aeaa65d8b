/** A configuration carried over to another product by the names of its options and choices. */
import type { ElementKind } from '../../domain/shared/display-elements.ts'
import type { WireLine } from '../api/types'
import { chosenIn, named, type Chosen } from './comparison'
import type { Field, Form } from './form'
import { choiceOf, elementsOf, type Saved } from './lost-choices'
import { parseDecimal, splitUnit } from './numbers'
import { nearestQuantity, quantityBeyond } from './replacements'
import { quantitiesOf, selectionOf, type Selection } from './selection'

/** One choice by its words: what another product has of it is found by them. */
interface Wanted extends Chosen {
  /** null: nothing tells whether it was one of several or a number */
  readonly kind: Field['kind'] | null
  readonly element: ElementKind | null
  /** The option's name, with the unit of a number. */
  readonly option: string
  /** The choice's name, or the number without its unit. */
  readonly words: string
}

export interface Carried {
  readonly selection: Selection
  /** what was chosen and is not offered there by that name: there it is as the product begins */
  readonly missed: readonly Chosen[]
  /** copies of each visual that were wanted, where they are not what it got; null where they are */
  readonly wanted: readonly number[] | null
  /** of one visual: the other quantity that is near to what was wanted */
  readonly beyond: number | null
}

/** A configuration of a product that is known. */
export function carriedOver(
  from: Form,
  selection: Selection,
  to: Form,
  labelOf: (field: Field) => string,
): Carried {
  const wanted = from.fields.flatMap((field): Wanted[] => {
    const [told] = chosenIn({ ...from, fields: [field] }, selection, labelOf)
    if (!told) return []
    const { kind, name: option } = field
    const words = kind === 'number' ? (selection.values[field.key] ?? '') : told.value
    return [{ ...told, kind, element: kind === 'choice' ? field.element : null, option, words }]
  })
  return carried(wanted, selection, to)
}

/**
 * A line of a product that is known no more, by the words that were saved with it.
 * @param elementLabel in the reader's language
 */
export function carriedByWords(
  line: WireLine,
  { parts }: Pick<Saved, 'parts'>,
  to: Form,
  elementLabel: (kind: ElementKind) => string,
): Carried {
  const elements = to.area === 'display' ? elementsOf(line) : []
  const wanted = parts.flatMap((part, i): Wanted[] => {
    const element = elements[i]
    if (element) {
      const words = String(part.params['name'] ?? part.params['text'] ?? '')
      return [{ label: elementLabel(element), value: words, kind: 'choice', element, option: element, words }]
    }
    const [option, words] = choiceOf(part) ?? []
    if (option === undefined || words === undefined) return []
    const kind = part.code === 'given_value' ? 'number' : part.code === 'chosen_variant' ? 'choice' : null
    const { label, unit } = kind === 'number' ? splitUnit(option) : { label: option, unit: null }
    return [{ label, value: unit ? `${words} ${unit}` : words, kind, element: null, option, words }]
  })
  return carried(wanted, selectionOf(to, line), to)
}

/** @param selection how many, under which names and how they are checked: what is chosen of it is wanted by its words */
function carried(wanted: readonly Wanted[], selection: Selection, to: Form): Carried {
  const result = selectionOf(to, to.defaultLine)
  const missed: Chosen[] = []
  const taken = new Set<string>()
  for (const one of wanted) {
    const target = to.fields.find((other) => !taken.has(other.key) && isOption(one, other))
    if (target) taken.add(target.key)
    if (!target || !isTaken(one, target, result)) missed.push({ label: one.label, value: one.value })
  }
  const { visualsMin, visualsMax } = to.quantity
  const quantities = quantitiesOf(selection)
  const count = Math.min(Math.max(quantities.length, visualsMin), Math.max(visualsMax, 1))
  result.quantities = Array.from({ length: count }, (_, i) =>
    String(nearestQuantity(quantities[i] ?? quantities[0] ?? 1, to.quantity)),
  )
  result.names = Array.from({ length: count }, (_, i) => selection.names[i] ?? '')
  result.verification = to.verification && selection.verification
  result.label = selection.label
  const isSame = quantitiesOf(result).join() === quantities.join()
  const [only, another] = quantities
  const beyond = only === undefined || another !== undefined ? null : quantityBeyond(only, to.quantity)
  return { selection: result, missed, wanted: isSame ? null : quantities, beyond }
}

function isOption({ kind, element, option }: Wanted, field: Field): boolean {
  if (kind !== null && kind !== field.kind) return false
  const other = field.kind === 'choice' ? field.element : null
  if (element !== null || other !== null) return element === other
  return field.kind === 'choice'
    ? named(option) === named(field.name)
    : named(splitUnit(option).label) === named(field.label)
}

/** Puts it in the control of the option, where that offers it. */
function isTaken({ option, words }: Wanted, field: Field, into: Selection): boolean {
  if (field.kind === 'choice') {
    const choice = field.choices.find(({ name }) => named(name) === named(words))
    if (choice) into.choices[field.key] = choice.id
    return choice !== undefined
  }
  const number = parseDecimal(words)
  const fits = number !== null && !(field.integer && !Number.isInteger(Number(number)))
  if (!fits || splitUnit(option).unit !== field.unit) return false
  into.values[field.key] = words
  return true
}
