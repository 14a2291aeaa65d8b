/** What the partner does with a line: refuse it in its own words, or price it at each lead time. */
import type { Catalogue, DisplayFamily, Product } from './catalogue.ts'
import type { Price, Schedule } from './pricing.ts'
import { priceAt } from './pricing.ts'
import type { DisplayJob } from './pricing/display.ts'
import type { FreeOption, Job } from './pricing/model.ts'
import { total } from './pricing/model.ts'
import type { DisplayLine, PrintLine } from './wire.ts'

/** A line or a cart that the partner will not have (400): the field at fault and what it says. */
export class Refusal extends Error {
  readonly field: string

  constructor(field: string, words: string) {
    super(words)
    this.field = field
  }
}

/** A priced line: lead-time id to price, fastest first, and the id that counts where none is asked for. */
export interface Priced {
  prices: Map<number, Price>
  main: number
  /** Of the line; already checked against the prices. */
  asked: number | undefined
}

/** The partner's general and particular changes of price: 1 is the price list as it was. */
export type PriceFactor = (id: number) => number

const unchanged: PriceFactor = () => 1

type Body = Record<string, unknown>

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

function integers(body: Body, field: string): number[] {
  const value = body[field] ?? []
  if (!Array.isArray(value) || !value.every(isInteger))
    throw new Refusal(field, 'Une liste d’entiers est attendue.')
  return value
}

function checkValue(option: FreeOption, sent: string): number {
  const pattern = option.type === 'integer' ? /^\d+$/ : /^\d+(\.\d+)?$/
  if (!pattern.test(sent))
    throw new Refusal('valeurs', `${option.nom} : « ${sent} » n’est pas une valeur correcte.`)
  const value = Number(sent)
  if (value < option.min || value > option.max) {
    throw new Refusal(
      'valeurs',
      `${option.nom} : la valeur doit être comprise entre ${option.min} et ${option.max}.`,
    )
  }
  const steps = value / option.step
  if (Math.abs(steps - Math.round(steps)) > 1e-6) {
    throw new Refusal('valeurs', `${option.nom} : la valeur doit être un multiple de ${option.step}.`)
  }
  return value
}

function checkCopies(product: Product, line: Body): number[] {
  const copies = integers(line, 'quantites_multiples')
  const { page } = product
  if (copies.length === 0) throw new Refusal('quantites_multiples', 'Ce champ est obligatoire.')
  if (copies.length < page.nombre_visuels_min || copies.length > page.nombre_visuels_max) {
    throw new Refusal(
      'quantites_multiples',
      `Nombre de visuels incorrect pour ce produit : ${copies.length}.`,
    )
  }
  for (const quantity of copies) {
    if (quantity <= 0)
      throw new Refusal('quantites_multiples', 'Une quantité doit être strictement positive.')
    const offered = page.quantites.range
      ? quantity >= (page.quantites.min ?? 1) && quantity <= page.quantites.max
      : page.quantites.available.includes(quantity)
    if (!offered) throw new Refusal('quantites_multiples', `Quantité indisponible : ${quantity}.`)
  }
  return copies
}

/** The job that a print line describes. */
function readJob(product: Product, line: Body): Job {
  const { page } = product
  const choices = new Map<string, number>()
  const values = new Map<string, number>()
  for (const id of integers(line, 'variantes')) {
    const option = page.options.find(({ variantes }) => variantes.some((variant) => variant.id === id))
    const meaning = product.variants.get(id)
    if (!option || !meaning)
      throw new Refusal('variantes', `La variante ${id} n’est pas disponible pour ce produit.`)
    if (choices.has(meaning.role))
      throw new Refusal('variantes', `Plusieurs variantes pour l’option ${option.nom}.`)
    choices.set(meaning.role, meaning.index)
  }
  const sent = line.valeurs ?? {}
  if (!isObject(sent)) throw new Refusal('valeurs', 'Un objet est attendu.')
  for (const [key, value] of Object.entries(sent)) {
    const option = page.options.find(({ id }) => `${id}` === key)
    const meaning = option && product.options.get(option.id)
    if (!meaning || meaning.type === 'variante') throw new Refusal('valeurs', `Option inattendue : ${key}.`)
    if (typeof value !== 'string') throw new Refusal('valeurs', `${meaning.nom} : une chaîne est attendue.`)
    values.set(meaning.role, checkValue(meaning, value))
  }
  for (const option of page.options) {
    const meaning = product.options.get(option.id)
    if (!meaning || meaning.type === 'variante' || values.has(meaning.role)) continue
    if (meaning.required) throw new Refusal('valeurs', `${meaning.nom} : ce champ est obligatoire.`)
    values.set(meaning.role, meaning.min)
  }
  const free = new Map(product.model.options.flatMap((o) => (o.type === 'variante' ? [] : [[o.role, o.min]])))
  const job: Job = {
    copies: checkCopies(product, line),
    choice: (role) => choices.get(role) ?? 0,
    value: (role) => values.get(role) ?? free.get(role) ?? 0,
  }
  const refusal = product.model.refusal?.(job)
  if (refusal !== undefined) throw new Refusal('variantes', refusal)
  return job
}

function atEach(
  catalogue: Catalogue,
  offered: (id: number) => boolean,
  { schedule, asked }: { schedule: Schedule; asked: number | undefined },
  price: (days: number, leadTime: Schedule['leadTimes'][number]) => Price,
): Priced {
  const idOfDays = new Map([...catalogue.leadTimes].map(([id, days]) => [days, id]))
  const prices = new Map<number, Price>()
  for (const leadTime of schedule.leadTimes) {
    const id = idOfDays.get(leadTime.days)!
    if (offered(id)) prices.set(id, price(leadTime.days, leadTime))
  }
  if (asked !== undefined && !prices.has(asked))
    throw new Refusal('delai', 'Délai indisponible pour ce produit.')
  const main = idOfDays.get(schedule.main)!
  return { prices, main: prices.has(main) ? main : [...prices.keys()][0]!, asked }
}

function readLeadTime(body: Body): number | undefined {
  const value = body.delai ?? undefined
  if (value !== undefined && !isInteger(value)) throw new Refusal('delai', 'Un entier est attendu.')
  return value
}

/** Prices a print line, or throws a {@link Refusal}. */
export function pricePrint(catalogue: Catalogue, line: unknown, factor: PriceFactor = unchanged): Priced {
  if (!isObject(line)) throw new Refusal('detail', 'Un objet est attendu.')
  const product = isInteger(line.produit) ? catalogue.products.get(line.produit) : undefined
  if (!product) throw new Refusal('detail', 'Cette fiche produit n’existe pas ou n’est pas accessible.')
  const { model, schedule, page } = product
  const job = readJob(product, line)
  const cost = model.cost(job)
  return atEach(
    catalogue,
    (id) => page.delais.includes(id),
    { schedule, asked: readLeadTime(line) },
    (_days, leadTime) => priceAt(cost, total(job), leadTime, schedule, model.rounding, factor(page.id)),
  )
}

function readDisplayJob(family: DisplayFamily, line: Body): DisplayJob {
  const { page } = family
  const incompatible = (field: string) => new Refusal(field, 'Configuration incompatible avec la famille.')
  const place = (field: string, elements: { id: number }[], required: boolean): number => {
    const value = line[field] ?? undefined
    if (value === undefined && !required) return -1
    const index = elements.findIndex(({ id }) => id === value)
    if (index < 0) throw incompatible(field)
    return index
  }
  const chosen = new Map<number, number>()
  for (const id of integers(line, 'variantes')) {
    const option = page.options.findIndex(({ variantes }) => variantes.some((variant) => variant.id === id))
    if (option < 0) throw incompatible('variantes')
    if (chosen.has(option))
      throw new Refusal('variantes', `Plusieurs variantes : ${page.options[option]!.nom}.`)
    chosen.set(
      option,
      page.options[option]!.variantes.findIndex((variant) => variant.id === id),
    )
  }
  if (!isInteger(line.quantite) || line.quantite <= 0) throw new Refusal('quantite', 'Quantité incorrecte.')
  return {
    quantity: line.quantite,
    format: place('format', page.formats, true),
    support: place('support', page.supports, true),
    impression: place('impression', page.impressions, !page.sans_impression_possible),
    finition: place('finition', page.finitions, false),
    decoupe: place('decoupe', page.decoupes, false),
    options: page.options.map((_, option) => chosen.get(option) ?? 0),
    verification: line.verification === true,
  }
}

/** Prices a display line at the lead times of its family, or throws a {@link Refusal}. */
export function priceDisplay(
  catalogue: Catalogue,
  line: unknown,
  asked?: number,
  factor: PriceFactor = unchanged,
): Priced {
  if (!isObject(line)) throw new Refusal('detail', 'Un objet est attendu.')
  const family = isInteger(line.famille) ? catalogue.families.get(line.famille) : undefined
  if (!family) throw new Refusal('famille', 'Famille inconnue.')
  const { model, schedule, page } = family
  const job = readDisplayJob(family, line)
  const cost = model.cost(job)
  const least = page.supports[job.support]!.delai_min
  return atEach(
    catalogue,
    () => true,
    { schedule, asked },
    (days, leadTime) =>
      days < least
        ? { message: `Ce support demande au moins ${least} jours.` }
        : priceAt(cost, job.quantity, leadTime, schedule, model.rounding, factor(page.id)),
  )
}

const lineFields = {
  print: ['label', 'produit', 'variantes', 'valeurs', 'quantites_multiples', 'delai'],
  display: [
    'label',
    'famille',
    'format',
    'support',
    'impression',
    'finition',
    'decoupe',
    'quantite',
    'variantes',
    'verification',
  ],
}

/** A line as the partner gives it back: its known fields only, an absent label as "". */
export function echo(area: 'print' | 'display', line: PrintLine | DisplayLine): Body {
  const sent = { ...line } as Body
  const known = lineFields[area].filter((field) => sent[field] !== undefined && sent[field] !== null)
  const variantes = { variantes: [], ...(area === 'print' && { valeurs: {} }) }
  return { label: '', ...variantes, ...Object.fromEntries(known.map((field) => [field, sent[field]])) }
}
