/** Catalogues and lines to measure with: the demo bundle, and larger ones made of copies of its products. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bundle } from '../../src/domain/bundle.ts'
import { completeFamille, type Famille } from '../../src/domain/display/family.ts'
import { completeProduit, type Produit } from '../../src/domain/print/product.ts'
import type { Request } from './load.ts'
import { command, type Place } from './service.ts'

export const DEMO_BUNDLE = join(import.meta.dirname, '..', '..', 'resources', 'demo-bundle.json')

/** The bundle as its file holds it: every list is there. */
export interface WholeBundle extends Bundle {
  readonly produits: Produit[]
  readonly familles: Famille[]
  readonly tarifs: {
    readonly print: NonNullable<NonNullable<Bundle['tarifs']>['print']>
    readonly display: NonNullable<NonNullable<Bundle['tarifs']>['display']>
  }
}

/** The demo bundle, its products and families with every field. */
export function demoBundle(): WholeBundle {
  const bundle = JSON.parse(readFileSync(DEMO_BUNDLE, 'utf8')) as Bundle
  return {
    ...bundle,
    produits: bundle.produits?.map(completeProduit) ?? [],
    familles: bundle.familles?.map(completeFamille) ?? [],
    tarifs: { print: bundle.tarifs?.print ?? [], display: bundle.tarifs?.display ?? [] },
  }
}

const FIRST_COPY = 100_000

/** The demo bundle with `count` print products, copies of its own. */
export function bundleOf(count: number): WholeBundle {
  const demo = demoBundle()
  const tariffs = new Map(demo.tarifs.print.map((tariff) => [tariff.produit, tariff]))
  const priced = demo.produits.filter(({ id }) => tariffs.has(id))
  const copies = Array.from({ length: count }, (_, i) => ({
    id: FIRST_COPY + i,
    of: priced[i % priced.length]!,
  }))
  return {
    ...demo,
    produits: copies.map(({ id, of }) => ({ ...of, id, nom: `${of.nom}, modèle ${id - FIRST_COPY + 1}` })),
    tarifs: {
      print: copies.map(({ id, of }) => ({ ...tariffs.get(of.id)!, produit: id })),
      display: demo.tarifs.display,
    },
  }
}

/** A generator of numbers from 0 to 1 that gives the same ones each time. */
export function randomSource(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

export interface PrintBody {
  readonly label: string
  readonly produit: number
  readonly variantes: readonly number[]
  readonly valeurs: Readonly<Record<string, string>>
  readonly quantites_multiples: readonly number[]
  readonly delai?: number
}

/** A valid line of a product: a choice for every one of its options. */
export function printLine(product: Produit, random: () => number): PrintBody {
  const { quantites } = product
  const choices = product.options.filter(({ type }) => type === 'variante')
  const free = product.options.filter(({ type }) => type !== 'variante')
  const quantity = () =>
    quantites.range
      ? quantites.min + Math.floor(random() * Math.min(500, (quantites.max ?? 500) - quantites.min + 1))
      : pick(random, quantites.available)
  return {
    label: 'Ligne de mesure',
    produit: product.id,
    variantes: choices.map(({ variantes }) => pick(random, variantes).id),
    valeurs: Object.fromEntries(
      free.map(({ id, type }) => [
        String(id),
        type === 'integer' ? `${10 + Math.floor(random() * 200)}` : `${10 + Math.floor(random() * 200)}.5`,
      ]),
    ),
    quantites_multiples: Array.from({ length: product.nombre_visuels_min }, quantity),
  }
}

/** A valid display line of a family. */
export function displayLine(family: Famille, random: () => number) {
  const optional = (list: readonly { id: number }[]) => (list.length > 0 ? pick(random, list).id : null)
  return {
    label: 'Ligne de mesure',
    famille: family.id,
    format: pick(random, family.formats).id,
    support: pick(random, family.supports).id,
    impression: optional(family.impressions),
    finition: optional(family.finitions),
    decoupe: optional(family.decoupes),
    quantite: 1 + Math.floor(random() * 100),
    variantes: family.options.map(({ variantes }) => pick(random, variantes).id),
    verification: random() < 0.5,
  }
}

/** The products of a bundle that a line of 8 options can be made of. */
export function eightOptions(bundle: WholeBundle): Produit[] {
  return bundle.produits.filter((product) => product.options.length === 8)
}

export const ADDRESS = {
  prenom: 'Anne',
  nom: 'Martin',
  societe: 'Imprimerie Martin',
  adresse1: '12 rue des Presses',
  adresse2: '',
  code_postal: '69003',
  ville: 'Lyon',
  pays: 'France',
  email: 'anne.martin@example.com',
  telephone: '0472000000',
  instructions: '',
}

export const cart = (lignes: readonly unknown[], devis = 'D-2026-0001') => ({
  devis,
  adresse_livraison: ADDRESS,
  lignes,
})

export const post = (path: string, token: string, body: unknown): Request => ({
  method: 'POST',
  path,
  headers: { Authorization: `Token ${token}` },
  body: JSON.stringify(body),
})

export const get = (path: string, token: string, headers: Record<string, string> = {}): Request => ({
  method: 'GET',
  path,
  headers: { Authorization: `Token ${token}`, ...headers },
})

/** A folder for the time of a measure, on the disk that the tests use too. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'comptoir-bench-'))

  /** A store with a bundle loaded by the command line, and a customer who may order. */
  store(name: string, bundle: WholeBundle | string, url?: string): Place & { readonly token: string } {
    const place = { folder: join(this.folder, name), ...(url ? { url } : {}) }
    command(place, 'import', typeof bundle === 'string' ? bundle : this.write(`${name}.json`, bundle))
    const { token } = command<{ token: string }>(
      place,
      'token',
      'create',
      '--customer',
      'Bench',
      '--can-order',
    )
    return { ...place, token }
  }

  write(name: string, bundle: WholeBundle): string {
    const file = join(this.folder, name)
    writeFileSync(file, JSON.stringify(bundle))
    return file
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Runs a measure with a workspace, and removes it whatever happens. */
export async function withWorkspace<T>(work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = new Workspace()
  try {
    return await work(workspace)
  } finally {
    workspace.remove()
  }
}
