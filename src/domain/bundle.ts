/** The bundle a shop loads (bundle.md, "The file"): its schema, and every fault it can have. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { BundleChecks, type BundleFault, type Fields } from './bundle-checks.ts'
import { ANY_ID, idsOf, isWhole, keysOf, type Ids, type References } from './bundle-references.ts'
import { ELEMENT_KINDS, FamilleInput, type ElementKind } from './display/family.ts'
import { DisplayTariff } from './display/tariff.ts'
import type { Locale } from './messages.ts'
import { message } from './messages.ts'
import { ProduitInput } from './print/product.ts'
import { PrintTariff } from './print/tariff.ts'
import { Absentable, read, structure } from './schema.ts'

export type { BundleFault, BundleFaultCode } from './bundle-checks.ts'

export const BUNDLE_FORMAT = 'comptoir-bundle/1'

export const Bundle = Type.Object({
  format: Type.String(),
  delais: Type.Array(Type.Object({ id: Type.Integer(), jours: Type.Integer() })),
  produits: Absentable(Type.Array(ProduitInput)),
  familles: Absentable(Type.Array(FamilleInput)),
  tarifs: Absentable(
    Type.Object({
      print: Absentable(Type.Array(PrintTariff)),
      display: Absentable(Type.Array(DisplayTariff)),
    }),
  ),
})
export type Bundle = Static<typeof Bundle>

const bundleStructure = structure(Bundle)

/** What the catalogue of a bundle holds, for the references of its tariffs. */
interface ProductReferences {
  readonly leadTimes: Ids
  readonly variants: Ids
  readonly freeOptions: Ids
}
type FamilyReferences = Readonly<Record<ElementKind | 'variante', Ids>>

/** How the parts of a family are called in a fault. */
const PART_NAMES: Readonly<Record<ElementKind | 'variante', Readonly<Record<Locale, string>>>> = {
  format: { fr: 'format', en: 'format' },
  support: { fr: 'support', en: 'material' },
  impression: { fr: 'impression', en: 'printing mode' },
  finition: { fr: 'finition', en: 'finish' },
  decoupe: { fr: 'découpe', en: 'cut' },
  variante: { fr: 'variante', en: 'variant' },
}

/**
 * Every fault of a bundle, in the order of the document; of very many the first 100,000, then how many more. Parts of a
 * wrong type are passed over by the later rules, so that one pass names faults of structure and of meaning together.
 */
export function bundleFaults(bundle: unknown, locale: Locale = 'fr'): readonly BundleFault[] {
  return new BundleCheck(locale).run(bundle)
}

class BundleCheck extends BundleChecks {
  run(bundle: unknown): readonly BundleFault[] {
    const faults = this.faults
    bundleStructure.report(bundle, {
      get full() {
        return faults.full
      },
      push: ({ path, code, params }) =>
        faults.push({ path, code, message: message(code, this.locale, params) }),
      count: () => faults.count(),
    })
    const fields = read.object(bundle)
    if (fields) this.#meaning(fields)
    const { listed, more } = faults
    if (more === 0) return listed
    const words = message('more_faults', this.locale, { count: more })
    return [...listed, { path: '', code: 'more_faults', message: words }]
  }

  #meaning(fields: Fields): void {
    if (typeof fields['format'] === 'string' && fields['format'] !== BUNDLE_FORMAT) {
      this.add(
        '/format',
        'format_unknown',
        `format inconnu, « ${BUNDLE_FORMAT} » est attendu`,
        `unknown format, "${BUNDLE_FORMAT}" is expected`,
      )
    }
    const leadTimes = this.#leadTimes(fields['delais'])
    const products = this.#products(fields['produits'], leadTimes)
    const families = this.#families(fields['familles'])
    const tariffs = read.object(fields['tarifs'])
    this.#printTariffs(tariffs?.['print'], products, leadTimes)
    this.#displayTariffs(tariffs?.['display'], families, leadTimes)
  }

  #leadTimes(delais: unknown): Ids {
    const ids = this.unique(delais, '/delais')
    const days = new Set<number>()
    this.each(delais, '/delais', (leadTime, path) => {
      const jours = read.integer(leadTime['jours'])
      if (jours === undefined) return
      if (jours < 0 || jours > 9999) {
        this.add(`${path}/jours`, 'number_invalid', 'jours ouvrés : de 0 à 9999', 'working days: 0 to 9999')
      } else if (days.has(jours)) {
        this.add(
          `${path}/jours`,
          'duplicate_days',
          `deux délais de ${jours} jour(s) ouvré(s)`,
          `two lead times of ${jours} working day(s)`,
        )
      }
      days.add(jours)
    })
    return delais === undefined ? ANY_ID : ids
  }

  #products(produits: unknown, leadTimes: Ids): References<ProductReferences> {
    this.uniqueItems(produits, '/produits')
    const found = new Map<number, ProductReferences>()
    this.each(produits, '/produits', (product, path) => {
      read.array(product['delais'])?.forEach((id, i) => {
        this.known(read.integer(id), leadTimes, `${path}/delais/${i}`, 'délai', 'lead time')
      })
      const options = `${path}/options`
      this.unique(product['options'], options)
      const variants = this.#variants(product['options'], options)
      const freeOptions = this.#freeOptions(product['options'])
      const id = read.integer(product['id'])
      if (id !== undefined && !found.has(id))
        found.set(id, { leadTimes: idsOf(product['delais']), variants, freeOptions })
    })
    return { get: (id) => found.get(id), whole: isWhole(produits) }
  }

  #freeOptions(options: unknown): Ids {
    const ids = new Set<number>()
    this.each(options, '', (option) => {
      const id = read.integer(option['id'])
      if (id !== undefined && option['type'] !== 'variante') ids.add(id)
    })
    return isWhole(options) ? ids : ANY_ID
  }

  #families(familles: unknown): References<FamilyReferences> {
    this.uniqueItems(familles, '/familles')
    const found = new Map<number, FamilyReferences>()
    this.each(familles, '/familles', (family, path) => {
      const of = (kind: ElementKind) =>
        this.unique(family[ELEMENT_KINDS[kind]], `${path}/${ELEMENT_KINDS[kind]}`)
      this.unique(family['options'], `${path}/options`)
      const references: FamilyReferences = {
        format: of('format'),
        support: of('support'),
        impression: of('impression'),
        finition: of('finition'),
        decoupe: of('decoupe'),
        variante: this.#variants(family['options'], `${path}/options`),
      }
      const id = read.integer(family['id'])
      if (id !== undefined && !found.has(id)) found.set(id, references)
    })
    return { get: (id) => found.get(id), whole: isWhole(familles) }
  }

  /** Variant ids are unique in a whole product: a line names them without their option. */
  #variants(options: unknown, path: string): Ids {
    const ids = new Set<number>()
    let whole = options === undefined || options === null || Array.isArray(options)
    this.each(options, path, (option, optionPath) => {
      whole &&= isWhole(option['variantes'])
      this.each(option['variantes'], `${optionPath}/variantes`, (variant, variantPath) => {
        this.newId(variant, variantPath, ids)
      })
    })
    return whole ? ids : ANY_ID
  }

  #printTariffs(tariffs: unknown, products: References<ProductReferences>, leadTimes: Ids): void {
    const seen = new Set<number>()
    this.each(tariffs, '/tarifs/print', (tariff, path) => {
      const product = this.#tariffOf(
        tariff['produit'],
        products,
        seen,
        `${path}/produit`,
        'produit',
        'product',
      )
      this.grid(tariff['grille'], `${path}/grille`)
      this.decimal(tariff['visuel_supplementaire'], `${path}/visuel_supplementaire`)
      this.supplements(tariff['variantes'], `${path}/variantes`, product?.variants, 'variante', 'variant')
      this.supplements(
        tariff['valeurs'],
        `${path}/valeurs`,
        product?.freeOptions,
        'option libre',
        'free option',
      )
      this.supplements(tariff['delais'], `${path}/delais`, leadTimes, 'délai', 'lead time')
      this.#surface(tariff, path, product)
      if (!product) return
      const main = read.integer(tariff['delai_principal'])
      this.known(
        main,
        product.leadTimes,
        `${path}/delai_principal`,
        'délai du produit',
        'lead time of the product',
      )
      this.each(tariff['exclusions'], `${path}/exclusions`, (exclusion, at) => {
        this.known(read.integer(exclusion['delai']), leadTimes, `${at}/delai`, 'délai', 'lead time')
        this.known(
          read.integer(exclusion['variante']),
          product.variants,
          `${at}/variante`,
          'variante',
          'variant',
        )
      })
    })
  }

  #surface(tariff: Fields, path: string, product: ProductReferences | undefined): void {
    const surface = read.object(tariff['surface'])
    if (!surface) return
    if (typeof tariff['lecture'] === 'string' && tariff['lecture'] !== 'unitaire') {
      this.add(
        `${path}/surface`,
        'surface_not_unitaire',
        'surface demande la lecture « unitaire »',
        'surface needs the reading "unitaire"',
      )
    }
    for (const side of ['largeur', 'hauteur']) {
      if (product)
        this.known(
          read.integer(surface[side]),
          product.freeOptions,
          `${path}/surface/${side}`,
          'option libre',
          'free option',
        )
    }
    this.decimal(surface['minimum_m2'], `${path}/surface/minimum_m2`)
    const divisor = surface['diviseur']
    if (this.decimal(divisor, `${path}/surface/diviseur`) && !(Number(divisor) > 0)) {
      this.add(
        `${path}/surface/diviseur`,
        'number_invalid',
        'doit être plus grand que zéro',
        'must be above zero',
      )
    }
  }

  #displayTariffs(tariffs: unknown, families: References<FamilyReferences>, leadTimes: Ids): void {
    const seen = new Set<number>()
    this.each(tariffs, '/tarifs/display', (tariff, path) => {
      const family = this.#tariffOf(tariff['famille'], families, seen, `${path}/famille`, 'famille', 'family')
      this.supplements(tariff['delais'], `${path}/delais`, leadTimes, 'délai', 'lead time')
      this.known(
        read.integer(tariff['delai_principal']),
        keysOf(tariff['delais']),
        `${path}/delai_principal`,
        'délai du tarif',
        'lead time of the tariff',
      )
      this.records(tariff['formats'], `${path}/formats`, family?.format, 'format', 'format', (format, at) => {
        this.grid(format['grille'], `${at}/grille`)
      })
      for (const kind of ['support', 'impression', 'finition', 'decoupe'] as const) {
        this.supplements(
          tariff[ELEMENT_KINDS[kind]],
          `${path}/${ELEMENT_KINDS[kind]}`,
          family?.[kind],
          PART_NAMES[kind].fr,
          PART_NAMES[kind].en,
        )
      }
      this.supplements(tariff['variantes'], `${path}/variantes`, family?.variante, 'variante', 'variant')
      for (const field of ['sans_impression', 'verification']) {
        const supplement = read.object(tariff[field])
        if (supplement) this.amounts(supplement, `${path}/${field}`)
      }
      this.each(tariff['exclusions'], `${path}/exclusions`, (exclusion, at) => {
        this.known(read.integer(exclusion['delai']), leadTimes, `${at}/delai`, 'délai', 'lead time')
        for (const kind of [...(Object.keys(ELEMENT_KINDS) as ElementKind[]), 'variante'] as const) {
          const { fr, en } = PART_NAMES[kind]
          if (family) this.known(read.integer(exclusion[kind]), family[kind], `${at}/${kind}`, fr, en)
        }
      })
    })
  }

  #tariffOf<T>(
    id: unknown,
    of: References<T>,
    seen: Set<number>,
    path: string,
    fr: string,
    en: string,
  ): T | undefined {
    const wanted = read.integer(id)
    if (wanted === undefined) return undefined
    if (seen.has(wanted)) {
      this.add(
        path,
        'second_tariff',
        `second tarif pour ${fr} ${wanted}`,
        `second tariff for ${en} ${wanted}`,
      )
    }
    seen.add(wanted)
    const found = of.get(wanted)
    if (!found && of.whole) this.unknown(wanted, path, fr, en)
    return found
  }
}
