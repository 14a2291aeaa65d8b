/** What people keep at hand: favourites, recents, saved configurations. */
import * as Type from 'typebox'
import { worded, type Locale } from '../../domain/messages.ts'
import { QuoteLineInput } from '../../domain/quote/quote.ts'
import type { Service } from '../../service/service.ts'
import type { Choice, Configuration as Saved } from '../../store/shelf.ts'
import { requestLocale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import { created, type Api } from './api.ts'
import { bodyReader } from './requests.ts'
import {
  Configuration,
  ConfigurationInput,
  ConfigurationName,
  FavouriteInput,
  Recent,
  Shelf,
  ShelfItem,
} from './shelf-schemas.ts'

const read = {
  favourite: bodyReader(FavouriteInput),
  line: bodyReader(QuoteLineInput),
  configuration: bodyReader(ConfigurationInput),
  name: bodyReader(ConfigurationName),
}

export function shelfRoutes(api: Api, { shelf, people }: Service): void {
  const saved = ({ savedBy, ...configuration }: Saved, locale: Locale) => ({
    ...choiceView(configuration, locale),
    savedBy: people.nameOf(savedBy),
    fits: shelf.fits(configuration),
  })
  api.get('/api/shelf', 'desk', Shelf, async (request) => {
    const locale = requestLocale(request)
    const { favourites, recents, configurations } = await shelf.of(actorOf(request))
    return {
      favourites,
      recents: recents.map((recent) => choiceView(recent, locale)),
      configurations: configurations.map((configuration) => saved(configuration, locale)),
    }
  })
  api.put('/api/shelf/favourites', 'desk', Type.Array(ShelfItem), (request) => {
    const { favourite, ...item } = read.favourite(request)
    return shelf.setFavourite(actorOf(request), item, favourite)
  })
  api.post('/api/shelf/recents', 'desk', Type.Array(Recent), async (request) => {
    const recents = await shelf.configured(actorOf(request), read.line(request))
    return recents.map((recent) => choiceView(recent, requestLocale(request)))
  })
  api.post('/api/shelf/configurations', 'desk', Configuration, async (request, reply) => {
    const { name, ...line } = read.configuration(request)
    const made = await created(reply, shelf.save(actorOf(request), name, line))
    return saved(made, requestLocale(request))
  })
  api.put('/api/shelf/configurations/:id', 'desk', Configuration, async (request) =>
    saved(
      await shelf.rename(actorOf(request), pathId(request), read.name(request).name),
      requestLocale(request),
    ),
  )
  api.remove('/api/shelf/configurations/:id', 'desk', (request) =>
    shelf.remove(actorOf(request), pathId(request)),
  )
  api.post('/api/shelf/configurations/:id/restore', 'desk', Configuration, async (request) =>
    saved(await shelf.restore(actorOf(request), pathId(request)), requestLocale(request)),
  )
}

function choiceView<Kept extends Choice>({ itemId, parts, line, ...kept }: Kept, locale: Locale) {
  return {
    ...kept,
    item: itemId,
    line: line as Record<string, unknown>,
    summary: parts.map((part) => worded(part, locale)),
    parts: parts.map(({ code, params }) => ({ code, params: { ...params } })),
  }
}
