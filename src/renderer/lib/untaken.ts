/** What an address asks for that nothing can be made of: which value of it, and why. */
import { ELEMENTS, type ElementKind } from '../../domain/shared/display-elements.ts'
import { beginningOf } from './beginning'
import { listed, NONE, type Told } from './configured-address'
import { valueKey, type Form } from './form'
import { parseDecimal, parseInteger } from './numbers'

export interface Untaken {
  readonly part: 'choix' | ElementKind | 'valeurs' | 'quantites' | 'jours'
  /** as the address has it, cut where it is long */
  readonly text: string
  readonly why: 'noCopies' | 'oneQuantity' | 'noChoice' | 'noValue' | 'noOption' | 'noDays'
}

const LONGEST_TEXT = 40
/** So many are named: an address of nobody's has more. */
const MOST_NAMED = 5

const isId = (text: string) => /^\d{1,15}$/.test(text)

function ofQuantities(told: Told, { area }: Form): Untaken[] {
  let taken = 0
  return listed(told.quantites ?? '', ',').flatMap((text): Untaken[] => {
    if ((parseInteger(text) ?? 0) <= 0) return [{ part: 'quantites', text, why: 'noCopies' }]
    taken++
    return area === 'display' && taken > 1 ? [{ part: 'quantites', text, why: 'oneQuantity' }] : []
  })
}

function ofValues(told: Told, { area, fields }: Form): Untaken[] {
  if (area === 'display') return []
  return listed(told.valeurs ?? '', ',').flatMap((text): Untaken[] => {
    const [, option = '', value = ''] = /^(\d{1,15}):(.*)$/.exec(text) ?? []
    if (option === '' || parseDecimal(value) === null) return [{ part: 'valeurs', text, why: 'noValue' }]
    const offered = fields.some(({ key }) => key === valueKey(Number(option)))
    return offered ? [] : [{ part: 'valeurs', text, why: 'noOption' }]
  })
}

/** What {@link configuredIn} leaves out of an address, the first few of it. */
export function untakenIn(told: Told, form: Form): Untaken[] {
  const choices = listed(told.choix ?? '', '-').filter((text) => !isId(text))
  const elements = form.area === 'display' ? ELEMENTS : []
  const isDays = told.jours === undefined || parseInteger(told.jours) !== null
  const all: Untaken[] = [
    ...ofQuantities(told, form),
    ...choices.map((text): Untaken => ({ part: 'choix', text, why: 'noChoice' })),
    ...elements.flatMap((part): Untaken[] => {
      const text = told[part] ?? NONE
      return text === NONE || isId(text) ? [] : [{ part, text, why: 'noChoice' }]
    }),
    ...ofValues(told, form),
    ...(isDays ? [] : [{ part: 'jours', text: told.jours ?? '', why: 'noDays' } as const]),
  ]
  return all.slice(0, MOST_NAMED).map(({ text, ...rest }) => ({
    ...rest,
    text: beginningOf(text, LONGEST_TEXT),
  }))
}
