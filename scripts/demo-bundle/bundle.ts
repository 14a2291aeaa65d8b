import { expandDisplay, expandPrint } from './expand.ts'
import { leadTimes } from './lead-times.ts'
import type { Bundle } from './shapes.ts'
import { books } from './tables/books.ts'
import { cards } from './tables/cards.ts'
import { display } from './tables/display.ts'
import { leaflets } from './tables/leaflets.ts'
import { stationery } from './tables/stationery.ts'
import { wideFormatProducts } from './tables/wide-format.ts'

export function buildBundle(): Bundle {
  const print = [...cards, ...leaflets, ...books, ...stationery, ...wideFormatProducts].map(expandPrint)
  const families = display.map(expandDisplay)
  return {
    format: 'comptoir-bundle/1',
    delais: [...leadTimes],
    produits: print.map(({ produit }) => produit),
    familles: families.map(({ famille }) => famille),
    tarifs: {
      print: print.flatMap(({ tarif }) => tarif ?? []),
      display: families.map(({ tarif }) => tarif),
    },
  }
}

const width = 110

/**
 * JSON as Prettier lays it out (one line where it fits, lists of records one record a line), so that a price
 * that changes is a line that changes.
 */
export function serialize(value: unknown): string {
  return `${lay(value, 0, 0)}\n`
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** Lists of several records, or of several lists, never share a line. */
function alwaysBroken(value: unknown): boolean {
  if (isList(value)) {
    const records = value.length > 1 && value.every((item) => isRecord(item) && Object.keys(item).length > 1)
    return records || value.some(alwaysBroken)
  }
  return isRecord(value) && Object.values(value).some(alwaysBroken)
}

function onOneLine(value: unknown): string {
  if (isList(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${onOneLine(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** `before` counts what stands on the line already; one more character may follow, a comma. */
function lay(value: unknown, depth: number, before: number, after = 0): string {
  const line = onOneLine(value)
  if ((before + line.length + after <= width && !alwaysBroken(value)) || !(isList(value) || isRecord(value)))
    return line
  const indent = '  '.repeat(depth + 1)
  const close = '  '.repeat(depth)
  if (isList(value)) {
    if (value.every((item) => typeof item === 'number')) return `[\n${fill(value, indent)}\n${close}]`
    const items = value.map(
      (item, index) => indent + lay(item, depth + 1, indent.length, index < value.length - 1 ? 1 : 0),
    )
    return `[\n${items.join(',\n')}\n${close}]`
  }
  const entries = Object.entries(value)
  const fields = entries.map(([key, field], index) => {
    const name = `${indent}${JSON.stringify(key)}: `
    return name + lay(field, depth + 1, name.length, index < entries.length - 1 ? 1 : 0)
  })
  return `{\n${fields.join(',\n')}\n${close}}`
}

function fill(numbers: number[], indent: string): string {
  const lines: string[] = []
  let current = indent
  numbers.forEach((number, index) => {
    const word = `${number}${index < numbers.length - 1 ? ',' : ''}`
    const gap = current === indent ? '' : ' '
    if (current.length + gap.length + word.length > width) {
      lines.push(current)
      current = indent + word
    } else current += gap + word
  })
  return [...lines, current].join('\n')
}
