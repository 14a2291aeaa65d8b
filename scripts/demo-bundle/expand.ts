import { grid, surcharge } from './grid.ts'
import { leadTimeId, type Schedule } from './lead-times.ts'
import type { Choice, DisplayRow, OptionRow, PrintRow, TooFast } from './rows.ts'
import type { DisplayTarif, Exclusion, Famille, Option, PrintTarif, Produit, Surcharge } from './shapes.ts'
import { displayElementId, supportLeadTime, type ElementKind } from './tables/display-elements.ts'
import { frenchNumber, typeset } from './typography.ts'

function read(row: Choice): { nom: string; prix: string; limits: readonly TooFast[] } {
  if (typeof row === 'string') return { nom: row, prix: '', limits: [] }
  const [nom, prix, ...limits] = row
  return { nom, prix, limits }
}

function days(schedule: Schedule): number[] {
  return Object.keys(schedule)
    .map(Number)
    .sort((a, b) => a - b)
}

function mainLeadTime(schedule: Schedule): number {
  const main = days(schedule).find((day) => schedule[day] === '')
  if (main === undefined) throw new Error('a schedule without a main lead time')
  return leadTimeId(main)
}

/** One exclusion for each lead time that is too fast. */
function exclusions(
  schedule: Schedule,
  limits: readonly TooFast[],
  condition: Partial<Exclusion> = {},
): Exclusion[] {
  return limits.flatMap(({ under, from, message }) =>
    days(schedule)
      .filter((day) => day < under)
      .map((day) => ({
        delai: leadTimeId(day),
        ...condition,
        ...(from === undefined ? {} : { quantite_min: from }),
        message: typeset(
          message.replaceAll('{delai}', `J+${day}`).replaceAll('{quantite}', frenchNumber(from ?? 0)),
        ),
      })),
  )
}

type Priced = Record<string, Surcharge>

function add(prices: Priced, id: number, prix: string): void {
  const entry = surcharge(prix)
  if (entry) prices[id] = entry
}

/** An empty table is left out: it says nothing. */
function filled<T>(name: string, value: Record<string, T> | T[]): object {
  return Object.keys(value).length === 0 ? {} : { [name]: value }
}

interface Expanded {
  options: Option[]
  variantes: Priced
  valeurs: Priced
  exclusions: Exclusion[]
  sides: Partial<Record<'largeur' | 'hauteur', number>>
}

function expandOptions(owner: number, rows: readonly OptionRow[], schedule: Schedule): Expanded {
  const result: Expanded = { options: [], variantes: {}, valeurs: {}, exclusions: [], sides: {} }
  rows.forEach((row, index) => {
    const id = owner * 100 + index + 1
    const variantes = row.choices.map((choice, place) => {
      const { nom, prix, limits } = read(choice)
      const variante = id * 100 + place + 1
      add(result.variantes, variante, prix)
      result.exclusions.push(...exclusions(schedule, limits, { variante }))
      return { id: variante, nom: typeset(nom) }
    })
    add(result.valeurs, id, row.prix)
    if (row.side) result.sides[row.side] = id
    result.options.push({ id, nom: typeset(row.nom), type: row.type, variantes })
  })
  return result
}

function scheduleTariff(schedule: Schedule): Priced {
  const prices: Priced = {}
  for (const day of days(schedule)) add(prices, leadTimeId(day), schedule[day] ?? '')
  return prices
}

export function expandPrint(row: PrintRow): { produit: Produit; tarif?: PrintTarif } {
  const { options, variantes, valeurs, sides, ...expanded } = expandOptions(
    row.id,
    row.options,
    row.leadTimes,
  )
  const fixed = typeof row.quantites === 'string' ? row.quantites.split(' ').map(Number) : undefined
  const produit: Produit = {
    id: row.id,
    nom: typeset(row.nom),
    ...(row.visuals ? { nombre_visuels_min: row.visuals.min ?? 1, nombre_visuels_max: row.visuals.max } : {}),
    delais: days(row.leadTimes).map(leadTimeId),
    quantites:
      typeof row.quantites === 'string'
        ? { range: false, available: fixed ?? [] }
        : { range: true, ...row.quantites },
    options,
  }
  if (row.grille === undefined) return { produit }

  const lecture = row.lecture ?? 'exacte'
  const { largeur, hauteur } = sides
  if (!row.surface !== (largeur === undefined || hauteur === undefined))
    throw new Error(`${row.nom}: a surface needs its two sides, and the sides a surface`)
  const tarif: PrintTarif = {
    produit: row.id,
    delai_principal: mainLeadTime(row.leadTimes),
    lecture,
    grille: grid(lecture, row.grille, fixed),
    ...(row.surface && largeur !== undefined && hauteur !== undefined
      ? {
          surface: {
            largeur,
            hauteur,
            diviseur: row.surface.unit === 'mm' ? '1000' : '100',
            minimum_m2: row.surface.minimum_m2,
          },
        }
      : {}),
    ...(row.visuals ? { visuel_supplementaire: row.visuals.extra } : {}),
    ...filled('variantes', variantes),
    ...filled('valeurs', valeurs),
    delais: scheduleTariff(row.leadTimes),
    ...filled('exclusions', [...expanded.exclusions, ...exclusions(row.leadTimes, row.limits ?? [])]),
  }
  return { produit, tarif }
}

export function expandDisplay(row: DisplayRow): { famille: Famille; tarif: DisplayTarif } {
  const { options, variantes, exclusions: limited } = expandOptions(row.id, row.options ?? [], row.leadTimes)
  const forbidden: Exclusion[] = []

  function elements(kind: ElementKind, choices: readonly Choice[]) {
    const prices: Priced = {}
    const list = choices.map((choice) => {
      const { nom, prix, limits } = read(choice)
      const id = displayElementId(kind, nom)
      add(prices, id, prix)
      forbidden.push(...exclusions(row.leadTimes, limits, { [kind]: id }))
      return { id, nom: typeset(nom), key: nom }
    })
    return { prices, list, plain: list.map(({ id, nom }) => ({ id, nom })) }
  }

  const formats = elements('format', Object.keys(row.formats))
  const supports = elements('support', row.supports)
  const impressions = elements('impression', row.impressions)
  const finitions = elements('finition', row.finitions ?? [])
  const decoupes = elements('decoupe', row.decoupes ?? [])

  const famille: Famille = {
    id: row.id,
    nom_complet: typeset(row.nom),
    sans_impression_possible: row.blank !== undefined,
    formats: formats.plain,
    supports: supports.list.map(({ id, nom, key }) => ({
      id,
      nom_complet: nom,
      delai_min: supportLeadTime(key),
    })),
    impressions: impressions.plain,
    finitions: finitions.plain,
    decoupes: decoupes.plain,
    options: options.map(({ id, nom, variantes }) => ({ id, nom, variantes })),
  }

  const tarif: DisplayTarif = {
    famille: row.id,
    delai_principal: mainLeadTime(row.leadTimes),
    // Here an entry is what offers the lead time: the main one has one too, an empty one.
    delais: Object.fromEntries(
      days(row.leadTimes).map((day) => [leadTimeId(day), surcharge(row.leadTimes[day] ?? '') ?? {}]),
    ),
    formats: Object.fromEntries(
      formats.list.map(({ id, key }) => [
        id,
        { lecture: row.lecture, grille: grid(row.lecture, row.formats[key] ?? '') },
      ]),
    ),
    ...filled('supports', supports.prices),
    ...filled('impressions', impressions.prices),
    ...filled('finitions', finitions.prices),
    ...filled('decoupes', decoupes.prices),
    ...filled('variantes', variantes),
    ...(row.blank === undefined ? {} : { sans_impression: surcharge(row.blank) ?? {} }),
    verification: surcharge(row.verification) ?? {},
    ...filled('exclusions', [...forbidden, ...limited]),
  }
  return { famille, tarif }
}
