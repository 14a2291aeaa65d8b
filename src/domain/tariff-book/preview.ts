/**
 * What an edited workbook would change, before it is kept: the entries of each tariff that are new, other or gone, and the
 * prices of typical configurations by the tariffs of before and of after.
 */
import type { Bundle } from '../bundle.ts'
import { Snapshot, SEES_ALL } from '../catalogue.ts'
import { defaultDisplayLine, defaultPrintLine, familySteps, productSteps } from '../default-line.ts'
import { completeFamille, ELEMENT_KINDS, type ElementKind } from '../display/family.ts'
import { checkDisplayLine } from '../display/line.ts'
import { FaultList } from '../faults.ts'
import type { Locale } from '../message.ts'
import { checkPrintLine } from '../print/line.ts'
import { completeProduit } from '../print/product.ts'
import type { Reason } from '../reasons.ts'
import type { LeadTimePrice } from '../tariff.ts'
import { displayTariffPriceAt, printTariffPriceAt } from '../tariff-prices.ts'
import { EXCLUSIONS, FORMS, GRID, NAME } from './layout.ts'
import { looksOf, type Look } from './looks.ts'
import { fieldsOf, namedItems, type Fields, type NamedItem } from './write.ts'

/** So many configurations are priced of a product or family. */
export const TYPICAL = 10
/** So many of them, at most, are there for an entry that changes. */
const PROBED = 6
/** So many products and families are told in full. */
const MOST_ITEMS = 100

/** A configuration's price excluding tax, in cents, before and after; null: it has none. */
export interface PreviewedPrice {
  /** what it has beside the usual choices, by the name of a tariff's entry; "" of the usual ones */
  readonly choice: string
  /** copies of all visuals together */
  readonly quantity: number
  /** "J+2" */
  readonly leadTime: string
  readonly before: number | null
  readonly after: number | null
}

export interface PreviewedItem {
  readonly area: 'print' | 'display'
  /** the bundle's own id of the product or family */
  readonly id: number
  readonly name: string
  /** whether there was no such product or family before */
  readonly isNew: boolean
  /** how many entries of it and of its tariff are new, and other than they were */
  readonly added: number
  readonly changed: number
  /** the entries that are gone, by their names */
  readonly removed: readonly string[]
  readonly prices: readonly PreviewedPrice[]
  /** prices that may be a mistake */
  readonly looks: readonly Look[]
}

export interface BookPreview {
  /** products and families whose tariff changes; the first hundred */
  readonly items: readonly PreviewedItem[]
  readonly itemCount: number
  /** how many of them are new */
  readonly newCount: number
  /** those that are sold no more, by their names; the first hundred */
  readonly removed: readonly string[]
  readonly removedCount: number
}

/** What is chosen to see an entry at work; ids are the bundle's. */
interface Probe {
  readonly quantity?: number
  readonly leadTime?: number
  readonly variant?: number
  readonly value?: number
  readonly visuals?: 2
  readonly verification?: true
  readonly element?: readonly [ElementKind, number | null]
}

interface Entry {
  readonly key: string
  readonly name: string
  /** what it says */
  readonly said: string
  readonly probe: Probe
}

/** @param before the bundle in force, @param after the same with the tariffs of a workbook; both without a fault */
export function bookPreview(before: Bundle, after: Bundle, locale: Locale): BookPreview {
  const keyOf = ({ area, id }: NamedItem) => `${area} ${id}`
  const was = new Map(namedItems(before, locale).map((named) => [keyOf(named), named]))
  const said = (named: NamedItem | undefined) => JSON.stringify([named?.item, named?.tariff])
  const changed = namedItems(after, locale).filter((named) => said(was.get(keyOf(named))) !== said(named))
  const told = changed.slice(0, MOST_ITEMS)
  const there = new Set(namedItems(after, locale).map(keyOf))
  const gone = [...was].flatMap(([key, { name }]) => (there.has(key) ? [] : [name]))
  const tariffs = new Two(before, after, told)
  const items = told.map((named): PreviewedItem => {
    const { area, id, name } = named
    const old = was.get(keyOf(named))
    const then = new Map(old && entriesOf(old, locale).map((entry) => [entry.key, entry]))
    const now = entriesOf(named, locale)
    const other = now.filter(({ key, said }) => then.get(key)?.said !== said)
    const keys = new Set(now.map(({ key }) => key))
    const gone = [...then.values()].filter(({ key }) => !keys.has(key))
    return {
      ...{ area, id, name, isNew: old === undefined },
      added: countOf(other.filter(({ key }) => !then.has(key))),
      changed: countOf(other.filter(({ key }) => then.has(key))),
      removed: [...new Map(gone.map((entry) => [entryOf(entry), entry.name])).values()],
      prices: tariffs.prices(named, [...gone, ...other]),
      looks: looksOf(named, old, locale),
    }
  })
  return {
    ...{ items, itemCount: changed.length },
    newCount: changed.filter((named) => !was.has(keyOf(named))).length,
    ...{ removed: gone.slice(0, MOST_ITEMS), removedCount: gone.length },
  }
}

/** A variant is an entry of its product, and of its tariff: told once. */
const entryOf = ({ key }: Entry) => key.slice(key.startsWith(OF_ITEM) ? OF_ITEM.length : 0)
const countOf = (entries: readonly Entry[]) => new Set(entries.map(entryOf)).size
const OF_ITEM = 'item '

/** What a product or family says of itself; its lists by their entries. */
function itemEntries({ area, item }: NamedItem, locale: Locale): Entry[] {
  const form = FORMS[area]
  const entries: Entry[] = []
  const add = (key: string, name: string, value: unknown) => {
    if (value !== undefined && value !== null)
      entries.push({ key: OF_ITEM + key, name, said: JSON.stringify(value), probe: {} })
  }
  const wordOf = (field: string) => form.parts.find((one) => one.field === field)?.words[locale]
  for (const [field, value] of Object.entries(item)) {
    if (field === 'options') {
      for (const { variantes, ...option } of value as readonly (Fields & {
        variantes?: readonly Fields[]
      })[]) {
        add(`options ${String(option['id'])}`, String(option['nom']), option)
        for (const variant of variantes ?? [])
          add(`variantes ${String(variant['id'])}`, `${String(option['nom'])} ${String(variant['nom'])}`, [
            variant,
            option['id'],
          ])
      }
    } else if (Array.isArray(value) && typeof value[0] === 'object') {
      for (const one of value as readonly Fields[])
        add(`${field} ${String(one['id'])}`, String(one['nom'] ?? one['nom_complet']), one)
    } else if (field !== 'id') {
      const other = form.ofItem.find(({ path }) => path[0] === field)?.words[locale]
      add(field, other ?? wordOf(field) ?? NAME[locale], value)
    }
  }
  return entries
}

/** The entries of a tariff, each under a key that stays its own while it changes. */
function entriesOf(named: NamedItem, locale: Locale): Entry[] {
  const { area, names, grids } = named
  const tariff = named.tariff ?? {}
  const form = FORMS[area]
  const entries = itemEntries(named, locale)
  const add = (key: string, name: string, value: unknown, probe: Probe = {}) => {
    if (value !== undefined && value !== null) entries.push({ key, name, said: JSON.stringify(value), probe })
  }
  for (const { path, words } of form.values) {
    const [first, second] = path
    const value = second === undefined ? tariff[first] : fieldsOf(tariff[first])[second]
    add(path.join('/'), words[locale], value, first === 'visuel_supplementaire' ? { visuals: 2 } : {})
  }
  for (const { id, name, lecture, grille } of grids) {
    const of: Probe = id === null ? {} : { element: ['format', id] }
    const grid = [GRID[locale], name].filter(Boolean).join(' ')
    if (lecture !== '') add(`grid ${id}`, grid, lecture, of)
    for (const { quantite, prix } of grille)
      add(`grid ${id} ${quantite}`, `${grid}, ${quantite}`, prix, { ...of, quantity: quantite })
  }
  for (const { field, words, single } of form.parts) {
    if (single) {
      const probe: Probe =
        field === 'verification' ? { verification: true } : { element: ['impression', null] }
      add(field, words[locale], tariff[field], probe)
    } else if (field === EXCLUSIONS) {
      for (const exclusion of (tariff[field] ?? []) as readonly unknown[])
        add(`${field} ${JSON.stringify(exclusion)}`, words[locale], exclusion)
    } else {
      const known = new Map(names[field])
      for (const [id, entry] of Object.entries(fieldsOf(tariff[field])))
        add(`${field} ${id}`, known.get(id) ?? `${words[locale]} ${id}`, entry, probeOf(field, Number(id)))
    }
  }
  return entries
}

function probeOf(field: string, id: number): Probe {
  if (field === 'delais') return { leadTime: id }
  if (field === 'variantes') return { variant: id }
  if (field === 'valeurs') return { value: id }
  const kind = (Object.keys(ELEMENT_KINDS) as ElementKind[]).find((one) => ELEMENT_KINDS[one] === field)
  return kind ? { element: [kind, id] } : {}
}

/** Some of a list, from its first to its last. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))]!)
}

const centsOf = (price: LeadTimePrice | Reason | null): number | null =>
  price && 'cents' in price ? price.cents : null

/** A price, and what tells its configuration from others. */
interface Priced {
  readonly key: string
  readonly price: Omit<PreviewedPrice, 'choice'>
}

/** The tariffs of before and of after, each ready to price. */
class Two {
  readonly #before: Snapshot
  readonly #after: Snapshot

  constructor(before: Bundle, after: Bundle, of: readonly NamedItem[]) {
    this.#before = snapshotOf(before, of)
    this.#after = snapshotOf(after, of)
  }

  /** Typical configurations of a product or family: at the quantities it is sold by, and with what changes. */
  prices(named: NamedItem, changed: readonly Entry[]): PreviewedPrice[] {
    if (named.tariff === null) return []
    const probed = spread(
      changed.filter(({ probe }) => Object.keys(probe).length > 0),
      PROBED,
    )
    const steps = this.#stepsOf(named)
    const middle = steps[Math.floor(steps.length / 3)]
    const leadTimes = Object.keys(fieldsOf(named.tariff['delais']))
    const found = new Map<string, PreviewedPrice>()
    const add = (choice: string, priced: Priced | null) => {
      if (priced && found.size < TYPICAL && !found.has(priced.key))
        found.set(priced.key, { choice, ...priced.price })
    }
    for (const quantity of spread(steps, TYPICAL - probed.length)) add('', this.#price(named, { quantity }))
    for (const { name, probe } of probed) {
      const { priced, with: besides } = this.#atWork(named, probe, [middle, steps[0], steps.at(-1)])
      // A quantity or a lead time is told beside it.
      add([isNamed(probe) && name, besides].filter(Boolean).join(', '), priced)
    }
    for (const id of leadTimes)
      add('', this.#price(named, { ...(middle !== undefined && { quantity: middle }), leadTime: Number(id) }))
    return [...found.values()].sort((a, b) => a.choice.localeCompare(b.choice) || a.quantity - b.quantity)
  }

  /** What an entry does to a price: what is not sold like most may be at another quantity, or with another variant. */
  #atWork(named: NamedItem, probe: Probe, quantities: readonly (number | undefined)[]) {
    const others = probe.variant === undefined ? (named.names['variantes'] ?? []) : []
    let first: Priced | null = null
    for (const [variant, besides] of [[undefined, ''] as const, ...others])
      for (const quantity of quantities) {
        const priced = this.#price(named, {
          ...(quantity !== undefined && { quantity }),
          ...(variant !== undefined && { variant: Number(variant) }),
          ...probe,
        })
        if (priced && priced.price.before !== priced.price.after) return { priced, with: besides }
        first ??= priced
      }
    return { priced: first, with: '' }
  }

  #stepsOf({ area, id }: NamedItem): number[] {
    const product = area === 'print' ? this.#after.product(id, SEES_ALL) : undefined
    const family = area === 'display' ? this.#after.family(id, SEES_ALL) : undefined
    return product ? productSteps(product) : family ? familySteps(family) : []
  }

  /** @returns null for what cannot be ordered like that */
  #price(named: NamedItem, probe: Probe): Priced | null {
    const line =
      named.area === 'print' ? this.#printLine(named.id, probe) : this.#displayLine(named.id, probe)
    const delai = probe.leadTime ?? (fieldsOf(named.tariff)['delai_principal'] as number)
    const [before, after] = [this.#before, this.#after].map((snapshot) => {
      if (line === null) return null
      if (named.area === 'print') {
        const checked = checkPrintLine(line, (id) => snapshot.product(id, SEES_ALL), '', new FaultList())
        return checked && { price: printTariffPriceAt(checked, delai), quantity: checked.configuration.total }
      }
      const checked = checkDisplayLine(line, (id) => snapshot.family(id, SEES_ALL), '', new FaultList())
      return (
        checked && { price: displayTariffPriceAt(checked, delai), quantity: checked.configuration.quantity }
      )
    })
    if (!after) return null
    const days = this.#after.leadTimes.get(delai)?.days ?? 0
    const [was, is] = [centsOf(before?.price ?? null), centsOf(after.price)]
    return {
      key: JSON.stringify([line, delai]),
      price: { quantity: after.quantity, leadTime: `J+${days}`, before: was, after: is },
    }
  }

  #printLine(id: number, { quantity, variant, value, visuals }: Probe) {
    const product = this.#after.product(id, SEES_ALL)
    if (!product) return null
    const line = defaultPrintLine(product, quantity)
    const { optionOfVariant } = product
    const option = variant === undefined ? undefined : optionOfVariant.get(variant)
    const variantes = line.variantes.map((one) =>
      option && optionOfVariant.get(one) === option ? variant : one,
    )
    const valeurs = value === undefined ? line.valeurs : { [value]: '1', ...line.valeurs }
    const [first] = line.quantites_multiples
    return { ...line, variantes, valeurs, ...(visuals && { quantites_multiples: [first, first] }) }
  }

  #displayLine(id: number, { quantity, variant, element, verification }: Probe) {
    const family = this.#after.family(id, SEES_ALL)
    if (!family) return null
    const line = defaultDisplayLine(family, quantity)
    const { optionOfVariant } = family
    const option = variant === undefined ? undefined : optionOfVariant.get(variant)
    const variantes = line.variantes.map((one) =>
      option && optionOfVariant.get(one) === option ? variant : one,
    )
    return {
      ...{ ...line, variantes },
      ...(element && { [element[0]]: element[1] }),
      ...(verification && { verification }),
    }
  }
}

/** Whether what is chosen is told by a name. */
const isNamed = ({ variant, value, visuals, verification, element }: Probe): boolean =>
  [variant, value, visuals, verification, element].some((one) => one !== undefined)

/** The products and families of some tariffs, by the bundle's own ids. */
function snapshotOf(bundle: Bundle, of: readonly NamedItem[]): Snapshot {
  const ids = { print: new Set<number>(), display: new Set<number>() }
  for (const { area, id } of of) ids[area].add(id)
  const stored = (id: number, body: unknown) => ({ id, body: JSON.stringify(body) })
  return new Snapshot({
    version: 0,
    sources: [
      {
        ...{ id: 0, kind: 'tariffs', name: '', url: null, removed: false },
        block: { base: 0, size: Number.MAX_SAFE_INTEGER },
      },
    ],
    leadTimes: bundle.delais.map(({ id, jours }) => ({ id, days: jours })),
    products: (bundle.produits ?? []).flatMap((one) =>
      ids.print.has(one.id) ? [stored(one.id, completeProduit(one))] : [],
    ),
    families: (bundle.familles ?? []).flatMap((one) =>
      ids.display.has(one.id) ? [stored(one.id, completeFamille(one))] : [],
    ),
    printTariffs: (bundle.tarifs?.print ?? []).map((one) => stored(one.produit, one)),
    displayTariffs: (bundle.tarifs?.display ?? []).map((one) => stored(one.famille, one)),
  })
}
