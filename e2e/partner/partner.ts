/** The partner itself: answers a request of its API, knows nothing of sockets and faults. */
import type { Catalogue, MalformedAs, Shape } from './catalogue.ts'
import { buildCatalogue } from './catalogue.ts'
import type { PriceFactor, Priced } from './lines.ts'
import { Refusal, echo, priceDisplay, pricePrint } from './lines.ts'
import type { OrderBook } from './orders.ts'
import { openOrders } from './orders.ts'
import type { Adresse, Area, Commande, DisplayLine, Prix, PrintLine, Totals } from './wire.ts'

export interface PartnerOptions extends Shape {
  /** The tokens it accepts: each is a customer with orders of his own. */
  tokens: readonly string[]
  /** File that keeps the orders. */
  state?: string
  /** Price answers hold only the lead time asked for (the main one where none is), instead of all. */
  onlyAskedLeadTime?: boolean
  /** Key-account discount, percent. */
  discount?: number
}

export interface Answer {
  status: number
  /** JSON text. */
  body: string
}

export interface Partner {
  catalogue: Catalogue
  orders: OrderBook
  /** Multiplies the prices of one product or family, or of all. */
  setPriceFactor(factor: number, id?: number): void
  /** For so many milliseconds an order is not yet in `commande/`, as where lists are read from a copy. */
  setListLag(ms: number): void
  /** Which of the tokens a request has, from 0; null for none. */
  accountOf(authorization: string | undefined): number | null
  answer(method: string, path: string, authorization: string | undefined, body: string): Answer
}

type Body = Record<string, unknown>

const addressFields = [
  'prenom',
  'nom',
  'societe',
  'adresse1',
  'adresse2',
  'code_postal',
  'ville',
  'pays',
  'email',
  'telephone',
  'instructions',
]

const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) })
const detail = (status: number, words: string): Answer => json(status, { detail: words })

/** A list answer gone wrong; the text is then no list of products any more, or not quite one. */
function malform(list: Body[], as: MalformedAs): string {
  const text = JSON.stringify(list)
  switch (as) {
    case 'html':
      return '<!doctype html><html><body><h1>Maintenance en cours</h1></body></html>'
    case 'truncated':
      return text.slice(0, Math.floor(text.length / 2))
    case 'object':
      return JSON.stringify({ erreur: 'indisponible' })
    case 'null':
      return 'null'
    case 'entries':
      return JSON.stringify([...list, null, 'x', 7])
    case 'duplicates':
      return JSON.stringify([...list, ...list.slice(0, 1)])
    case 'fields':
      return JSON.stringify(
        list.map((entry, index) => (index === 0 ? { ...entry, id: 'x', options: 3 } : entry)),
      )
  }
}

export function createPartner(options: PartnerOptions): Partner {
  const catalogue = buildCatalogue(options)
  const orders = openOrders(options.state)
  const particular = new Map<number, number>()
  let general = 1
  let listLag = 0
  const factor: PriceFactor = (id) => general * (particular.get(id) ?? 1)
  const lists = new Map<string, { version: number; text: string }>()

  /** The text of a long list, built again only when the catalogue has changed. */
  const listText = (area: Area): string => {
    const known = lists.get(area)
    if (known?.version === catalogue.version) return known.text
    const source = area === 'print' ? catalogue.products : catalogue.families
    const pages = [...source.values()].map(({ page }) => ({ ...page }))
    const text = catalogue.malformed ? malform(pages, catalogue.malformed) : JSON.stringify(pages)
    lists.set(area, { version: catalogue.version, text })
    return text
  }

  const prices = ({ prices: all, main, asked }: Priced): Prix => {
    const shown = options.onlyAskedLeadTime ? [...all].filter(([id]) => id === (asked ?? main)) : [...all]
    return Object.fromEntries(
      shown.map(([id, price]) => [
        `J+${catalogue.leadTimes.get(id)}`,
        'cents' in price ? { Message: '', PrixHT: `${price.cents}` } : { Message: price.message, PrixHT: '' },
      ]),
    )
  }

  const priceLine = (area: Area, line: unknown, leadTime: number | undefined): Priced =>
    area === 'print' ? pricePrint(catalogue, line, factor) : priceDisplay(catalogue, line, leadTime, factor)

  /** The cart of a request: its lines with their prices, and its totals. */
  const readCart = (area: Area, body: Body) => {
    const lines = body.lignes
    if (!Array.isArray(lines) || lines.length === 0) throw new Refusal('lignes', 'Ce champ est obligatoire.')
    const delai = area === 'display' && typeof body.delai === 'number' ? body.delai : undefined
    const faults = lines.map((): Body => ({}))
    const priced = lines.map((line: PrintLine | DisplayLine, index) => {
      try {
        const { prices: all, main, asked } = priceLine(area, line, delai)
        const price = all.get(asked ?? main)!
        if ('message' in price) throw new Refusal('delai', price.message)
        return { ...echo(area, line), prix_ht: price.cents }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        faults[index] = { [error.field]: [error.message] }
        return { prix_ht: 0 }
      }
    })
    if (faults.some((fault) => Object.keys(fault).length > 0)) return { faults }
    const sum = priced.reduce((cents, line) => cents + line.prix_ht, 0)
    const remise = Math.round((sum * (options.discount ?? 0)) / 100)
    const tva = Math.round((sum - remise) * 0.2)
    const totals: Totals = {
      prix_ht: sum,
      remise_grand_compte_ht: remise,
      prix_total_ht: sum - remise,
      prix_tva: tva,
      prix_final_ttc: sum - remise + tva,
    }
    const sent = (body.adresse_livraison ?? {}) as Adresse
    const adresse = Object.fromEntries(addressFields.map((field) => [field, sent[field] ?? '']))
    return {
      cart: { devis: `${(body.devis as string | undefined) ?? ''}`, adresse, delai, totals, lines: priced },
    }
  }

  const order = (area: Area, cart: NonNullable<ReturnType<typeof readCart>['cart']>): Commande => {
    const id = orders.nextId()
    const { totals } = cart
    return {
      id,
      status: 'En attente de fichiers',
      number: `C${id}`,
      reference_client: cart.devis,
      adresse_livraison: cart.adresse,
      prix_fact_ht: totals.prix_ht,
      remise_grand_compte_ht: totals.remise_grand_compte_ht,
      prix_fact_total_ht: totals.prix_total_ht,
      prix_fact_total_tva: totals.prix_tva,
      prix_fact_total_ttc: totals.prix_final_ttc,
      amount_due: totals.prix_final_ttc,
      ...(area === 'display' && cart.delai !== undefined && { delai: cart.delai }),
      lignes: cart.lines.map((line, index) => {
        const kept: Body = { id: id * 100 + index + 1, ...line, delai: undefined, prix_ht: undefined }
        return kept
      }),
    }
  }

  const postCart = (area: Area, account: number, body: Body, validate: boolean): Answer => {
    const { cart, faults } = readCart(area, body)
    if (!cart) return json(400, { lignes: faults })
    if (!validate) {
      return json(200, {
        devis: cart.devis,
        ...cart.totals,
        ...(cart.delai !== undefined && { delai: cart.delai }),
        lignes: cart.lines,
        adresse_livraison: cart.adresse,
      })
    }
    const missing = ['adresse1', 'code_postal', 'ville'].filter((field) => !cart.adresse[field]?.trim())
    if (missing.length > 0) {
      const words = missing.map((field) => [field, ['Ce champ est obligatoire.']])
      return json(400, { adresse_livraison: Object.fromEntries(words) })
    }
    const made = order(area, cart)
    orders.commit({ area, order: made, sent: body, account })
    return json(201, made)
  }

  /** All the elements of one kind over the families, one entry an id. */
  const elements = (kind: 'formats' | 'supports' | 'impressions' | 'finitions' | 'decoupes') => {
    const all = [...catalogue.families.values()].flatMap(({ page }): { id: number }[] => page[kind])
    return [...new Map(all.map((element) => [element.id, element])).values()]
  }

  const get = (area: Area, account: number, resource: string, id: string | undefined): Answer | undefined => {
    if (resource === 'commande') {
      const seen = Date.now() - listLag
      const own = orders
        .all()
        .filter((one) => one.area === area && one.account === account && Date.parse(one.committedAt) <= seen)
      if (id === undefined)
        return json(
          200,
          own.map((one) => one.order),
        )
      const found = own.find((one) => `${one.order.id}` === id)
      return found ? json(200, found.order) : detail(404, 'Pas trouvé.')
    }
    if (area === 'print' && resource === 'produit') {
      if (id === undefined) return { status: 200, body: listText('print') }
      const product = catalogue.products.get(Number(id))
      return product ? json(200, product.page) : detail(400, 'Cette fiche produit n’existe pas.')
    }
    if (area === 'print' || id !== undefined) return undefined
    switch (resource) {
      case 'famille':
        return { status: 200, body: listText('display') }
      case 'format':
      case 'support':
      case 'impression':
      case 'finition':
      case 'decoupe':
        return json(200, elements(`${resource}s`))
    }
    return undefined
  }

  const post = (area: Area, account: number, path: string, text: string): Answer | undefined => {
    if (!['prix', 'panier', 'panier/validate'].includes(path)) return undefined
    let body: Body
    try {
      body = JSON.parse(text) as Body
    } catch {
      return detail(400, 'JSON illisible.')
    }
    try {
      if (typeof body !== 'object' || body === null) throw new Refusal('detail', 'Un objet est attendu.')
      return path === 'prix'
        ? json(200, prices(priceLine(area, body, undefined)))
        : postCart(area, account, body, path === 'panier/validate')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { field, message } = error
      return json(400, { [field]: field === 'detail' ? message : [message] })
    }
  }

  const accountOf = (authorization: string | undefined): number | null => {
    const account = options.tokens.findIndex((token) => authorization === `Token ${token}`)
    return account < 0 ? null : account
  }

  return {
    catalogue,
    orders,
    setPriceFactor: (value, id) => {
      if (id === undefined) general = value
      else particular.set(id, value)
    },
    setListLag: (ms) => {
      listLag = ms
    },
    accountOf,
    answer: (method, path, authorization, body) => {
      const account = accountOf(authorization)
      if (account === null) return detail(401, 'Jeton invalide.')
      const match = /^\/0\.2\/(print|display)\/(([a-z]+)(?:\/([a-z0-9]+))?)\/$/.exec(path)
      if (!match) return detail(404, 'Pas trouvé.')
      const [, area, rest, resource, id] = match as unknown as [
        string,
        Area,
        string,
        string,
        string | undefined,
      ]
      const answer =
        method === 'GET'
          ? get(area, account, resource, id)
          : method === 'POST'
            ? post(area, account, rest, body)
            : undefined
      return answer ?? detail(404, 'Pas trouvé.')
    },
  }
}
