import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Absentable } from '../schema.ts'

/** Variant of an option (partner-api.md 2.1). */
export const Variante = Type.Object({ id: Type.Integer(), nom: Type.String() })
export type Variante = Static<typeof Variante>

/** Option of a print product (partner-api.md 2.1). */
export const ProduitOption = Type.Object(
  {
    id: Type.Integer({ description: 'Option identifier; also the key in `valeurs`.' }),
    nom: Type.String(),
    type: Type.Union([Type.Literal('variante'), Type.Literal('integer'), Type.Literal('decimal')]),
    variantes: Type.Array(Variante, { description: 'Empty for integer and decimal options.' }),
  },
  { title: 'Option' },
)
export type ProduitOption = Static<typeof ProduitOption>

/** Orderable quantities (partner-api.md 2.1): a fixed list, or a free range. */
export const Quantites = Type.Union(
  [
    Type.Object(
      { range: Type.Literal(false), available: Type.Array(Type.Integer()) },
      { title: 'QuantitesFixes' },
    ),
    Type.Object(
      { range: Type.Literal(true), min: Type.Integer(), max: Type.Optional(Type.Integer()) },
      { title: 'QuantitesLibres' },
    ),
  ],
  { title: 'Quantites' },
)
export type Quantites = Static<typeof Quantites>

/** Print product page, as it is answered (partner-api.md 2.1). */
export const Produit = Type.Object(
  {
    id: Type.Integer({ description: 'Sent as `produit` in lines.' }),
    nom: Type.String(),
    nombre_visuels_min: Type.Integer(),
    nombre_visuels_max: Type.Integer(),
    delais: Type.Array(Type.Integer(), { description: 'Identifiers of the lead times of the product.' }),
    quantites: Quantites,
    options: Type.Array(ProduitOption),
  },
  { title: 'Produit' },
)
export type Produit = Static<typeof Produit>

/** Print product as a bundle or an upstream writes it: what has a default may be missing. */
export const ProduitInput = Type.Object({
  id: Type.Integer(),
  nom: Type.String(),
  nombre_visuels_min: Absentable(Type.Integer()),
  nombre_visuels_max: Absentable(Type.Integer()),
  delais: Absentable(Type.Array(Type.Integer())),
  quantites: Type.Union([
    Type.Object({ range: Type.Literal(false), available: Type.Array(Type.Integer()) }),
    Type.Object({
      range: Type.Literal(true),
      min: Absentable(Type.Integer()),
      max: Absentable(Type.Integer()),
    }),
  ]),
  options: Absentable(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        nom: Type.String(),
        type: ProduitOption.properties.type,
        variantes: Absentable(Type.Array(Variante)),
      }),
    ),
  ),
})
export type ProduitInput = Static<typeof ProduitInput>

/** The product with every field, in the documented order, and none besides (partner-api.md 2.1 gives the defaults). */
export function completeProduit(input: ProduitInput): Produit {
  const { quantites } = input
  return {
    id: input.id,
    nom: input.nom,
    nombre_visuels_min: input.nombre_visuels_min ?? 1,
    nombre_visuels_max: input.nombre_visuels_max ?? 1,
    delais: input.delais ?? [],
    quantites: quantites.range
      ? {
          range: true,
          min: quantites.min ?? 1,
          ...(typeof quantites.max === 'number' ? { max: quantites.max } : {}),
        }
      : { range: false, available: quantites.available },
    options: (input.options ?? []).map(({ id, nom, type, variantes }) => ({
      id,
      nom,
      type,
      variantes: (variantes ?? []).map((variante) => ({ id: variante.id, nom: variante.nom })),
    })),
  }
}
