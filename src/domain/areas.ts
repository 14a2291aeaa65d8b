/** What differs between the two areas, in one table: who handles a line of either asks here. */
import type { Snapshot, Visibility } from './catalogue.ts'
import {
  checkDisplayCart,
  checkDisplayRequest,
  checkPrintCart,
  checkPrintRequest,
  type CartPurpose,
  type CheckedCart,
} from './cart-check.ts'
import {
  displayConfiguration,
  displayHints,
  displayLineOf,
  displaySpace,
  printConfiguration,
  printHints,
  printLineOf,
  printSpace,
} from './configuration.ts'
import { defaultDisplayLine, defaultPrintLine } from './default-line.ts'
import { chosenNames, describeDisplay, describePrint, type Names } from './describe.ts'
import type { CheckedDisplayLine, LigneDisplay } from './display/line.ts'
import type { Configuration, Hints, Space } from '../estimate/index.ts'
import type { FaultList } from './faults.ts'
import type { LeadTime } from './lead-times.ts'
import type { Area } from './order.ts'
import { withoutLeadTime, type CheckedPrintLine, type LignePrint } from './print/line.ts'
import type { LeadTimePrice } from './tariff.ts'
import {
  displayTariffPriceAt,
  displayTariffPrices,
  printTariffPriceAt,
  printTariffPrices,
} from './tariff-prices.ts'
import type { Reason } from './reasons.ts'
import { ITEM_FIELDS } from './shared/quote-lines.ts'
import type { SummaryPart } from './summary.ts'
import type { Source } from './source.ts'

/** A line that is valid in its area. */
export type CheckedLine = CheckedPrintLine | CheckedDisplayLine

type Body = Readonly<Record<string, unknown>>

/** The rules of one area. */
export interface AreaRules<Line extends CheckedLine = CheckedLine> {
  /** the field of a line that names its product or family */
  readonly itemField: (typeof ITEM_FIELDS)[Area]
  /** what that is, as refusals name it */
  readonly item: 'product' | 'family'
  /** Checks the body of `prix/`. @returns null where `faults` took anything */
  checkRequest(body: unknown, snapshot: Snapshot, visibility: Visibility, faults: FaultList): Line | null
  checkCart(
    body: unknown,
    snapshot: Snapshot,
    visibility: Visibility,
    purpose: CartPurpose,
    faults: FaultList,
  ): CheckedCart<Line>
  itemId(line: Line): number
  itemName(line: Line): string
  /** What a line names by ids, in words, by JSON pointer into it. */
  names(line: Line, body: Body): Names
  /** What was chosen, as a person reads it on a quote. */
  describe(line: Line): SummaryPart[]
  /** What the configurator begins with, in the same words. */
  usual(line: Line): SummaryPart[]
  /** The ids of lead times that the line's item names; null: it names none, any may be its. */
  leadTimeIds(line: Line): readonly number[] | null
  /** The lead times that the line's product or family is offered at. */
  leadTimes(line: Line): readonly LeadTime[]
  /** Where the line's product or family comes from. */
  sourceOf(line: Line): Source
  /** The lead time that a line asks for, as its source knows it. @param cartDelai that of a whole cart */
  leadTimeOf(line: Line, cartDelai: number | null): number | null
  /** Our own tariff's price at every lead time, fastest first. */
  tariffPrices(line: Line): LeadTimePrice[]
  /** The same at one lead time alone. @param delai its id; null for the main one */
  tariffPriceAt(line: Line, delai: number | null): LeadTimePrice | Reason
  /** The line as the estimator sees it. */
  configuration(line: Line): Configuration
  /** Every configuration that the line's item can have. */
  space(line: Line): Space
  hints(line: Line): Hints
  /** A configuration as a line that can be asked for. */
  lineOf(item: number, configuration: Configuration): object
  /** The line that a configurator begins with; null of an item that is not there. */
  defaultLine(snapshot: Snapshot, item: number, visibility: Visibility): object | null
  /** A line's body at other quantities. */
  withQuantities(body: object, quantities: readonly number[]): object
  /** The line as a partner is sent it (partner-api.md 2.2, 2.9): what is not chosen is left out. */
  toPartner(line: object, delai: number | null): Record<string, unknown>
}

const print: AreaRules<CheckedPrintLine> = {
  itemField: ITEM_FIELDS.print,
  item: 'product',
  checkRequest: checkPrintRequest,
  checkCart: checkPrintCart,
  itemId: ({ product }) => product.produit.id,
  itemName: ({ product }) => product.produit.nom,
  names: ({ product }, body) => chosenNames(product.produit, body),
  describe: ({ product, line }) => describePrint(product, line),
  usual: ({ product }) => describePrint(product, defaultPrintLine(product)),
  leadTimeIds: ({ product }) => product.produit.delais,
  leadTimes: ({ product }) => product.leadTimes,
  sourceOf: ({ product }) => product.source,
  leadTimeOf: ({ line }) => line.delai,
  tariffPrices: printTariffPrices,
  tariffPriceAt: printTariffPriceAt,
  configuration: printConfiguration,
  space: ({ product }) => printSpace(product),
  hints: ({ product }) => printHints(product),
  lineOf: printLineOf,
  defaultLine(snapshot, item, visibility) {
    const product = snapshot.product(item, visibility)
    return product ? defaultPrintLine(product) : null
  },
  withQuantities: (body, quantities) => ({ ...body, quantites_multiples: quantities }),
  toPartner(line, delai) {
    const whole = withoutLeadTime(line as LignePrint)
    return delai === null ? { ...whole } : { ...whole, delai }
  },
}

const display: AreaRules<CheckedDisplayLine> = {
  itemField: ITEM_FIELDS.display,
  item: 'family',
  checkRequest: checkDisplayRequest,
  checkCart: checkDisplayCart,
  itemId: ({ family }) => family.famille.id,
  itemName: ({ family }) => family.famille.nom_complet,
  names: ({ family }, body) => chosenNames(family.famille, body),
  describe: ({ family, line }) => describeDisplay(family, line),
  usual: ({ family }) => describeDisplay(family, defaultDisplayLine(family)),
  leadTimeIds: () => null,
  leadTimes: ({ family }) => family.tariff?.leadTimes.map(({ leadTime }) => leadTime) ?? [],
  sourceOf: ({ family }) => family.source,
  leadTimeOf: ({ family }, cartDelai) => (cartDelai === null ? null : family.leadTimeAs(cartDelai)),
  tariffPrices: displayTariffPrices,
  tariffPriceAt: displayTariffPriceAt,
  configuration: displayConfiguration,
  space: ({ family }) => displaySpace(family),
  hints: ({ family }) => displayHints(family),
  lineOf: displayLineOf,
  defaultLine(snapshot, item, visibility) {
    const family = snapshot.family(item, visibility)
    return family ? defaultDisplayLine(family) : null
  },
  withQuantities: (body, [quantite]) => ({ ...body, quantite }),
  toPartner: (line) =>
    Object.fromEntries(
      Object.entries(line as LigneDisplay).filter(
        ([key, value]) => value !== null && !(key === 'verification' && value === false),
      ),
    ),
}

export const AREAS: Readonly<Record<Area, AreaRules>> = { print, display }

/** The area of a line. */
export const areaOf = (line: CheckedLine): Area => ('product' in line ? 'print' : 'display')

/** The rules of a line's area. */
export const rulesOf = (line: CheckedLine): AreaRules => AREAS[areaOf(line)]

/** Where a line's product or family comes from. */
export const sourceOfLine = (line: CheckedLine): Source => rulesOf(line).sourceOf(line)

/** What was chosen, with what of it the product begins with anyway. */
export function choicesOf(line: CheckedLine): SummaryPart[] {
  const rules = rulesOf(line)
  const usual = new Set(rules.usual(line).map((part) => JSON.stringify(part)))
  return rules
    .describe(line)
    .map((part) => (usual.has(JSON.stringify(part)) ? { ...part, usual: true } : part))
}
