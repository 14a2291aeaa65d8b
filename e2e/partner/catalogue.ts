/** The partner's catalogue, generated from a seed: product n is the same whatever the size of the catalogue. */
import type { PrintFamily, Schedule } from './pricing.ts'
import { allDays, drawSchedule, printFamilies } from './pricing.ts'
import type { DisplayModel } from './pricing/display.ts'
import { display } from './pricing/display.ts'
import type { OptionModel, PrintModel } from './pricing/model.ts'
import type { Random } from './random.ts'
import { randomFrom } from './random.ts'
import type { Element, Famille, Produit, Quantites, Support } from './wire.ts'

/** A product page with what the partner alone knows of it. */
export interface Product {
  page: Produit
  family: PrintFamily
  model: PrintModel
  schedule: Schedule
  /** What each option id means. */
  options: Map<number, OptionModel>
  /** What each variant id means: an option's role and the index of the variant. */
  variants: Map<number, { role: string; index: number }>
}

export interface DisplayFamily {
  page: Famille
  model: DisplayModel
  schedule: Schedule
}

export type MalformedAs = 'html' | 'truncated' | 'object' | 'null' | 'entries' | 'duplicates' | 'fields'

export type Mutation =
  | { op: 'rename'; area?: 'print' | 'display'; id: number; nom: string }
  | { op: 'remove'; area?: 'print' | 'display'; id: number }
  | { op: 'add'; area?: 'print' | 'display'; count: number }
  | { op: 'quantities'; id: number; quantites: Quantites }
  | { op: 'remove-option'; id: number; option: number }
  | { op: 'remove-variant'; id: number; variante: number }
  | { op: 'remove-lead-time'; id: number; delai: number }
  /** Of a family. */
  | { op: 'remove-support'; id: number; support: number }
  /** Another id for a product or a family. */
  | { op: 'renumber'; area?: 'print' | 'display'; id: number; to: number }
  /** Another id for a variant of a product, on its page alone: nobody can choose it any more. */
  | { op: 'renumber-variant'; id: number; variante: number; to: number }
  /** What the lists of products and families answer from now on; null: what they should. */
  | { op: 'malformed'; as: MalformedAs | null }

export interface Catalogue {
  /** Lead-time id to working days. */
  leadTimes: Map<number, number>
  products: Map<number, Product>
  families: Map<number, DisplayFamily>
  malformed: MalformedAs | null
  /** Changes with every mutation. */
  version: number
  mutate(mutation: Mutation): void
}

/** Gives the same id to the same name, rising with gaps, as in a database where things have been deleted. */
function idsFrom(random: Random, first: number): (...name: string[]) => number {
  const known = new Map<string, number>()
  let last = first
  return (...name) => {
    const key = name.join('\u0000')
    let id = known.get(key)
    if (id === undefined) known.set(key, (id = last += random.int(1, 4)))
    return id
  }
}

export interface Shape {
  seed: number
  products: number
  families: number
  /** Seed of the ids, `seed` where missing: partners with the same one use the same ids for different things. */
  ids?: number
  /** Put after every name of a product and a family. */
  mark?: string
}

export function buildCatalogue(options: Shape): Catalogue {
  const { seed, ids = seed } = options
  const mark = options.mark ? ` ${options.mark}` : ''
  const optionId = idsFrom(randomFrom(ids, 'options'), 10)
  const variantId = idsFrom(randomFrom(ids, 'variants'), 200)
  const productId = idsFrom(randomFrom(ids, 'products'), 1000)
  const elementId = idsFrom(randomFrom(ids, 'elements'), 50)
  const familyId = idsFrom(randomFrom(ids, 'families'), 30)
  const shuffled = randomFrom(seed, 'lead times').shuffled(
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
  const leadTimes = new Map(allDays.map((days, index) => [shuffled[index]!, days]))
  const idOfDays = new Map([...leadTimes].map(([id, days]) => [days, id]))
  const familyNames = Object.keys(printFamilies) as PrintFamily[]
  const products = new Map<number, Product>()
  const families = new Map<number, DisplayFamily>()
  let productsMade = 0
  let familiesMade = 0

  const addProduct = () => {
    const index = productsMade++
    const random = randomFrom(seed, 'product', index)
    const family = familyNames[index % familyNames.length]!
    const model = printFamilies[family](random)
    const schedule = drawSchedule(random)
    const meanings: Product['options'] = new Map()
    const variants: Product['variants'] = new Map()
    const page: Produit = {
      id: productId(`${index}`),
      nom: `${model.nom} n° ${index + 1}${mark}`,
      nombre_visuels_min: model.visuals[0],
      nombre_visuels_max: model.visuals[1],
      delais: schedule.leadTimes.map(({ days }) => idOfDays.get(days)!).sort((a, b) => a - b),
      quantites: model.quantites,
      options: model.options.map((option) => {
        const id = optionId(option.type, option.nom)
        meanings.set(id, option)
        const names = option.type === 'variante' ? option.variantes : []
        const variantes = names.map((nom, place) => {
          const variant = variantId(option.nom, nom)
          variants.set(variant, { role: option.role, index: place })
          return { id: variant, nom }
        })
        return { id, nom: option.nom, type: option.type, variantes }
      }),
      gamme: family,
    }
    products.set(page.id, { page, family, model, schedule, options: meanings, variants })
  }

  const addFamily = () => {
    const index = familiesMade++
    const random = randomFrom(seed, 'family', index)
    const model = display(random, index)
    const named = (kind: string, names: string[]): Element[] =>
      names.map((nom) => ({ id: elementId(kind, nom), nom }))
    const page: Famille = {
      id: familyId(`${index}`),
      nom_complet: `${model.nom} n° ${index + 1}${mark}`,
      sans_impression_possible: model.withoutPrint,
      formats: named('format', model.formats),
      supports: model.supports.map(({ nom, days }): Support => ({
        id: elementId('support', nom),
        nom_complet: nom,
        delai_min: days,
      })),
      impressions: named('impression', model.impressions),
      finitions: named('finition', model.finitions),
      decoupes: named('decoupe', model.decoupes),
      options: model.options.map(({ nom, variantes }) => ({
        id: optionId('display', nom),
        nom,
        variantes: variantes.map((variant) => ({ id: variantId('display', nom, variant), nom: variant })),
      })),
    }
    families.set(page.id, { page, model, schedule: drawSchedule(random) })
  }

  for (let i = 0; i < options.products; i++) addProduct()
  for (let i = 0; i < options.families; i++) addFamily()

  const pageOf = (id: number): Produit => {
    const product = products.get(id)
    if (!product) throw new Error(`No product ${id}.`)
    return product.page
  }
  const renumber = <P extends { page: { id: number } }>(
    pages: Map<number, P>,
    { id, to }: { id: number; to: number },
  ) => {
    const known = pages.get(id)
    if (!known || pages.has(to)) throw new Error(`${id} cannot become ${to}.`)
    pages.delete(id)
    known.page.id = to
    pages.set(to, known)
  }
  const catalogue: Catalogue = {
    leadTimes,
    products,
    families,
    malformed: null,
    version: 0,
    mutate: (mutation) => {
      catalogue.version++
      switch (mutation.op) {
        case 'rename':
          if (mutation.area === 'display') {
            const family = families.get(mutation.id)
            if (!family) throw new Error(`No family ${mutation.id}.`)
            family.page.nom_complet = mutation.nom
          } else pageOf(mutation.id).nom = mutation.nom
          break
        case 'remove':
          if (!(mutation.area === 'display' ? families : products).delete(mutation.id)) {
            throw new Error(`Nothing to remove under ${mutation.id}.`)
          }
          break
        case 'add':
          for (let i = 0; i < mutation.count; i++) (mutation.area === 'display' ? addFamily : addProduct)()
          break
        case 'quantities':
          pageOf(mutation.id).quantites = mutation.quantites
          break
        case 'remove-option': {
          const page = pageOf(mutation.id)
          page.options = page.options.filter(({ id }) => id !== mutation.option)
          break
        }
        case 'remove-variant':
          for (const option of pageOf(mutation.id).options) {
            option.variantes = option.variantes.filter(({ id }) => id !== mutation.variante)
          }
          break
        case 'remove-lead-time': {
          const page = pageOf(mutation.id)
          page.delais = page.delais.filter((id) => id !== mutation.delai)
          break
        }
        case 'remove-support': {
          const { page } = families.get(mutation.id)!
          page.supports = page.supports.filter(({ id }) => id !== mutation.support)
          break
        }
        case 'renumber':
          if (mutation.area === 'display') renumber(families, mutation)
          else renumber(products, mutation)
          break
        case 'renumber-variant':
          for (const { variantes } of pageOf(mutation.id).options) {
            for (const one of variantes) if (one.id === mutation.variante) one.id = mutation.to
          }
          break
        case 'malformed':
          catalogue.malformed = mutation.as
          break
        default:
          throw new Error(`Unknown mutation ${JSON.stringify(mutation)}.`)
      }
    },
  }
  return catalogue
}
