/** Quotes of the small print shop at the application API, for tests. */
import { ADDRESS, json, type World } from './app.ts'
import { shop, type Loose } from './shop.ts'

export const CARDS = { produit: 10, quantites_multiples: [100] }

export const FLYERS = { produit: 30, quantites_multiples: [250] }

export const print = (line: Loose, delai: number | null = 2) => ({ area: 'print', line, delai })

export const QUOTE = { reference: 'REF', address: ADDRESS, lines: [print(CARDS)] }

export const DAY = 86_400_000

export const create = async ({ desk }: World, quote: Loose = QUOTE) =>
  json(await desk.post('/api/quotes', quote))

export const put = ({ desk }: World, url: string, payload: Loose) =>
  desk.send({ method: 'PUT', url, payload })

export const move = (made: World, id: number, state: string, more: Loose = {}) =>
  put(made, `/api/quotes/${id}/state`, { state, ...more })

/** The lots of 100 cards at 3000 instead of 2150. */
export async function dearer({ service }: World): Promise<void> {
  const bundle = shop()
  bundle.tarifs.print[0].grille[0].prix = '3000'
  await service.catalogue.importBundle(bundle)
}
