import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultLine, realisticLines } from '../partner/configurations.ts'
import { ADDRESS, Comptoir, until } from './comptoir.ts'

const SHAPE = { seed: 31, products: 8, families: 3 }
const catalogue = buildCatalogue(SHAPE)
const products = [...catalogue.products.values()]

interface Price {
  label: string
  days: number
  delai: number | null
  status: string
  priceCents: number | null
  low: number | null
  high: number | null
  observedAt: string | null
  message: string
}

describe.each([false, true])(
  'a partner that answers only the lead time asked for: %s',
  (onlyAskedLeadTime) => {
    let partner: RunningPartner
    let comptoir: Comptoir

    beforeAll(async () => {
      partner = await startPartner({ ...SHAPE, onlyAskedLeadTime })
      comptoir = new Comptoir()
      await comptoir.setUpstream(partner)
      await comptoir.done(['sync'])
      await comptoir.makeToken()
      await comptoir.serve()
      await comptoir.hush()
    })
    afterAll(async () => {
      await comptoir.end()
      await partner.stop()
    })

    const prices = async (line: unknown, area = 'print') => {
      const answer = await comptoir.desk<{ leadTimes: Price[] }>('POST', 'prices', { area, line })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.leadTimes
    }

    it('orders at the lead time asked for, though no answer has shown yet what its id stands for', async () => {
      const wanted: { devis: string; cents: number }[] = []
      for (const product of products) {
        const line = defaultLine(product)
        for (const delai of product.page.delais) {
          const lignes = [{ ...line, delai }]
          const truth = await partner.send('POST', '/0.2/print/panier/', { devis: '', lignes })
          const devis = `P${product.page.id}-${delai}`
          const made = await comptoir.partner<{ prix_fact_ht: number }>('POST', 'print/panier/validate/', {
            ...{ devis, lignes, adresse_livraison: ADDRESS },
          })
          if (truth.status !== 200) {
            expect(made.status, made.text).toBe(400)
            continue
          }
          const { prix_ht: cents } = (await truth.json()) as { prix_ht: number }
          expect(made.status, made.text).toBe(201)
          expect(made.body.prix_fact_ht, devis).toBe(cents)
          wanted.push({ devis, cents })
        }
      }
      expect(wanted.length).toBeGreaterThan(products.length)
      const there = await until(
        'all are there',
        () => partner.orders(),
        (orders) => orders.length === wanted.length,
      )
      for (const { devis, cents } of wanted) {
        const found = there.find(({ order }) => order.reference_client.startsWith(`${devis}-`))
        expect(found?.order.prix_fact_ht, devis).toBe(cents)
      }
      // The partner has an order before its answer has come back.
      await until(
        'nothing waits',
        () => comptoir.desk<unknown[]>('GET', 'outbox'),
        ({ body }) => body.length === 0,
      )
    })

    it('gives every lead time its firm price, and never a wrong id', async () => {
      let known = 0
      let priced = 0
      let all = 0
      for (const round of [1, 2]) {
        for (const product of products) {
          const line = defaultLine(product)
          const seen = await prices(line)
          expect(seen.map(({ days }) => days)).toEqual(
            product.page.delais.map((id) => catalogue.leadTimes.get(id)!).sort((a, b) => a - b),
          )
          const truth = await partner.send('POST', '/0.2/print/prix/', line)
          const answer = (await truth.json()) as Record<string, { PrixHT: string }>
          for (const { label, days, delai, status, priceCents } of seen) {
            if (delai !== null) expect(catalogue.leadTimes.get(delai), `${delai} is ${label}`).toBe(days)
            if (answer[label]) expect(`${priceCents ?? ''}`).toBe(answer[label].PrixHT)
            if (answer[label]?.PrixHT) priced++
            expect(status).toBe(priceCents === null ? 'unavailable' : 'firm')
            if (round === 2) {
              all++
              if (delai !== null) known++
            }
          }
        }
      }
      expect(priced).toBeGreaterThanOrEqual(2 * products.length)
      if (onlyAskedLeadTime) expect(known).toBe(all)
    })

    it('fills the grid of other quantities with the partner’s answers', async () => {
      const product = products.find(({ page }) => page.quantites.range === false)!
      const line = defaultLine(product)
      const quantities = (product.page.quantites as { available: number[] }).available.slice(0, 6)
      const visuals = line.quantites_multiples.length
      const look = async () =>
        (
          await comptoir.desk<{ rows: { pending: boolean; leadTimes: Price[]; message: string }[] }>(
            'POST',
            'price-matrix',
            {
              area: 'print',
              line,
              quantities: quantities.map((quantity) => Array<number>(visuals).fill(quantity)),
            },
          )
        ).body.rows
      const first = await look()
      for (const { leadTimes } of first) {
        for (const { message } of leadTimes) expect(message).not.toMatch(/hors ligne/i)
      }
      const filled = await until('the grid is filled', look, (rows) => rows.every(({ pending }) => !pending))
      let priced = 0
      for (const [i, { leadTimes }] of filled.entries()) {
        const body = { ...line, quantites_multiples: Array<number>(visuals).fill(quantities[i]!) }
        const truth = (await (await partner.send('POST', '/0.2/print/prix/', body)).json()) as Record<
          string,
          { PrixHT: string }
        >
        for (const [label, { PrixHT }] of Object.entries(truth)) {
          if (!PrixHT) continue
          expect(leadTimes.find((price) => price.label === label)?.priceCents).toBe(Number(PrixHT))
          priced++
        }
      }
      expect(priced).toBeGreaterThanOrEqual(quantities.length)
    })

    it('orders at the lead time that is named by its id', async () => {
      const product = products.find(({ page }) => page.delais.length > 1)!
      const line = defaultLine(product)
      let priced = 0
      for (const delai of product.page.delais) {
        const cart = await comptoir.partner<{ prix_ht: number }>('POST', 'print/panier/', {
          lignes: [{ ...line, delai }],
        })
        const truth = await partner.send('POST', '/0.2/print/panier/', {
          devis: '',
          lignes: [{ ...line, delai }],
        })
        expect(cart.status, cart.text).toBe(truth.status)
        if (truth.status === 200) {
          expect(((await truth.json()) as { prix_ht: number }).prix_ht).toBe(cart.body.prix_ht)
          priced++
        } else expect(cart.text).toContain('price_unavailable')
      }
      expect(priced).toBeGreaterThan(1)
    })

    it('gives observed prices offline with their date, estimates in words alone, and says what is missing', async () => {
      const [product] = products
      const seen = defaultLine(product!)
      const firm = await prices(seen)
      await comptoir.done(['sync', '--prices', onlyAskedLeadTime ? '900' : '240'])
      await partner.offline(120_000)
      try {
        await until(
          'it is offline',
          () => prices(seen),
          (given) => given.some(({ status }) => status === 'observed'),
        )
        const observed = await prices(seen)
        expect(observed.map(({ priceCents }) => priceCents)).toEqual(firm.map(({ priceCents }) => priceCents))
        const priced = observed.find(({ priceCents }) => priceCents !== null)!
        expect(Date.parse(priced.observedAt!)).toBeLessThanOrEqual(Date.now())
        const served = await comptoir.partner<Record<string, { PrixHT: string; Message: string }>>(
          'POST',
          'print/prix/',
          seen,
        )
        expect(served.headers.get('comptoir-price-observed')).toBeTruthy()
        expect(served.body[priced.label]!.PrixHT).toBe(`${priced.priceCents}`)

        const statuses = new Set<string>()
        for (const line of realisticLines(catalogue, product!, 12, 99)) {
          const given = await prices(line)
          const answer = await comptoir.partner<Record<string, { PrixHT: string; Message: string }>>(
            'POST',
            'print/prix/',
            line,
          )
          for (const { label, status, low, high, priceCents } of given) {
            statuses.add(status)
            if (status !== 'estimated') continue
            expect(low!).toBeLessThanOrEqual(priceCents!)
            expect(high!).toBeGreaterThanOrEqual(priceCents!)
            expect(answer.body[label]).toMatchObject({
              PrixHT: '',
              Message: expect.stringContaining('estimation'),
            })
          }
        }
        expect([...statuses]).toContain('estimated')
      } finally {
        await partner.offline(0)
      }
    })

    it('names every fault of a cart by its line, those that only the partner knows among them', async () => {
      const free = products.find(({ page }) => page.options.some(({ type }) => type !== 'variante'))!
      const key = free.page.options.find(({ type }) => type !== 'variante')!.id
      const refused = { ...defaultLine(free), valeurs: { [key]: '99999999' } }
      const good = defaultLine(products.find((product) => product !== free)!)
      await until(
        'the partner is asked again',
        () => comptoir.desk('GET', 'status'),
        ({ body }) => body['online'] === true,
      )
      const lignes = [refused, good, { ...good, produit: 999_999_999 }, refused]
      for (const path of ['panier/', 'panier/validate/']) {
        const { status, body } = await comptoir.partner<{ errors: { path: string; message: string }[] }>(
          'POST',
          `print/${path}`,
          { devis: '', lignes, adresse_livraison: ADDRESS },
        )
        expect(status).toBe(400)
        expect(body.errors.map((error) => error.path).sort()).toEqual([
          '/lignes/0/valeurs',
          '/lignes/2/produit',
          '/lignes/3/valeurs',
        ])
        expect(body.errors.find((error) => error.path === '/lignes/3/valeurs')!.message).toMatch(/\d/)
      }
    })

    it('asks a cart of the partner once, however many lines it has', async () => {
      const lignes: unknown[] = []
      for (const line of products.map((product) => defaultLine(product))) {
        const possible = (await prices(line)).find(({ priceCents }) => priceCents !== null)!
        lignes.push({ ...line, ...(onlyAskedLeadTime ? {} : { delai: possible.delai }) })
      }
      // What it knows of their lead times by now.
      const first = await comptoir.partner('POST', 'print/panier/', { devis: '', lignes })
      expect(first.status, first.text).toBe(200)
      await partner.clearRequests()
      const second = await comptoir.partner<{ prix_ht: number }>('POST', 'print/panier/', {
        devis: '',
        lignes,
      })
      expect(second.body).toEqual(first.body)
      const { requests } = await partner.requests()
      // The list of orders is read by itself, whenever one made before is followed.
      const paths = requests
        .map(({ path }) => path.replace(/^.*\/0\.2\//, ''))
        .filter((path) => path !== 'print/commande/')
      expect(paths).toEqual(['print/panier/'])
      const truth = await partner.send('POST', '/0.2/print/panier/', { devis: '', lignes })
      expect(second.body.prix_ht).toBe(((await truth.json()) as { prix_ht: number }).prix_ht)
    })

    it('gives no observed price beyond the set age', async () => {
      const line = defaultLine(products[1]!)
      const firm = (await prices(line)).find(({ priceCents }) => priceCents !== null)
      await comptoir.desk('PUT', 'settings', { observedMaxAgeDays: 0 })
      await partner.offline(120_000)
      try {
        const served = await until(
          'it is offline',
          () =>
            comptoir.partner<Record<string, { PrixHT: string; Message: string }>>(
              'POST',
              'print/prix/',
              line,
            ),
          ({ body }) => body[firm!.label]?.PrixHT === '',
        )
        expect(served.body[firm!.label]!.Message).toMatch(/\d/)
        expect(served.headers.get('comptoir-price-observed')).toBeNull()
      } finally {
        await partner.offline(0)
        await comptoir.desk('PUT', 'settings', { observedMaxAgeDays: 30 })
      }
    })
  },
)
