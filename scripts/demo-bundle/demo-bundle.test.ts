/** The demo's catalogue and price list, as a customer would look at them. */
import { describe, expect, it } from 'vitest'
import { bundleFaults } from '../../src/domain/bundle.ts'
import { SEES_ALL } from '../../src/domain/catalogue.ts'
import { checkDisplayLine } from '../../src/domain/display/line.ts'
import { priceDisplay } from '../../src/domain/display/tariff.ts'
import { FaultList } from '../../src/domain/faults.ts'
import { checkPrintLine } from '../../src/domain/print/line.ts'
import { pricePrint } from '../../src/domain/print/tariff.ts'
import type { LeadTimePrice } from '../../src/domain/tariff.ts'
import { snapshotOf } from '../../src/testing/catalogue.ts'
import {
  file,
  bundle,
  printTariff,
  displayTariff,
  priced,
  defaultVariants,
  sizes,
  printConfigurations,
  quantities,
  displayQuantities,
  line,
  displayConfigurations,
  produits,
  familles,
  tarifs,
} from './configurations.ts'
import type { PrintTarif } from './shapes.ts'

const snapshot = snapshotOf(bundle)

/** Prices by lead time, fastest first; a line that is refused is a fault of the test. */
function printPrices(line: object): LeadTimePrice[] {
  const faults = new FaultList()
  const checked = checkPrintLine(line, (id) => snapshot.product(id, SEES_ALL), '', faults)
  if (!checked) throw new Error(JSON.stringify({ line, faults: faults.listed }))
  return pricePrint(checked.product.tariff!, checked.configuration)
}

function displayPrices(line: object): LeadTimePrice[] {
  const faults = new FaultList()
  const checked = checkDisplayLine(line, (id) => snapshot.family(id, SEES_ALL), '', faults)
  if (!checked) throw new Error(JSON.stringify({ line, faults: faults.listed }))
  const { family, configuration } = checked
  return priceDisplay(family.tariff!, configuration, family.supports.get(configuration.support))
}

/** What is wrong with the prices of one configuration over rising quantities, in words. */
function oddities(name: string, runs: readonly { quantity: number; prices: LeadTimePrice[] }[]): string[] {
  const found: string[] = []
  runs.forEach(({ quantity, prices }, index) => {
    const firm = prices.filter(({ cents }) => cents !== null)
    if (firm.length === 0) found.push(`${name}, ${quantity}: no lead time has a price`)
    for (const [i, price] of firm.entries()) {
      const slower = firm[i + 1]
      if (slower && slower.cents! >= price.cents!)
        found.push(
          `${name}, ${quantity}: ${slower.leadTime.label} is not cheaper than ${price.leadTime.label}`,
        )
      const before = runs[index - 1]
      const last = before?.prices.find(({ leadTime }) => leadTime.id === price.leadTime.id)?.cents
      if (!before || last === null || last === undefined) continue
      const place = `${name}, ${before.quantity} (${last}) to ${quantity} (${price.cents})`
      if (price.cents! <= last) found.push(`${place}: the total does not rise`)
      // Both totals are rounded to the cent: that much the unit price may seem to rise.
      if (price.cents! * before.quantity > last * quantity + quantity + before.quantity)
        found.push(`${place}: the unit price rises`)
    }
  })
  return found
}

function priceOf(id: number, quantity: number, valeurs: Record<string, string> = {}): number {
  const produit = produits.find((p) => p.id === id)!
  const main = printTariff.get(id)!.delai_principal
  return printPrices({
    produit: id,
    variantes: defaultVariants(produit),
    valeurs,
    quantites_multiples: [quantity],
  }).find(({ leadTime }) => leadTime.id === main)!.cents!
}

describe('the file', () => {
  it('is of a modest size', () => {
    expect(file.length).toBeLessThan(1_500_000)
  })

  it('loads without a fault', () => {
    expect(bundleFaults(bundle)).toEqual([])
  })
})

describe('the catalogue', () => {
  it('is as wide as a printer’s', () => {
    expect(produits.length).toBeGreaterThanOrEqual(60)
    expect(familles.length).toBeGreaterThanOrEqual(12)
    expect(Math.max(...produits.map(({ options }) => options.length))).toBe(8)
    expect(produits.filter(({ quantites }) => quantites.range).length).toBeGreaterThan(10)
    expect(produits.filter((p) => (p.nombre_visuels_max ?? 1) > 1).length).toBeGreaterThan(10)
    expect(new Set(tarifs.print.map(({ lecture }) => lecture)).size).toBe(3)
    const displayed = tarifs.display.flatMap(({ formats }) => Object.values(formats))
    expect(new Set(displayed.map(({ lecture }) => lecture)).size).toBe(3)
    expect(tarifs.print.some(({ valeurs }) => valeurs !== undefined)).toBe(true)
    const surcharges = [...tarifs.print, ...tarifs.display].flatMap((t) => Object.values(t.variantes ?? {}))
    for (const kind of ['fixe', 'unitaire', 'pourcentage', 'par_m2'] as const)
      expect(surcharges.some((surcharge) => surcharge[kind] !== undefined)).toBe(true)
  })

  it('has one product priced on request, and a tariff for all else', () => {
    expect(produits.filter(({ id }) => !printTariff.has(id)).map(({ nom }) => nom)).toEqual([
      'Coffrets et objets sur mesure (sur devis)',
    ])
    expect(familles.filter(({ id }) => !displayTariff.has(id))).toEqual([])
  })

  it('offers 5 to 40 fixed quantities, or a range, and 3 to 6 lead times', () => {
    for (const { nom, quantites, delais } of produits) {
      if (!quantites.range) {
        expect(quantites.available.length, nom).toBeGreaterThanOrEqual(5)
        expect(quantites.available.length, nom).toBeLessThanOrEqual(40)
      } else expect(quantites.max, nom).toBeGreaterThan(quantites.min)
      expect(delais.length, nom).toBeGreaterThanOrEqual(3)
      expect(delais.length, nom).toBeLessThanOrEqual(6)
    }
  })

  it('lets every product have a proof', () => {
    const without = produits.filter(({ options }) => !options.some(({ nom }) => nom === 'BAT'))
    expect(without).toEqual([])
  })

  it('has lead-time ids that say nothing of the days', () => {
    expect(bundle.delais.filter(({ id, jours }) => id === jours)).toEqual([])
    const ids = bundle.delais.map(({ id }) => id)
    expect(ids).not.toEqual([...ids].sort((a, b) => a - b))
  })

  it('has ids that are positive and unique, options and variants over all products', () => {
    const unique = (ids: number[]) => {
      expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
      expect(new Set(ids).size).toBe(ids.length)
    }
    const options = [...produits, ...familles].flatMap((owner) => owner.options)
    unique(produits.map(({ id }) => id))
    unique(familles.map(({ id }) => id))
    unique(options.map(({ id }) => id))
    unique(options.flatMap(({ variantes }) => variantes.map(({ id }) => id)))
  })

  it('names the same display element the same way in every family', () => {
    const names = new Map<string, string>()
    for (const famille of familles)
      for (const kind of ['formats', 'supports', 'impressions', 'finitions', 'decoupes'] as const)
        for (const element of famille[kind]) {
          const key = `${kind} ${element.id}`
          const text = JSON.stringify(element)
          expect(names.get(key) ?? text).toBe(text)
          names.set(key, text)
        }
  })

  it('is set in French typography', () => {
    const texts = JSON.stringify(bundle).match(/"(?:nom|nom_complet|message)":"[^"]*"/g) ?? []
    const words = texts.map((text) => text.replace(/^"[a-z_]+":/, ''))
    expect(words.filter((text) => /'| [:;!?%»]|« | × |\d (?:g|mm|cm|m|pages)\b/.test(text))).toEqual([])
  })
})

describe('tariffs', () => {
  const grids = [
    ...tarifs.print.map(({ grille }) => grille),
    ...tarifs.display.flatMap(({ formats }) => Object.values(formats).map(({ grille }) => grille)),
  ]

  it('have grids that ascend', () => {
    for (const grille of grids) {
      const steps = grille.map(({ quantite }) => quantite)
      expect(steps.length).toBeGreaterThan(0)
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
    }
  })

  it('name only what the catalogue has', () => {
    for (const tarif of tarifs.print) {
      const produit = produits.find(({ id }) => id === tarif.produit)!
      const variants = produit.options.flatMap(({ variantes }) => variantes.map(({ id }) => String(id)))
      expect(produit.delais).toContain(tarif.delai_principal)
      expect(produit.delais.map(String)).toEqual(expect.arrayContaining(Object.keys(tarif.delais ?? {})))
      expect(variants).toEqual(expect.arrayContaining(Object.keys(tarif.variantes ?? {})))
      for (const { delai, variante } of tarif.exclusions ?? []) {
        expect(produit.delais).toContain(delai)
        if (variante !== undefined) expect(variants).toContain(String(variante))
      }
    }
    for (const tarif of tarifs.display) {
      const famille = familles.find(({ id }) => id === tarif.famille)!
      expect(Object.keys(tarif.formats).sort()).toEqual(famille.formats.map(({ id }) => String(id)).sort())
      expect(Object.keys(tarif.delais)).toContain(String(tarif.delai_principal))
    }
  })

  it('have exclusions that say why, and name the lead time', () => {
    for (const { delai, message } of [...tarifs.print, ...tarifs.display].flatMap(
      (t) => t.exclusions ?? [],
    )) {
      const days = bundle.delais.find(({ id }) => id === delai)!.jours
      expect(message).toContain(`J+${days}`)
      expect(message).not.toMatch(/[{}]/)
    }
  })

  it('take every quantity that a product offers in fixed steps', () => {
    for (const tarif of tarifs.print.filter(({ lecture }) => lecture === 'exacte')) {
      const { quantites } = produits.find(({ id }) => id === tarif.produit)!
      expect(quantites).toEqual({ range: false, available: tarif.grille.map(({ quantite }) => quantite) })
    }
  })
})

describe('print prices', () => {
  it.each(priced.map((produit) => [produit.nom, produit] as const))('make sense: %s', (_nom, produit) => {
    const min = produit.nombre_visuels_min ?? 1
    const names = new Map(produit.options.flatMap(({ variantes }) => variantes.map((v) => [v.id, v.nom])))
    const odd = printConfigurations(produit).flatMap((variantes) => {
      const runs = quantities(produit).map((quantity) => ({
        quantity,
        prices: printPrices({
          produit: produit.id,
          variantes,
          valeurs: sizes(produit),
          quantites_multiples: Array(min).fill(quantity),
        }),
      }))
      return oddities(variantes.map((id) => names.get(id)).join(', '), runs)
    })
    expect(odd).toEqual([])
  })

  it.each(priced.map((produit) => [produit.nom, produit] as const))('start priced: %s', (_nom, produit) => {
    const ask = (quantity: number) =>
      printPrices({
        produit: produit.id,
        variantes: defaultVariants(produit),
        valeurs: sizes(produit),
        quantites_multiples: Array(produit.nombre_visuels_min ?? 1).fill(quantity),
      })
    const all = quantities(produit)
    expect(ask(all[0]!).filter(({ cents }) => cents === null)).toEqual([])
    const main = printTariff.get(produit.id)!.delai_principal
    for (const quantity of all) {
      const prices = ask(quantity)
      expect(prices.find(({ leadTime }) => leadTime.id === main)!.cents).not.toBeNull()
      expect(prices.filter(({ cents }) => cents !== null).length).toBeGreaterThanOrEqual(2)
    }
  })

  it('stay well above nothing when every option is the cheapest', () => {
    for (const produit of priced) {
      const tarif = printTariff.get(produit.id) as PrintTarif
      const quantity = quantities(produit)[0]!
      const cents = (variantes: number[]) =>
        printPrices({
          produit: produit.id,
          variantes,
          valeurs: sizes(produit),
          quantites_multiples: Array(produit.nombre_visuels_min ?? 1).fill(quantity),
        }).find(({ leadTime }) => leadTime.id === tarif.delai_principal)?.cents
      const base = defaultVariants(produit)
      const cheapest = base.map((first) => {
        const { variantes } = produit.options.find((o) => o.variantes.some(({ id }) => id === first))!
        const others = variantes.map(({ id }) => ({
          id,
          cents: cents([...base.filter((other) => other !== first), id]) ?? Infinity,
        }))
        return others.reduce((low, other) => (other.cents < low.cents ? other : low)).id
      })
      expect(cents(cheapest)!, produit.nom).toBeGreaterThan(cents(base)! * 0.25)
    }
  })

  it('are those of the French market', () => {
    expect(priceOf(101, 500)).toBeGreaterThanOrEqual(1800)
    expect(priceOf(101, 500)).toBeLessThanOrEqual(2500)
    expect(priceOf(203, 5000)).toBeGreaterThanOrEqual(7500)
    expect(priceOf(203, 5000)).toBeLessThanOrEqual(9500)
    expect(priceOf(1006, 1)).toBeGreaterThanOrEqual(4000)
    expect(priceOf(1006, 1)).toBeLessThanOrEqual(5000)
    const { largeur, hauteur } = printTariff.get(1001)!.surface!
    for (const [quantity, low, high] of [
      [1, 900, 1400],
      [50, 900, 1400],
    ] as const) {
      const metre = priceOf(1001, quantity, { [largeur]: '100', [hauteur]: '100' }) / quantity
      expect(metre).toBeGreaterThanOrEqual(low)
      expect(metre).toBeLessThanOrEqual(high)
    }
  })
})

describe('display prices', () => {
  it.each(familles.map((famille) => [famille.nom_complet, famille] as const))(
    'make sense: %s',
    (_nom, famille) => {
      const { formats } = displayTariff.get(famille.id)!
      const odd = displayConfigurations(famille).flatMap((configuration) => {
        const { format } = configuration as { format: number }
        const runs = displayQuantities(formats[format]!).map((quantite) => ({
          quantity: quantite,
          prices: displayPrices({ ...configuration, quantite }),
        }))
        return oddities(JSON.stringify(configuration), runs)
      })
      expect(odd).toEqual([])
    },
  )

  it('start priced, at all lead times but one at most', () => {
    for (const famille of familles) {
      const prices = displayPrices(line(famille))
      const main = displayTariff.get(famille.id)!.delai_principal
      expect(prices.length, famille.nom_complet).toBeGreaterThanOrEqual(3)
      expect(prices.filter(({ cents }) => cents === null).length, famille.nom_complet).toBeLessThanOrEqual(1)
      expect(prices.find(({ leadTime }) => leadTime.id === main)!.cents).not.toBeNull()
    }
  })
})
