import { describe, expect, it } from 'vitest'
import type { Product } from './catalogue.ts'
import { buildCatalogue } from './catalogue.ts'
import { defaultLine, realisticLines } from './configurations.ts'
import { priceDisplay, pricePrint } from './lines.ts'
import type { PrintFamily } from './pricing.ts'
import { printFamilies, rounded } from './pricing.ts'
import type { FreeOption } from './pricing/model.ts'
import type { Quantites } from './wire.ts'

const catalogue = buildCatalogue({ seed: 1, products: 80, families: 16 })
const products = [...catalogue.products.values()]
const familyNames = Object.keys(printFamilies) as PrintFamily[]
const ofFamily = (family: PrintFamily) => products.filter((product) => product.family === family)

/** Cents by lead-time id, only where there is a price. */
function cents(line: unknown): Map<number, number> {
  const { prices } = pricePrint(catalogue, line)
  return new Map([...prices].flatMap(([id, price]) => ('cents' in price ? [[id, price.cents] as const] : [])))
}

function mainCents(product: Product, quantity: number, values: Record<string, string> = {}): number {
  const line = defaultLine(product)
  Object.assign(line.valeurs, values)
  line.quantites_multiples = [quantity]
  const { prices, main } = pricePrint(catalogue, line)
  const price = prices.get(main)!
  if ('message' in price) throw new Error(price.message)
  return price.cents
}

function someQuantities(quantites: Quantites): number[] {
  if (!quantites.range) return quantites.available
  const { min = 1, max } = quantites
  const steps = Array.from({ length: 60 }, (_, index) => Math.round(min * (max / min) ** (index / 59)))
  const around = [100, 250, 500, 1000].flatMap((quantity) => [quantity - 1, quantity, quantity + 1])
  return [...new Set([...steps, ...around.filter((quantity) => quantity >= min && quantity <= max)])].sort(
    (a, b) => a - b,
  )
}

describe('the catalogue', () => {
  it('is the same for the same seed, and another for another', () => {
    const pages = (seed: number) =>
      JSON.stringify(
        [...buildCatalogue({ seed, products: 20, families: 4 }).products.values()].map(({ page }) => page),
      )
    expect(pages(5)).toBe(pages(5))
    expect(pages(5)).not.toBe(pages(6))
  })

  it('keeps a product and its prices whatever the number of the others', () => {
    const larger = buildCatalogue({ seed: 1, products: 200, families: 16 })
    for (const { page } of products) expect(larger.products.get(page.id)?.page).toEqual(page)
    for (const product of products.slice(0, 16)) {
      const line = defaultLine(product)
      expect(pricePrint(larger, line).prices).toEqual(pricePrint(catalogue, line).prices)
    }
  })

  it('has products of every pricing family, with 2 to 8 options of all types', () => {
    for (const family of familyNames) expect(ofFamily(family).length).toBe(10)
    const options = products.map(({ page }) => page.options)
    expect(Math.min(...options.map((list) => list.length))).toBe(2)
    expect(Math.max(...options.map((list) => list.length))).toBe(8)
    expect(new Set(options.flat().map(({ type }) => type))).toEqual(
      new Set(['variante', 'integer', 'decimal']),
    )
    expect(new Set(products.map(({ page }) => page.quantites.range))).toEqual(new Set([true, false]))
    expect(products.some(({ page }) => page.nombre_visuels_max > 1)).toBe(true)
  })

  it('has no product twice, no option twice in a product, no variant twice in an option', () => {
    for (const { page } of products) {
      const ids = page.options.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const variants = page.options.flatMap(({ variantes }) => variantes.map(({ id }) => id))
      expect(new Set(variants).size).toBe(variants.length)
    }
  })

  it('gives lead-time ids that do not follow the days', () => {
    const byId = [...catalogue.leadTimes].sort(([a], [b]) => a - b).map(([, days]) => days)
    expect(byId).not.toEqual([...byId].sort((a, b) => a - b))
  })
})

describe.each(familyNames)('%s', (family) => {
  it('asks no less for more copies, at any lead time', () => {
    for (const product of ofFamily(family)) {
      for (const line of [defaultLine(product), ...realisticLines(catalogue, product, 4, 3)]) {
        const last = new Map<number, number>()
        for (const quantity of someQuantities(product.page.quantites)) {
          for (const [id, price] of cents({ ...line, quantites_multiples: [quantity] })) {
            expect(price, `${product.page.nom}, ${quantity}`).toBeGreaterThanOrEqual(last.get(id) ?? 1)
            last.set(id, price)
          }
        }
      }
    }
  })

  it('asks no less for a faster lead time', () => {
    for (const product of ofFamily(family)) {
      const prices = [...cents(defaultLine(product)).values()]
      expect(prices).toEqual([...prices].sort((a, b) => b - a))
    }
  })

  it('has a price for its default line and for as many realistic lines as are asked for', () => {
    for (const product of ofFamily(family)) {
      expect(cents(defaultLine(product)).size).toBeGreaterThan(0)
      const lines = realisticLines(catalogue, product, 20, 7, { severalVisuals: 0.2 })
      expect(lines.length).toBe(20)
      expect(lines).toEqual(realisticLines(catalogue, product, 20, 7, { severalVisuals: 0.2 }))
    }
  })
})

describe('what sets the families apart', () => {
  it('additive: each copy costs the same', () => {
    const product = ofFamily('additive').find(({ page }) => page.quantites.range)!
    const [a, b, c] = [2000, 3000, 4000].map((quantity) => mainCents(product, quantity))
    expect(Math.abs(c! - b! - (b! - a!))).toBeLessThanOrEqual(1)
  })

  it('staircase: the price stands still before a step, so that no fewer copies cost more', () => {
    const product = ofFamily('staircase').find(({ page }) => page.quantites.range)!
    const withoutExtras = { ...defaultLine(product), valeurs: {} }
    const at = (quantity: number) =>
      [...cents({ ...withoutExtras, quantites_multiples: [quantity] }).values()].at(-1)!
    expect(at(249)).toBe(at(250))
    expect(at(251)).toBeGreaterThan(at(250))
  })

  it('imposition: one more copy costs nothing until the sheet is full', () => {
    const flat = ofFamily('imposition')
      .filter(({ page }) => page.quantites.range)
      .flatMap((product) =>
        [501, 502, 503, 504].map((n) => mainCents(product, n + 1) - mainCents(product, n)),
      )
    expect(flat).toContain(0)
  })

  it('brochure: pages are refused that make no sheet, and those that a binding cannot hold', () => {
    const product = ofFamily('brochure').find(({ page }) =>
      page.options.some(({ type, nom }) => type === 'integer' && nom === 'Nombre de pages'),
    )!
    const pages = product.page.options.find(({ nom }) => nom === 'Nombre de pages')!
    const quantity = defaultLine(product).quantites_multiples[0]!
    const at = (value: string) => () => mainCents(product, quantity, { [pages.id]: value })
    expect(at('18')).toThrow('multiple de 4')
    expect(at('400')).toThrow('comprise entre')
    const most = product.options.get(pages.id) as FreeOption
    expect(at(`${most.max}`)).toThrow('2 points métal')
    expect(at('32')()).toBeGreaterThan(at('16')())
  })

  it('area: decimals count, and a least area is paid', () => {
    const product = ofFamily('area').find(({ page }) =>
      page.options.some(({ nom }) => nom === 'Largeur (cm)'),
    )!
    const [width, height] = ['Largeur (cm)', 'Hauteur (cm)'].map(
      (nom) => product.page.options.find((o) => o.nom === nom)!.id,
    )
    const at = (w: string, h: string) => mainCents(product, 20, { [width!]: w, [height!]: h })
    expect(at('150.5', '150')).toBeGreaterThan(at('150', '150'))
    expect(at('20', '20')).toBeGreaterThan(0.2 * at('100', '100'))
    expect(() => at('20.55', '100')).toThrow('multiple')
  })

  it('rounds to x9.90, to ten cents and to the cent, never downwards by the first', () => {
    expect(
      [1, 990, 991, 19_990, 19_991, 20_000, 20_991].map((price) => rounded(price, 'nine-ninety')),
    ).toEqual([90, 990, 1090, 19_990, 20_090, 20_990, 21_990])
    expect(rounded(12_344.9, 'ten-cents')).toBe(12_340)
    expect(rounded(12_344.5, 'cent')).toBe(12_345)
  })

  it('leaves a lead time without a price, and says why, where it cannot be met', () => {
    const messages = products.flatMap((product) => {
      const { quantites } = product.page
      const most = quantites.range ? quantites.max : quantites.available.at(-1)!
      const { prices } = pricePrint(catalogue, { ...defaultLine(product), quantites_multiples: [most] })
      return [...prices.values()].flatMap((price) => ('message' in price ? [price.message] : []))
    })
    expect(messages.length).toBeGreaterThan(0)
  })
})

describe('displays', () => {
  const line = (index: number) => {
    const { page } = [...catalogue.families.values()][index]!
    return {
      famille: page.id,
      format: page.formats[0]!.id,
      support: page.supports[0]!.id,
      impression: page.impressions[0]!.id,
      quantite: 10,
      variantes: page.options.map(({ variantes }) => variantes[1]!.id),
    }
  }

  it('ask no less for more pieces', () => {
    for (let index = 0; index < catalogue.families.size; index++) {
      let last = 0
      for (const quantite of [1, 2, 4, 5, 9, 10, 24, 25, 49, 50, 99, 100, 101, 249, 250, 400]) {
        const { prices } = priceDisplay(catalogue, { ...line(index), quantite })
        const price = [...prices.values()].at(-1)!
        if ('message' in price) continue
        expect(price.cents).toBeGreaterThanOrEqual(last)
        last = price.cents
      }
      expect(last).toBeGreaterThan(0)
    }
  })

  it('refuse what is not of the family', () => {
    expect(() => priceDisplay(catalogue, { ...line(0), format: 1 })).toThrow('incompatible')
    expect(() => priceDisplay(catalogue, { ...line(0), variantes: [1] })).toThrow('incompatible')
    expect(() => priceDisplay(catalogue, { ...line(0), quantite: 0 })).toThrow('Quantité')
  })
})
