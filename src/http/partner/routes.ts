/** The partner API (partner-api.md 4): both areas, one table of routes each. */
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { ELEMENT_KINDS, type ElementKind } from '../../domain/display/family.ts'
import type { Area } from '../../domain/order.ts'
import { read } from '../../domain/schema.ts'
import { keyFaults } from '../../domain/text.ts'
import { orderText } from './order-body.ts'
import { Invalid, Refusal } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import { sendRefusal } from '../errors.ts'
import { pageHeaders, readPage } from '../paging.ts'
import { linkTo } from '../public-address.ts'
import { askedId } from '../path-id.ts'
import { Turns } from '../turns.ts'
import { observedSince, sendCart, sendJsonText, sendList, sendOrders, sendPrices } from './answers.ts'
import { authentication, customerOf } from './authentication.ts'
import { customerEvents } from './events.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown
type Routes = Readonly<Record<string, Readonly<Partial<Record<'GET' | 'POST', Handler>>>>>

/** Registers `/0.2/print/`, `/0.2/display/` and our extension beside them. */
export function partnerRoutes(app: FastifyInstance, service: Service): void {
  app.decorateRequest('customer', null)
  const authenticate = authentication(service)
  const turns = new Turns()
  const routes = {
    ...under('/0.2/print/', { ...printRoutes(service), ...areaRoutes(service, 'print', turns) }),
    ...under('/0.2/display/', { ...displayRoutes(service), ...areaRoutes(service, 'display', turns) }),
    ...under('/0.2/', { 'events/': { GET: customerEvents(service) } }),
  }
  for (const [url, handlers] of Object.entries(routes)) {
    for (const [method, handler] of Object.entries(handlers)) {
      const onRequest = method === 'POST' ? [authenticate, refuseEncoded] : authenticate
      app.route({ method, url, onRequest, handler })
    }
  }
  refuseOthers(app, routes, authenticate)
}

const LONGEST_SHOWN = 40

/** A body is taken as it is: one that is compressed is small where it is measured, and large where it is read. */
function refuseEncoded(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  const encoding = request.headers['content-encoding']
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') next()
  else {
    const params = { encoding: encoding.slice(0, LONGEST_SHOWN) }
    sendRefusal(request, reply, new Refusal('unsupported_media_type', params))
  }
}

const under = (prefix: string, routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).map(([path, handlers]) => [prefix + path, handlers]))

/** Whatever else is asked for here: a method that its path does not take, a path without its slash, or no path of ours. */
function refuseOthers(app: FastifyInstance, routes: Routes, authenticate: onRequestHookHandler): void {
  const paths = Object.entries(routes).map(([url, handlers]) => {
    const allowed = [...Object.keys(handlers), ...('GET' in handlers ? ['HEAD'] : [])]
    return {
      allowed,
      pattern: new RegExp(`^${url.replaceAll('.', '\\.').replace(':id', '[^/]+')}$`),
    }
  })
  const find = (path: string) => paths.find(({ pattern }) => pattern.test(path))
  const pathOf = ({ url }: FastifyRequest) => url.split('?')[0]!
  // A connection for something else never comes as a request.
  const methods = METHODS.filter((method) => method !== 'CONNECT')
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.route({
    method: methods,
    url: '/0.2/*',
    onRequest: [
      (request, reply, next) => {
        const path = pathOf(request)
        const known = find(path)
        // A path of ours whose id is longer than any comes here, too, with the method that it takes.
        if (known && !known.allowed.includes(request.method)) next()
        // All partner paths end with a slash (partner-api.md 4): the most likely mistake is named.
        else if (find(`${path}/`))
          sendRefusal(request, reply, new Refusal('missing_slash', { path: `${path}/` }))
        else sendRefusal(request, reply, new Refusal('not_found'))
      },
      authenticate,
      // Before the body is read: what it holds does not matter.
      (request, reply, _next) => {
        const allow = find(pathOf(request))!.allowed.join(', ')
        sendRefusal(request, reply, new Refusal('method_not_allowed', { allow }))
      },
    ],
    handler: () => undefined,
  })
}

/** The body of a POST; none at all counts as malformed. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.body === undefined) throw new Refusal('json_malformed', { empty: 1 })
  return request.body
}

/** The body of a cart: null for its lines counts as none at all (partner-api.md 2.5). */
function cartOf(request: FastifyRequest): unknown {
  const body = bodyOf(request)
  return read.object(body)?.['lignes'] === null ? { ...read.object(body), lignes: undefined } : body
}

function printRoutes(service: Service): Routes {
  return {
    'produit/': {
      GET: (request, reply) => {
        const { visibility, visibilityKey } = customerOf(request)
        return sendList(request, reply, service.catalogue.productList(visibility, visibilityKey), () =>
          service.catalogue.snapshot.products(visibility).map(({ body }) => body),
        )
      },
    },
    'produit/:id/': {
      GET: (request, reply) => {
        const id = askedId(request)
        const { snapshot } = service.catalogue
        const { visibility } = customerOf(request)
        const text = snapshot.productText(id, visibility)
        if (text === undefined) {
          const isSeen = visibility.products?.has(id) ?? true
          if (isSeen && snapshot.unreadable.products.has(id)) throw new Refusal('row_unreadable')
          const { id: asked } = request.params as { id: string }
          throw new Invalid([{ path: '', code: 'product_unknown', params: { id: asked } }])
        }
        return sendJsonText(reply, text)
      },
    },
  }
}

function displayRoutes(service: Service): Routes {
  const elements = Object.keys(ELEMENT_KINDS).map((kind) => [
    `${kind}/`,
    {
      GET: (request: FastifyRequest, reply: FastifyReply) => {
        const { visibility, visibilityKey } = customerOf(request)
        const list = service.catalogue.elementList(kind as ElementKind, visibility, visibilityKey)
        return sendList(request, reply, list, () =>
          (JSON.parse(list.bytes.toString()) as unknown[]).map((element) => JSON.stringify(element)),
        )
      },
    },
  ])
  return {
    'famille/': {
      GET: (request, reply) => {
        const { visibility, visibilityKey } = customerOf(request)
        return sendList(request, reply, service.catalogue.familyList(visibility, visibilityKey), () =>
          service.catalogue.snapshot.families(visibility).map(({ body }) => body),
        )
      },
    },
    ...(Object.fromEntries(elements) as Routes),
  }
}

/** What both areas have: prices, carts and orders. */
function areaRoutes(service: Service, area: Area, turns: Turns): Routes {
  return {
    'prix/': {
      POST: (request, reply) => {
        const checked = service.offers.check(area, bodyOf(request), customerOf(request).visibility)
        const prices = service.prices.told(checked)
        if (prices instanceof Promise) {
          return prices.then((answer) => {
            const since = observedSince(answer)
            if (since !== null) reply.header('Comptoir-Price-Observed', since)
            return sendPrices(request, reply, answer)
          })
        }
        return sendPrices(request, reply, prices)
      },
    },
    'panier/': {
      POST: (request, reply) => {
        const isThere = () => !reply.raw.destroyed
        const cart = service.carts.price(area, cartOf(request), customerOf(request), 'simulate', isThere)
        if (cart instanceof Promise) return cart.then((priced) => sendCart(reply, priced))
        return sendCart(reply, cart)
      },
    },
    'panier/validate/': {
      POST: async (request, reply) => {
        const order = await service.orders.validate(
          area,
          cartOf(request),
          customerOf(request),
          idempotencyKey(request),
        )
        reply.code(201).header('Location', linkTo(request, `/0.2/${area}/commande/${order.id}/`))
        return sendJsonText(reply, orderText(order))
      },
    },
    'commande/': {
      GET: async (request, reply) => {
        const customer = customerOf(request)
        const page = readPage(request.query)
        pageHeaders(reply, request.url, page, await service.orders.count(area, customer))
        const orders = service.orders.list(area, customer, page.offset, page.limit ?? Infinity)
        return sendOrders(reply, orders, turns)
      },
    },
    'commande/:id/': {
      GET: async (request, reply) => {
        const order = await service.orders.find(area, askedId(request), customerOf(request))
        return sendJsonText(reply, orderText(order))
      },
    },
  }
}

/** Null: none is sent. An empty one would be none: who believes that it protects him would order twice. @throws Invalid */
function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  const text = String(key)
  const faults = keyFaults(text, '', 'Idempotency-Key')
  if (faults.length > 0) throw new Invalid(faults)
  return text
}
