/** What people keep at hand (local-api.md, "What the screens call"): what is sent, and what is answered. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Area } from '../../domain/order.ts'
import { Nullable } from '../../domain/schema.ts'
import { PriceThen, QuoteLine, QuoteLineInput } from '../../domain/quote/quote.ts'

/** A product or family. */
export const ShelfItem = Type.Object({ area: Area, id: Type.Integer() })
export type ShelfItem = Static<typeof ShelfItem>

/** PUT /api/shelf/favourites answers all of them. */
export const FavouriteInput = Type.Object({ ...ShelfItem.properties, favourite: Type.Boolean() })

/** What was chosen; what it costs by now is asked for when it is opened. */
const CHOICE = {
  area: Area,
  item: Type.Integer({ description: 'Of the product or family.' }),
  itemName: Type.String({ description: 'Its name when this was kept.' }),
  line: QuoteLine.properties.line,
  delai: Nullable(Type.Integer()),
  leadTimeLabel: Nullable(Type.String()),
  summary: QuoteLine.properties.summary,
  parts: QuoteLine.properties.parts,
  price: Type.Union([PriceThen, Type.Null()], {
    description: 'What it cost when this was kept; null: that was not known.',
  }),
}

export const Recent = Type.Object({ ...CHOICE, at: Type.String({ description: 'When it was configured.' }) })
export type Recent = Static<typeof Recent>

/** POST /api/shelf/configurations; PUT …/:id renames; DELETE …/:id, and POST …/:id/restore within a day. */
export const ConfigurationInput = Type.Object({ name: Type.String(), ...QuoteLineInput.properties })
export type ConfigurationInput = Static<typeof ConfigurationInput>
export const ConfigurationName = Type.Object({ name: Type.String() })
export const Configuration = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ...CHOICE,
  savedBy: Nullable(Type.String({ description: 'Who saved it, by name; null: no person.' })),
  savedAt: Type.String(),
  fits: Type.Boolean({ description: 'Whether the catalogue still offers all of it.' }),
})
export type Configuration = Static<typeof Configuration>

/** GET /api/shelf */
export const Shelf = Type.Object({
  favourites: Type.Array(ShelfItem),
  recents: Type.Array(Recent, { description: 'The newest first, one a product or family.' }),
  configurations: Type.Array(Configuration, { description: 'Of the whole shop, the newest first.' }),
})
export type Shelf = Static<typeof Shelf>
