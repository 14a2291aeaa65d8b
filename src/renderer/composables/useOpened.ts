/**
 * What the address of a product opens: the line of a quote, a saved configuration, the last one. One whose own product has
 * left the catalogue is carried over to the product that is opened, by its words.
 */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute } from 'vue-router'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import type { Area, PriceThen, ProductLineInput, QuoteLineInput } from '../api/types'
import { carriedByWords } from '../lib/carried-over'
import type { Form } from '../lib/form'
import { knownPriceOf, savedOf, type Known, type Saved } from '../lib/lost-choices'
import { lineOf, selectionOf } from '../lib/selection'
import { useCatalogue } from '../stores/catalogue'
import { useQuote } from '../stores/quote'
import { useShelf } from '../stores/shelf'
import type { OpenedLine, Start } from './useConfigurator'
import { useFollowedLine } from './useFollowedLine'
import { useKnownLines } from './useKnownLines'
import { useQuoteName } from './useQuoteName'

/** What was configured before, with its words: of whichever product it is. */
export interface Former extends Pick<Start, 'price'> {
  /** Of its product or family, as it was called then. */
  readonly itemName: string
  readonly item: number
  readonly line: QuoteLineInput & Pick<ProductLineInput, 'sale'>
  readonly saved: Saved
  /** Of a saved configuration. */
  readonly name: string | null
  /** The place of the line of the quote in hand that it is; null where it is none. */
  readonly at: number | null
}

/** What is configured on the screen. */
export interface Stands extends Pick<QuoteLineInput, 'line' | 'leadTimeLabel'> {
  /** as it is shown there; null: not yet */
  readonly price: PriceThen | null
}

export function useOpened(opened: { readonly area: Area; readonly id: number }) {
  const { t } = useI18n()
  const route = useRoute()
  const quote = useQuote()
  const shelf = useShelf()
  const catalogue = useCatalogue()
  const names = useQuoteName()
  const { follow } = useFollowedLine()

  /** The quote and the line that the address names, to be changed. */
  const named = computed(() => {
    const { devis, ligne } = route.query
    return devis && ligne ? { quote: Number(devis), line: String(ligne) } : null
  })

  const ofLine = (at: number): Former | null => {
    const line = quote.draft.lines[at]
    if (!line || !isProduct(line) || line.area !== opened.area) return null
    const { summary = [], parts = [], price = null, name: itemName = '' } = quote.quote?.lines[at] ?? {}
    return { itemName, item: itemOf(line), line, saved: { summary, parts }, price, name: null, at }
  }

  /** Only a line of the quote being written is changed: another one is current where someone came back to an old address. */
  function namedLine(): Former | null {
    const wanted = named.value
    if (!wanted || quote.quote?.id !== wanted.quote || !quote.editable) return null
    return ofLine(quote.draft.lines.findIndex(({ id }) => id === wanted.line))
  }

  /** @returns undefined where the address names none */
  async function namedOnShelf(): Promise<Former | null | undefined> {
    const { configuration, recente } = route.query
    if (configuration === undefined && recente === undefined) return undefined
    if (!shelf.loaded) await shelf.load()
    const found =
      configuration === undefined ? shelf.recent(opened) : shelf.configuration(Number(configuration))
    return found?.area === opened.area ? ofShelf(found) : null
  }

  const ofShelf = (kept: (typeof shelf.recents)[number] | (typeof shelf.configurations)[number]): Former => {
    const { area, item, itemName, line, delai, leadTimeLabel, summary, parts, price } = kept
    const name = 'name' in kept ? kept.name : null
    const input = { area, line, delai, leadTimeLabel }
    return { itemName, item, line: input, saved: { summary, parts }, name, price, at: null }
  }

  const known = useKnownLines()
  const kept = () => known.kept(opened)
  const quotedLines = () => known.quoted(opened)
  /** Lines of the product whose words are at hand. */
  const knownLines = (): Known[] => [...kept(), ...quotedLines()]

  /** What the address says, else what is at hand of the product, which itself says nothing any more. */
  async function former(): Promise<Former | null> {
    const told = namedLine() ?? (await namedOnShelf())
    if (told) return told
    if (!shelf.loaded) await shelf.load()
    const [line] = quotedLines()
    const [first] = kept()
    if (line) return ofLine(quote.quote!.lines.indexOf(line))
    return first ? ofShelf(first) : null
  }

  const isOffered = async (id: number) => {
    await catalogue.ensure()
    await catalogue.whenSearchable()
    return catalogue.version === null || catalogue.entry(opened.area, id) !== undefined
  }

  /** As it begins in a form; null where that is of another product, which still is in the catalogue. */
  async function startOf(form: Form, former: Former): Promise<Start | null> {
    const { line, saved, name, price = null, item, itemName } = former
    if (item === opened.id) return { line, saved, name, price }
    if (await isOffered(item)) return null
    const { selection, ...left } = carriedByWords(line.line, saved, form, (kind) => t(`element.${kind}`))
    const carried = { ...line, line: lineOf(form, selection), delai: null }
    return { line: carried, saved, name, price, from: { name: itemName, ...left } }
  }

  async function openedLine(form: Form): Promise<OpenedLine | null> {
    const found = namedLine()
    const start = found && (await startOf(form, found))
    if (!start || found.at === null) return null
    const soldApart = (found.line.sale ?? null) !== null
    return { ...start, opened: follow(found.at), quote: names.named(quote.quote!), soldApart }
  }

  /** What stands in the controls, as what was configured before: with what it cost where that is known. */
  function standing(form: Form, stands: Stands, begun: Start | null, at: number | null): Former {
    const { leadTimeLabel } = stands
    const line = { ...begun?.line, area: form.area, delai: null, line: stands.line, leadTimeLabel }
    const saved = savedOf(form, selectionOf(form, stands.line))
    const before = begun ? [{ ...begun.line, price: begun.price ?? null }] : []
    const price = knownPriceOf(line, [...before, ...kept()])
    return { itemName: form.name, item: form.id, line, saved, price, name: begun?.name ?? null, at }
  }

  return { named, namedOnShelf, former, startOf, openedLine, kept, knownLines, standing }
}
