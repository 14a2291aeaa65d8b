import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Absentable } from '../schema.ts'
import { Variante } from '../print/product.ts'

/** An element that is named by its id: formats, printing modes, finishes, cuts (partner-api.md 2.8). */
export const Element = Type.Object({ id: Type.Integer(), nom: Type.String() }, { title: 'Element' })
export type Element = Static<typeof Element>

export const Support = Type.Object(
  {
    id: Type.Integer(),
    nom_complet: Type.String(),
    delai_min: Type.Integer({ description: 'Working days that the support needs at least.' }),
  },
  { title: 'Support' },
)
export type Support = Static<typeof Support>

export const FamilleOption = Type.Object(
  { id: Type.Integer(), nom: Type.String(), variantes: Type.Array(Variante) },
  { title: 'FamilleOption' },
)
export type FamilleOption = Static<typeof FamilleOption>

/** Display family, as it is answered (partner-api.md 2.8). */
export const Famille = Type.Object(
  {
    id: Type.Integer({ description: 'Sent as `famille`.' }),
    nom_complet: Type.String(),
    sans_impression_possible: Type.Boolean(),
    formats: Type.Array(Element),
    supports: Type.Array(Support),
    impressions: Type.Array(Element),
    finitions: Type.Array(Element),
    decoupes: Type.Array(Element),
    options: Type.Array(FamilleOption),
  },
  { title: 'Famille' },
)
export type Famille = Static<typeof Famille>

/** Display family as a bundle or an upstream writes it: what has a default may be missing. */
export const FamilleInput = Type.Object({
  id: Type.Integer(),
  nom_complet: Type.String(),
  sans_impression_possible: Absentable(Type.Boolean()),
  formats: Absentable(Type.Array(Element)),
  supports: Absentable(
    Type.Array(
      Type.Object({ id: Type.Integer(), nom_complet: Type.String(), delai_min: Absentable(Type.Integer()) }),
    ),
  ),
  impressions: Absentable(Type.Array(Element)),
  finitions: Absentable(Type.Array(Element)),
  decoupes: Absentable(Type.Array(Element)),
  options: Absentable(
    Type.Array(
      Type.Object({ id: Type.Integer(), nom: Type.String(), variantes: Absentable(Type.Array(Variante)) }),
    ),
  ),
})
export type FamilleInput = Static<typeof FamilleInput>

const element = ({ id, nom }: Element): Element => ({ id, nom })

/** The family with every field, in the documented order, and none besides. */
export function completeFamille(input: FamilleInput): Famille {
  return {
    id: input.id,
    nom_complet: input.nom_complet,
    sans_impression_possible: input.sans_impression_possible ?? false,
    formats: (input.formats ?? []).map(element),
    supports: (input.supports ?? []).map(({ id, nom_complet, delai_min }) => ({
      id,
      nom_complet,
      delai_min: delai_min ?? 0,
    })),
    impressions: (input.impressions ?? []).map(element),
    finitions: (input.finitions ?? []).map(element),
    decoupes: (input.decoupes ?? []).map(element),
    options: (input.options ?? []).map(({ id, nom, variantes }) => ({
      id,
      nom,
      variantes: (variantes ?? []).map(element),
    })),
  }
}

export { ELEMENT_KINDS, type ElementKind } from '../shared/display-elements.ts'
