/** What the products and families of a catalogue may be chosen with, as it is searched: each text once, however many have it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SEES_ALL, type Snapshot } from '../domain/catalogue.ts'
import type { Area } from '../domain/order.ts'
import { ELEMENT_KINDS, ELEMENTS } from '../domain/shared/display-elements.ts'

/** @property entries of each product or family, which of `names` it has, by their places */
export interface ChoiceNames {
  readonly names: readonly string[]
  readonly entries: readonly { readonly area: Area; readonly id: number; readonly of: readonly number[] }[]
}

interface Option {
  readonly nom: string
  readonly variantes: readonly { readonly nom: string }[]
}

const SLICE = 100

/** In slices that let requests through. */
export async function choiceNames(snapshot: Snapshot): Promise<ChoiceNames> {
  const places = new Map<string, number>()
  const entries: { area: Area; id: number; of: number[] }[] = []
  const put = async (area: Area, id: number, names: readonly string[]) => {
    const of = new Set<number>()
    for (const name of names) {
      if (!places.has(name)) places.set(name, places.size)
      of.add(places.get(name)!)
    }
    entries.push({ area, id, of: [...of] })
    if (entries.length % SLICE === 0) await nextTurn()
  }
  for (const { id } of snapshot.products(SEES_ALL))
    await put('print', id, ofOptions(snapshot.product(id, SEES_ALL)!.produit.options))
  for (const { id } of snapshot.families(SEES_ALL)) {
    const { famille } = snapshot.family(id, SEES_ALL)!
    const elements = ELEMENTS.flatMap(
      (kind): readonly { nom?: string; nom_complet?: string }[] => famille[ELEMENT_KINDS[kind]],
    )
    const named = elements.flatMap(({ nom, nom_complet }) => nom ?? nom_complet ?? [])
    await put('display', id, [...named, ...ofOptions(famille.options)])
  }
  return { names: [...places.keys()], entries }
}

const ofOptions = (options: readonly Option[]) =>
  options.flatMap(({ nom, variantes }) => [nom, ...variantes.map((variant) => variant.nom)])
