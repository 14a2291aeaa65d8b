/** The checks of single values that every part of a bundle needs, and the list of what they find. */
import { ANY_ID, isWhole, type Ids } from './bundle-references.ts'
import { isDecimal } from './decimal.ts'
import { FaultList, pointer } from './faults.ts'
import type { Locale } from './messages.ts'
import { read } from './schema.ts'

export type BundleFaultCode =
  | 'field_required'
  | 'field_type'
  | 'format_unknown'
  | 'duplicate_id'
  | 'duplicate_days'
  | 'reference_unknown'
  | 'second_tariff'
  | 'grid_empty'
  | 'grid_not_ascending'
  | 'decimal_invalid'
  | 'number_invalid'
  | 'surface_not_unitaire'
  | 'more_faults'
  | 'duplicate_key'
  | 'nesting_too_deep'
  | 'cell_invalid'

/** A fault of a bundle, in words: what is wrong and what would be right. */
export interface BundleFault {
  readonly path: string
  readonly code: BundleFaultCode
  readonly message: string
}

export type Fields = Readonly<Record<string, unknown>>

/** A person mends them by their list: all of them, but for a bundle that is wrong throughout. */
const LISTED = 100_000

export class BundleChecks {
  protected readonly faults = new FaultList<BundleFault>(LISTED)
  protected readonly locale: Locale

  constructor(locale: Locale) {
    this.locale = locale
  }

  protected add(path: string, code: BundleFaultCode, fr: string, en: string): void {
    if (this.faults.full) this.faults.count()
    else this.faults.push({ path, code, message: this.locale === 'fr' ? fr : en })
  }

  protected grid(grille: unknown, path: string): void {
    const points = read.array(grille)
    if (!points) return
    if (points.length === 0) this.add(path, 'grid_empty', 'la grille est vide', 'the grid is empty')
    let last = 0
    this.each(points, path, (point, at) => {
      this.decimal(point['prix'], `${at}/prix`)
      const quantity = read.integer(point['quantite'])
      if (quantity === undefined) return
      if (quantity <= last) {
        this.add(
          `${at}/quantite`,
          last === 0 ? 'number_invalid' : 'grid_not_ascending',
          last === 0
            ? 'une quantité est au moins 1'
            : `les quantités doivent croître : ${quantity} suit ${last}`,
          last === 0 ? 'a quantity is at least 1' : `quantities must ascend: ${quantity} follows ${last}`,
        )
      }
      last = Math.max(last, quantity)
    })
  }

  /** A record of supplements or adjustments by id: each id known, each amount a decimal number. */
  protected supplements(record: unknown, path: string, known: Ids | undefined, fr: string, en: string): void {
    this.records(record, path, known, fr, en, (supplement, at) => this.amounts(supplement, at))
  }

  protected records(
    record: unknown,
    path: string,
    known: Ids | undefined,
    fr: string,
    en: string,
    check: (entry: Fields, path: string) => void,
  ): void {
    for (const [key, value] of Object.entries(read.object(record) ?? {})) {
      const at = pointer(path, key)
      if (known && !(String(Number(key)) === key && known.has(Number(key)))) this.unknown(key, at, fr, en)
      const entry = read.object(value)
      if (entry) check(entry, at)
    }
  }

  protected amounts(supplement: Fields, path: string): void {
    for (const field of ['fixe', 'unitaire', 'pourcentage'])
      this.decimal(supplement[field], `${path}/${field}`)
  }

  /** @returns whether the value is a decimal number; one of another type has been reported by the structure. */
  protected decimal(value: unknown, path: string): boolean {
    if (typeof value !== 'string') return false
    if (isDecimal(value)) return true
    this.add(
      path,
      'decimal_invalid',
      `« ${value.slice(0, 40)} » n’est pas un nombre décimal ("12.5")`,
      `"${value.slice(0, 40)}" is not a decimal number ("12.5")`,
    )
    return false
  }

  protected known(id: number | undefined, known: Ids, path: string, fr: string, en: string): void {
    if (id !== undefined && !known.has(id)) this.unknown(id, path, fr, en)
  }

  protected unknown(id: number | string, path: string, fr: string, en: string): void {
    this.add(path, 'reference_unknown', `${fr} ${id} : inconnu`, `${en} ${id}: unknown`)
  }

  protected unique(list: unknown, path: string): Ids {
    const ids = new Set<number>()
    this.each(list, path, (entry, at) => this.newId(entry, at, ids))
    return isWhole(list) ? ids : ANY_ID
  }

  /** A product or family is named by its id in addresses: there a negative one is none. */
  protected uniqueItems(list: unknown, path: string): void {
    this.unique(list, path)
    this.each(list, path, (entry, at) => {
      const id = read.integer(entry['id'])
      if (id === undefined || id >= 0) return
      this.add(
        `${at}/id`,
        'number_invalid',
        `l’identifiant ${id} est négatif, aucune adresse ne le nomme : donnez-lui un nombre positif`,
        `id ${id} is negative, no address names it: give it a positive number`,
      )
    })
  }

  protected newId(entry: Fields, path: string, ids: Set<number>): void {
    const id = read.integer(entry['id'])
    if (id === undefined) return
    if (!Number.isSafeInteger(id)) {
      this.add(`${path}/id`, 'number_invalid', 'identifiant trop grand', 'id too large')
    } else if (ids.has(id)) {
      this.add(`${path}/id`, 'duplicate_id', `l’identifiant ${id} figure deux fois`, `id ${id} occurs twice`)
    }
    ids.add(id)
  }

  protected each(list: unknown, path: string, visit: (entry: Fields, path: string) => void): void {
    const entries = read.array(list)
    if (!entries) return
    for (let i = 0; i < entries.length; i++) {
      const entry = read.object(entries[i])
      if (entry) visit(entry, `${path}/${i}`)
    }
  }
}
