/** The partner API as a table: every endpoint of partner-api.md 4, display `commande/<id>/`, and our event stream. */
import * as Type from 'typebox'
import type { TSchema } from 'typebox'
import {
  CommandeDisplayInput,
  CommandePrintInput,
  PanierDisplay,
  PanierDisplayInput,
  PanierPrint,
  PanierPrintInput,
} from '../../domain/cart.ts'
import { ELEMENT_KINDS, Element, Famille, Support, type ElementKind } from '../../domain/display/family.ts'
import { PrixDisplayInput } from '../../domain/display/line.ts'
import type { FaultCode } from '../../domain/faults.ts'
import type { ErrorCode } from '../../domain/messages.ts'
import { CommandeDisplay, CommandePrint, type Area } from '../../domain/order.ts'
import { LignePrintInput } from '../../domain/print/line.ts'
import { Produit } from '../../domain/print/product.ts'
import { CatalogueEvent, MissedEvent, OrderEvent } from '../partner/events.ts'
import { DISPLAY, ORDER_EVENT, PRINT, REFUSED_PAGE, type Refused } from './examples.ts'
import { PrixReponse } from './schemas.ts'

export type HeaderName =
  'Link' | 'X-Total-Count' | 'ETag' | 'Comptoir-Price-Observed' | 'Location' | 'Content-Language'
export type ParameterName =
  'id' | 'limit' | 'offset' | 'Accept-Language' | 'Idempotency-Key' | 'If-None-Match' | 'Last-Event-ID'
export type Tag = Area | 'events'

export interface Example {
  readonly summary: string
  readonly value: unknown
}

export interface Operation {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly id: string
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly ParameterName[]
  readonly request?: { readonly schema: TSchema; readonly examples: Readonly<Record<string, Example>> }
  readonly answer: {
    readonly status: 200 | 201
    readonly description: string
    readonly schema: TSchema
    readonly headers: readonly HeaderName[]
    /** to the first request example */
    readonly example: unknown
    readonly type?: 'text/event-stream'
  }
  /** 304 where the caller has the answer already */
  readonly cacheable?: boolean
  /** codes of the answer 400 */
  readonly faults: readonly (FaultCode | 'json_malformed')[]
  readonly refused?: Refused
  /** codes of other answers than 400, beyond those of every operation */
  readonly errors: readonly ErrorCode[]
}

const BODY_FAULTS = ['json_malformed', 'field_required', 'field_type', 'more_faults'] as const
const BODY_ERRORS = ['body_too_large', 'unsupported_media_type'] as const
const LINE_FAULTS = {
  print: [
    'product_unknown',
    'variant_unavailable',
    'several_variants_of_option',
    'option_in_variants_and_values',
    'value_not_allowed',
    'value_invalid',
    'value_required',
    'quantity_invalid',
    'quantity_not_offered',
    'visual_count',
    'lead_time_unavailable',
  ],
  display: [
    'family_unknown',
    'not_compatible',
    'several_variants_of_option',
    'quantity_invalid',
    'lead_time_unavailable',
  ],
} as const satisfies Record<Area, readonly FaultCode[]>

const PAGED = ['limit', 'offset', 'Accept-Language'] as const

/** A list that is answered from a prepared buffer. */
function preparedList(
  area: Area,
  path: string,
  id: string,
  summary: string,
  schema: TSchema,
  example: unknown,
  description?: string,
): Operation {
  return {
    method: 'get',
    path: `/0.2/${area}/${path}`,
    id,
    tag: area,
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [...PAGED, 'If-None-Match'],
    answer: {
      status: 200,
      description: 'The list, whole unless `limit` or `offset` cuts it.',
      schema: Type.Array(schema),
      headers: ['X-Total-Count', 'Link', 'ETag'],
      example: [example],
    },
    cacheable: true,
    faults: ['value_invalid'],
    refused: REFUSED_PAGE,
    errors: [],
  }
}

function priceOperation(area: Area): Operation {
  const print = area === 'print'
  return {
    method: 'post',
    path: `/0.2/${area}/prix/`,
    id: `${area}Prix`,
    tag: area,
    summary: print
      ? 'Prices of a print line, by lead time'
      : 'Prices of a display configuration, by lead time',
    description:
      'Answers every lead time, also when `delai` is sent; the sent `delai` is checked. A lead time without a price ' +
      'has an empty `PrixHT` and says why in `Message`; the others keep theirs.',
    parameters: ['Accept-Language'],
    request: {
      schema: print ? LignePrintInput : PrixDisplayInput,
      examples: print
        ? {
            flyers: { summary: 'Flyers, two visuals, with a paper proof', value: PRINT.flyers },
            surface: { summary: 'By the area: sides as free values', value: PRINT.windowFilm },
          }
        : { xbanner: { summary: 'An X-banner', value: DISPLAY.banner } },
    },
    answer: {
      status: 200,
      description: 'The prices, in euro cents excluding tax.',
      schema: PrixReponse,
      headers: ['Comptoir-Price-Observed', 'Content-Language'],
      example: print ? PRINT.flyersPrices : DISPLAY.bannerPrices,
    },
    faults: [...BODY_FAULTS, ...LINE_FAULTS[area], 'price_unavailable'],
    refused: print ? PRINT.refusedLine : DISPLAY.refusedLine,
    errors: BODY_ERRORS,
  }
}

function cartOperation(area: Area): Operation {
  const print = area === 'print'
  return {
    method: 'post',
    path: `/0.2/${area}/panier/`,
    id: `${area}Panier`,
    tag: area,
    summary: print ? 'Simulate a print cart' : 'Simulate a display cart',
    description:
      'Prices every line at its lead time, and the totals with the discount and the VAT of the delivery address. ' +
      'Nothing is kept. Amounts are euro cents.',
    parameters: ['Accept-Language'],
    request: {
      schema: print ? PanierPrintInput : PanierDisplayInput,
      examples: { cart: { summary: 'A cart', value: print ? PRINT.cart : DISPLAY.cart } },
    },
    answer: {
      status: 200,
      description: 'The priced cart.',
      schema: print ? PanierPrint : PanierDisplay,
      headers: [],
      example: print ? PRINT.cartAnswer : DISPLAY.cartAnswer,
    },
    faults: [...BODY_FAULTS, ...LINE_FAULTS[area], 'price_unavailable'],
    refused: print ? PRINT.refusedCart : DISPLAY.refusedCart,
    errors: BODY_ERRORS,
  }
}

function validateOperation(area: Area): Operation {
  const print = area === 'print'
  return {
    method: 'post',
    path: `/0.2/${area}/panier/validate/`,
    id: `${area}PanierValidate`,
    tag: area,
    summary: print ? 'Turn a print cart into an order' : 'Turn a display cart into an order',
    description: print
      ? 'The customer needs the right to order. Send an `Idempotency-Key` to be able to repeat the request safely.'
      : 'The right to order is needed where the settings ask for it. Send an `Idempotency-Key` to be able to repeat the request safely.',
    parameters: ['Idempotency-Key', 'Accept-Language'],
    request: {
      schema: print ? CommandePrintInput : CommandeDisplayInput,
      examples: { cart: { summary: 'A cart', value: print ? PRINT.cart : DISPLAY.cart } },
    },
    answer: {
      status: 201,
      description: 'The order.',
      schema: print ? CommandePrint : CommandeDisplay,
      headers: ['Location'],
      example: print ? PRINT.order : DISPLAY.order,
    },
    faults: [
      ...new Set([
        ...BODY_FAULTS,
        ...LINE_FAULTS[area],
        'value_invalid' as const,
        'price_unavailable' as const,
        'address_required' as const,
      ]),
    ],
    refused: print ? PRINT.refusedOrder : DISPLAY.refusedOrder,
    errors: ['ordering_not_allowed', 'idempotency_conflict', ...BODY_ERRORS],
  }
}

function orderOperations(area: Area): Operation[] {
  const print = area === 'print'
  const schema = print ? CommandePrint : CommandeDisplay
  const example = print ? PRINT.order : DISPLAY.order
  return [
    {
      method: 'get',
      path: `/0.2/${area}/commande/`,
      id: `${area}Commandes`,
      tag: area,
      summary: print ? 'The customer’s print orders' : 'The customer’s display orders',
      description: 'Newest first.',
      parameters: PAGED,
      answer: {
        status: 200,
        description: 'The list, whole unless `limit` or `offset` cuts it.',
        schema: Type.Array(schema),
        headers: ['X-Total-Count', 'Link'],
        example: [example],
      },
      faults: ['value_invalid'],
      refused: REFUSED_PAGE,
      errors: [],
    },
    {
      method: 'get',
      path: `/0.2/${area}/commande/{id}/`,
      id: `${area}Commande`,
      tag: area,
      summary: print ? 'One print order of the customer' : 'One display order of the customer',
      parameters: ['id', 'Accept-Language'],
      answer: { status: 200, description: 'The order.', schema, headers: [], example },
      faults: [],
      errors: ['not_found'],
    },
  ]
}

const areaOperations = (area: Area): Operation[] => [
  priceOperation(area),
  cartOperation(area),
  validateOperation(area),
  ...orderOperations(area),
]

const ELEMENT_SUMMARIES: Record<ElementKind, string> = {
  format: 'All formats',
  support: 'All supports',
  impression: 'All printing modes',
  finition: 'All finishes',
  decoupe: 'All cuts',
}
const ELEMENTS =
  'The union over the families that the customer sees, one entry an id. For a configuration take the elements of its family.'

export const OPERATIONS: readonly Operation[] = [
  preparedList(
    'print',
    'produit/',
    'printProduits',
    'Product pages that the customer may see',
    Produit,
    PRINT.product,
  ),
  {
    method: 'get',
    path: '/0.2/print/produit/{id}/',
    id: 'printProduit',
    tag: 'print',
    summary: 'One product page',
    parameters: ['id', 'Accept-Language'],
    answer: {
      status: 200,
      description: 'The product page.',
      schema: Produit,
      headers: [],
      example: PRINT.product,
    },
    faults: ['product_unknown'],
    refused: PRINT.unknownProduct,
    errors: ['not_found'],
  },
  ...areaOperations('print'),
  preparedList(
    'display',
    'famille/',
    'displayFamilles',
    'Families that the customer may see',
    Famille,
    DISPLAY.family,
    'The authority for what a configuration may combine.',
  ),
  ...(Object.keys(ELEMENT_KINDS) as ElementKind[]).map((kind) =>
    preparedList(
      'display',
      `${kind}/`,
      `display${kind[0]!.toUpperCase()}${kind.slice(1)}s`,
      ELEMENT_SUMMARIES[kind],
      kind === 'support' ? Support : Element,
      DISPLAY.elements[kind],
      ELEMENTS,
    ),
  ),
  ...areaOperations('display'),
  {
    method: 'get',
    path: '/0.2/events/',
    id: 'events',
    tag: 'events',
    summary: 'What happens to the customer, as server-sent events',
    description:
      'An extension of Comptoir. The stream stays open: `event: order` with the area, id and status of an order of the ' +
      'customer that is new or has another status, `event: catalogue` with its version when products, families or ' +
      'prices may have changed. Each has an `id:`: who comes back with the last one in `Last-Event-ID` is told what ' +
      'happened meanwhile, up to a day back; beyond, and for an unknown id, the first event is `event: missed`, then come those that are kept. A ' +
      'comment every 20 seconds keeps the connection. The stream ends when the service stops or the token is revoked.',
    parameters: ['Last-Event-ID', 'Accept-Language'],
    answer: {
      status: 200,
      description: 'The stream; `data` of each event is one of the event schemas.',
      // What generators take a stream's schema for: the data of one event.
      schema: Type.Union([OrderEvent, CatalogueEvent, MissedEvent]),
      headers: [],
      example: ORDER_EVENT,
      type: 'text/event-stream',
    },
    faults: [],
    errors: [],
  },
]
