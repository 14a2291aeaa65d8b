/** Several sources in one service: the shop's own tariffs and simulated partners, all of which use the same ids. */
import { buildCatalogue, type Catalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner, type StartOptions } from '../partner/client.ts'
import { defaultLine, realisticLines } from '../partner/configurations.ts'
import type { Comptoir, Json } from './comptoir.ts'

/** Size of the block of ids that an ordinary source has. */
export const BLOCK = 10_000_000_000
/** Seed of the ids that all simulated partners share. */
const IDS = 1

export type Area = 'print' | 'display'

/** A source as it is set in the service. Its catalogue and its lines are in its own ids. */
export interface Source {
  readonly name: string
  /** what its ids are raised by in here */
  readonly base: number
  /** lines that it can price, by area */
  readonly lines: Readonly<Record<Area, readonly Json[]>>
  /** working days of its lead times, by id */
  readonly leadTimes: ReadonlyMap<number, number>
  /** working days that a display family is offered at */
  daysOf(family: number): readonly number[]
}

export interface PartnerSource extends Source {
  readonly partner: RunningPartner
  readonly catalogue: Catalogue
}

const ID_FIELDS = [
  'produit',
  'delai',
  'famille',
  'format',
  'support',
  'impression',
  'finition',
  'decoupe',
] as const

/** A line of a source, or a cart's own fields, as they are known in here: every id is raised by the base. */
export function inHere(line: Json, base: number): Json {
  const raised = { ...line }
  for (const field of ID_FIELDS) {
    if (typeof line[field] === 'number') raised[field] = line[field] + base
  }
  if (Array.isArray(line['variantes']))
    raised['variantes'] = (line['variantes'] as number[]).map((id) => id + base)
  if (line['valeurs']) {
    raised['valeurs'] = Object.fromEntries(
      Object.entries(line['valeurs'] as Json).map(([id, value]) => [`${Number(id) + base}`, value]),
    )
  }
  return raised
}

type Entry = { readonly id: number; readonly variantes?: readonly Entry[] }

/** A product page or a family as it is known in here. */
export function pageInHere(page: object, base: number): Json {
  const raise = (entry: Entry): Json => ({
    ...entry,
    id: entry.id + base,
    ...(entry.variantes && { variantes: entry.variantes.map(raise) }),
  })
  const raised = Object.entries(page).map(([field, value]: [string, unknown]) => {
    if (field === 'id') return [field, (value as number) + base]
    if (field === 'delais') return [field, (value as number[]).map((id) => id + base)]
    return [field, Array.isArray(value) ? (value as Entry[]).map(raise) : value]
  })
  return Object.fromEntries(raised) as Json
}

/** A configuration of each family: the `pick`th of each kind of element, the last where there are fewer. */
export function displayLines(catalogue: Catalogue, pick = 0): Json[] {
  const nth = (elements: readonly { id: number }[]) => elements[Math.min(pick, elements.length - 1)]?.id
  return [...catalogue.families.values()].map(({ page }) =>
    withoutMissing({
      famille: page.id,
      format: nth(page.formats),
      support: nth(page.supports),
      impression: nth(page.impressions),
      finition: pick === 0 ? undefined : nth(page.finitions),
      decoupe: pick === 0 ? undefined : nth(page.decoupes),
      quantite: 3 + 4 * pick,
      variantes: page.options.map(({ variantes }) => nth(variantes)),
    }),
  )
}

const withoutMissing = (line: Json): Json =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined))

export interface PartnerShape extends Omit<StartOptions, 'ids' | 'mark'> {
  readonly seed: number
  readonly products: number
  readonly families: number
}

/** Starts a partner with the ids that all share, and names and prices of its own. */
export async function startSource(name: string, base: number, shape: PartnerShape): Promise<PartnerSource> {
  const named = { ...shape, ids: IDS, mark: `(${name})` }
  const catalogue = buildCatalogue(named)
  const partner = await startPartner(named)
  const { leadTimes, families } = catalogue
  const print = [...catalogue.products.values()].flatMap((product): Json[] => [
    { ...defaultLine(product) },
    ...realisticLines(catalogue, product, 2, shape.seed).map((line) => ({ ...line })),
  ])
  return {
    ...{ name, base, partner, catalogue, leadTimes },
    lines: { print, display: [...displayLines(catalogue), ...displayLines(catalogue, 1)] },
    daysOf: (family) => families.get(family)!.schedule.leadTimes.map(({ days }) => days),
  }
}

/** Sets a partner, by its name or as the only one, and syncs it. */
export async function add(comptoir: Comptoir, { name, partner }: PartnerSource, named = true): Promise<void> {
  const by = named ? ['--name', name] : []
  await comptoir.done(['upstream', 'set', ...by, '--url', partner.url], partner.token)
  await comptoir.done(['sync', ...by])
}

/** Has the service learn what the lead times of a partner stand for: only its answers say so. */
export async function learnLeadTimes(
  comptoir: Comptoir,
  { catalogue, lines, base }: PartnerSource,
): Promise<void> {
  for (const line of lines.print) {
    for (const delai of catalogue.products.get(line['produit'] as number)!.page.delais) {
      const lignes = [inHere({ ...line, delai }, base)]
      await comptoir.partner('POST', 'print/panier/', { lignes })
    }
  }
}

const OWN_DAYS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15]
const OWN_PRODUCTS = [1001, 1004]
const OWN_FAMILIES = [31, 33]
/** Its lead times are offered in this order by ids that other sources give other meanings. */
const delais = OWN_DAYS.map((jours, i) => ({ id: 40 - 3 * i, jours }))

const price = (prix: string) => ({ lecture: 'unitaire', grille: [{ quantite: 1, prix }] })

/** The shop's own tariffs, under ids that the partners use as well. */
export const OWN_BUNDLE = {
  format: 'comptoir-bundle/1',
  delais,
  produits: OWN_PRODUCTS.map((id, i) => ({
    id,
    nom: `Tampon n° ${i + 1} (maison)`,
    nombre_visuels_min: 1,
    nombre_visuels_max: 3,
    delais: delais.map((delai) => delai.id),
    quantites: { range: true, min: 1, max: 100_000 },
    options: [
      {
        ...{ id: 11, nom: 'Encre', type: 'variante' },
        variantes: [
          { id: 201, nom: 'Noire' },
          { id: 203, nom: 'Bleue' },
        ],
      },
      { id: 13, nom: 'Lignes', type: 'integer', variantes: [] },
    ],
  })),
  familles: OWN_FAMILIES.map((id, i) => ({
    id,
    nom_complet: `Enseigne n° ${i + 1} (maison)`,
    sans_impression_possible: false,
    formats: [{ id: 51, nom: 'Petit' }],
    supports: [{ id: 53, nom_complet: 'Bois', delai_min: 0 }],
    impressions: [{ id: 55, nom: 'Gravure' }],
    finitions: [{ id: 57, nom: 'Cire' }],
    decoupes: [{ id: 59, nom: 'Ovale' }],
    options: [],
  })),
  tarifs: {
    print: OWN_PRODUCTS.map((produit, i) => ({
      ...{ produit, delai_principal: delais[3]!.id },
      ...price(`${120 + i}`),
      variantes: { 203: { fixe: '300' } },
      valeurs: { 13: { fixe: '0', unitaire: '2' } },
      delais: { [delais[0]!.id]: { pourcentage: '30' } },
    })),
    display: OWN_FAMILIES.map((famille, i) => ({
      ...{ famille, delai_principal: delais[4]!.id },
      delais: Object.fromEntries(delais.map(({ id, jours }) => [id, jours < 3 ? { pourcentage: '25' } : {}])),
      formats: { 51: price(`${4_500 + 100 * i}`) },
      supports: { 53: { unitaire: '250' } },
    })),
  },
}

/** The shop's own tariffs as a source: its base is 0, as it comes first. */
export const OWN: Source = {
  name: 'maison',
  base: 0,
  lines: {
    print: OWN_PRODUCTS.flatMap((produit, i): Json[] => [
      { produit, variantes: [201], quantites_multiples: [10 + i] },
      { produit, variantes: [203], valeurs: { 13: '4' }, quantites_multiples: [5, 25] },
    ]),
    display: OWN_FAMILIES.map((famille, i) => ({
      ...{ famille, format: 51, support: 53, impression: 55, finition: 57, decoupe: 59 },
      ...{ quantite: 2 + i, variantes: [] },
    })),
  },
  leadTimes: new Map(delais.map(({ id, jours }) => [id, jours])),
  daysOf: () => OWN_DAYS,
}
