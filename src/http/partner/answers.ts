/** Answers of the partner API as JSON text: what is sent often is written from parts, not serialised anew. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { amountsOf } from '../../domain/cart.ts'
import { reasonMessage, type Locale } from '../../domain/messages.ts'
import type { LeadTimePrice } from '../../domain/tariff.ts'
import { escaped } from '../../domain/text.ts'
import type { PricedCart } from '../../service/carts.ts'
import type { PreparedList } from '../../service/catalogue.ts'
import { orderText } from './order-body.ts'
import type { ListedOrder } from '../../store/orders.ts'
import { addVary, inWords, requestLocale } from '../headers.ts'
import { pageHeaders, readPage } from '../paging.ts'
import type { Turns } from '../turns.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export function sendJsonText(reply: FastifyReply, text: string | Buffer | Readable): FastifyReply {
  return reply.type(JSON_TYPE).send(text)
}

/** Sends the price response; where a lead time has no price, it says why in words. */
export function sendPrices(
  request: FastifyRequest,
  reply: FastifyReply,
  prices: readonly LeadTimePrice[],
): FastifyReply {
  const locale = requestLocale(request)
  if (prices.some(({ cents }) => cents === null)) inWords(reply, locale)
  return sendJsonText(reply, priceText(prices, locale))
}

/** The price response (partner-api.md 2.3). */
function priceText(prices: readonly LeadTimePrice[], locale: Locale): string {
  let text = '{'
  for (const { leadTime, cents, reason } of prices) {
    if (text.length > 1) text += ','
    text +=
      cents === null
        ? `"${leadTime.label}":{"Message":${messageText(reason ? reasonMessage(reason, locale) : '')},"PrixHT":""}`
        : `"${leadTime.label}":{"Message":"","PrixHT":"${cents}"}`
  }
  return text + '}'
}

const MESSAGES_KEPT = 1000
const messageTexts = new Map<string, string>()

/** A message as JSON text, in ASCII: one wide character makes a whole answer wide, and twice as slow to send. */
function messageText(message: string): string {
  let text = messageTexts.get(message)
  if (text === undefined) {
    text = JSON.stringify(message).replace(/[\u0080-\uffff]/g, escaped)
    if (messageTexts.size >= MESSAGES_KEPT) messageTexts.clear()
    messageTexts.set(message, text)
  }
  return text
}

/** The date of the oldest observed price among those given as prices (partner-api.md 2.3). */
export function observedSince(prices: readonly LeadTimePrice[]): string | null {
  const dates = prices.flatMap(({ cents, known }) =>
    cents !== null && known?.kind === 'observed' ? [known.observedAt] : [],
  )
  return dates.length > 0 ? dates.reduce((a, b) => (a < b ? a : b)) : null
}

/** Sends the cart response (partner-api.md 2.6; display: with the cart's lead time). */
export function sendCart(reply: FastifyReply, cart: PricedCart): FastifyReply {
  const { devis, delai, totals, lines, address } = cart
  const print = cart.area === 'print'
  return sendJsonText(
    reply,
    JSON.stringify({
      devis,
      ...(print ? {} : { delai }),
      ...amountsOf(totals),
      lignes: lines.map(({ line, leadTime, cents }) =>
        print ? { ...line, delai: leadTime.id, prix_ht: cents } : { ...line, prix_ht: cents },
      ),
      adresse_livraison: address,
    }),
  )
}

const CHUNK_LENGTH = 64 * 1024

/** A JSON array of orders in chunks, the last of which is returned: each takes a moment to write, however many follow. */
async function* arrayChunks(orders: AsyncIterable<ListedOrder>): AsyncGenerator<string, string, undefined> {
  let chunk = '['
  let separator = ''
  for await (const order of orders) {
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
    chunk += separator + orderText(order)
    separator = ','
  }
  return `${chunk}]`
}

/** Sends a list of orders: a short one at once, a long one as it is read, in turns with the other long ones. */
export async function sendOrders(
  reply: FastifyReply,
  orders: AsyncIterable<ListedOrder>,
  turns: Turns,
): Promise<FastifyReply> {
  const chunks = arrayChunks(orders)
  const first = await chunks.next()
  if (first.done) return sendJsonText(reply, first.value)
  return sendJsonText(reply, Readable.from(inTurns(first.value, chunks, turns), { highWaterMark: 1 }))
}

async function* inTurns(first: string, chunks: AsyncGenerator<string, string, undefined>, turns: Turns) {
  yield first
  for (;;) {
    await turns.mine()
    const { value, done } = await chunks.next()
    yield value
    if (done) return
  }
}

/**
 * Sends a prepared list: whole from its bytes, compressed where asked for, or a page of the same entries; 304 where the
 * caller has it.
 *
 * @param entries the entries' texts, read only where a page was asked for.
 */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  list: PreparedList,
  entries: () => readonly string[],
): Promise<FastifyReply> {
  const page = readPage(request.query)
  pageHeaders(reply, request.url, page, list.count)
  const cut = page.limit !== null || page.offset > 0
  const encoding = cut ? null : acceptedEncoding(request.headers['accept-encoding'])
  // Each encoding and each page is another sequence of bytes, so it has another strong tag; that of any encoding proves
  // what the caller has.
  const part = cut ? `-${page.offset}-${page.limit ?? ''}` : ''
  const tag = (of: string | null) => list.etag.replace(/"$/, `${part}${of === null ? '' : `-${of}`}"`)
  reply.header('ETag', tag(encoding))
  addVary(reply, 'Accept-Encoding')
  const known = request.headers['if-none-match']
  const tags = [null, 'br', 'gzip'].map(tag)
  if (
    known !== undefined &&
    (known === '*' || known.split(',').some((one) => tags.includes(one.trim().replace(/^W\//, ''))))
  ) {
    return reply.code(304).send()
  }
  if (cut) {
    const end = page.limit === null ? undefined : page.offset + page.limit
    return sendJsonText(reply, `[${entries().slice(page.offset, end).join(',')}]`)
  }
  if (encoding === 'br') return sendJsonText(reply.header('Content-Encoding', 'br'), await list.brotli())
  if (encoding === 'gzip') return sendJsonText(reply.header('Content-Encoding', 'gzip'), await list.gzip())
  return sendJsonText(reply, list.bytes)
}

/** The smaller of the encodings that the caller takes. */
function acceptedEncoding(header: string | string[] | undefined): 'br' | 'gzip' | null {
  if (header === undefined) return null
  const accepted = new Set(
    String(header)
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null
}
