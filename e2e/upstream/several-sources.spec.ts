/** The shop's own tariffs and two partners, all with the same ids for different things: what is shown, asked and refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADDRESS, type Comptoir, type Json } from './comptoir.ts'
import { Shop, SHAPE } from './shop.ts'
import { BLOCK, inHere, OWN, OWN_BUNDLE, pageInHere, type PartnerSource } from './sources.ts'

let shop: Shop
let comptoir: Comptoir
let alpha: PartnerSource
let bravo: PartnerSource
let partners: readonly PartnerSource[]

beforeAll(async () => {
  shop = await Shop.open(61)
  ;({ comptoir, alpha, bravo, partners } = shop)
})
afterAll(() => shop.end())
beforeEach(() => shop.calm())

describe('commands', () => {
  it('show names every partner with its address, and no token', async () => {
    for (const json of [[], ['--json']]) {
      const shown = await comptoir.done(['upstream', 'show', ...json])
      for (const { name, partner } of partners) {
        expect(shown).toContain(name)
        expect(shown).toContain(partner.url)
        expect(shown).not.toContain(partner.token)
      }
    }
  })

  it.each([['sync'], ['upstream', 'clear']])(
    '%s refuses a name that no partner has, in one line',
    async (...command) => {
      const { code, stderr } = await comptoir.run([...command, '--name', 'Personne'])
      expect(code).not.toBe(0)
      expect(stderr.trim().split('\n')).toHaveLength(1)
      expect(stderr).toContain('Personne')
    },
  )

  it('sync asks the named partner alone', async () => {
    await comptoir.done(['sync', '--name', bravo.name, '--prices', '3'])
    const asked = async ({ partner }: PartnerSource) => (await partner.requests()).requests
    expect(await asked(alpha)).toEqual([])
    expect((await asked(bravo)).filter(({ path }) => path.endsWith('/prix/'))).toHaveLength(3)
  })

  it('doctor says which partner is not well', async () => {
    const sound = await comptoir.run(['doctor'])
    expect(sound.stdout).toContain(alpha.name)
    expect(sound.stdout).toContain(bravo.name)
    await bravo.partner.faults({ kind: '401', times: 1000 })
    const { code, stderr } = await comptoir.run(['doctor'])
    expect(code).not.toBe(0)
    expect(stderr).toContain(bravo.name)
    expect(stderr).not.toContain(alpha.name)
  })

  it('/api/status has an entry for each', async () => {
    const { body } = await comptoir.desk('GET', 'status')
    expect(body).toMatchObject({ upstream: null, online: true })
    const shown = body['partners'] as Json[]
    expect(new Set(shown.map(({ name }) => name))).toEqual(new Set(['Alpha', 'Bravo']))
    for (const { name, partner, catalogue } of partners) {
      expect(shown.find((one) => one['name'] === name)).toMatchObject({
        ...{ url: partner.url, online: true, outbox: 0 },
        ...{ products: catalogue.products.size, families: catalogue.families.size },
        lastSync: expect.stringMatching(/^\d{4}-/),
        pricePoints: expect.any(Number),
      })
    }
    expect(body['products']).toBe(2 * SHAPE.products + OWN_BUNDLE.produits.length)
    expect(body['families']).toBe(2 * SHAPE.families + OWN_BUNDLE.familles.length)
  })
})

describe('the catalogue', () => {
  const byId = (entries: readonly Json[]) =>
    [...entries].sort((a, b) => (a['id'] as number) - (b['id'] as number))
  const list = async (path: string) => byId((await comptoir.partner<Json[]>('GET', path)).body)
  const produits = () => [
    ...OWN_BUNDLE.produits,
    ...partners.flatMap(({ catalogue, base }) =>
      [...catalogue.products.values()].map(({ page: { gamme: _gamme, ...page } }) => pageInHere(page, base)),
    ),
  ]
  const familles = () => [
    ...OWN_BUNDLE.familles,
    ...partners.flatMap(({ catalogue, base }) =>
      [...catalogue.families.values()].map(({ page }) => pageInHere(page, base)),
    ),
  ]

  it('produit/ and famille/ have every source’s, with base + id everywhere', async () => {
    const quantites = (page: Json): Json => {
      const { range, min = 1, ...rest } = page['quantites'] as { range: boolean; min?: number }
      return { ...page, quantites: range ? { range, min, ...rest } : { range, ...rest } }
    }
    const served: Json[] = (await list('print/produit/')).map(quantites)
    expect(served).toEqual(byId((produits() as Json[]).map(quantites)))
    expect(await list('display/famille/')).toEqual(byId(familles()))
    const [page] = served
    const one = await comptoir.partner('GET', `print/produit/${served.at(-1)!['id'] as number}/`)
    expect(quantites(one.body)).toEqual(served.at(-1))
    expect(page!['id']).toBeLessThan(BLOCK)
  })

  it.each(['format', 'support', 'impression', 'finition', 'decoupe'])(
    '%s/ has every source’s',
    async (kind) => {
      const all = (familles() as unknown as Record<string, Json[]>[]).flatMap((family) => family[`${kind}s`]!)
      const expected = [...new Map(all.map((element) => [element['id'], element])).values()]
      expect(await list(`display/${kind}/`)).toEqual(byId(expected))
    },
  )
})

describe('prices', () => {
  it.each(['print', 'display'] as const)('prix/ of %s is what the line’s own source says', async (area) => {
    for (const source of partners) {
      for (const line of source.lines[area]) {
        const truth = await source.partner.send('POST', `/0.2/${area}/prix/`, line)
        const answer = await comptoir.partner('POST', `${area}/prix/`, inHere(line, source.base))
        expect(answer.body, source.name).toEqual(await truth.json())
      }
    }
    const [own] = OWN.lines[area]
    const answer = await comptoir.partner<Record<string, { PrixHT: string }>>('POST', `${area}/prix/`, own)
    expect(Object.keys(answer.body)).toHaveLength(OWN.leadTimes.size)
    expect(Object.values(answer.body).every(({ PrixHT }) => /^\d+$/.test(PrixHT))).toBe(true)
  })

  it('/api/prices names lead times as they are known in here', async () => {
    let named = 0
    for (const { lines, base, leadTimes } of [OWN, ...partners]) {
      const line = inHere(lines.print[0]!, base)
      const answer = await comptoir.desk<{ leadTimes: { days: number; delai: number | null }[] }>(
        'POST',
        'prices',
        { area: 'print', line },
      )
      for (const { days, delai } of answer.body.leadTimes) {
        if (delai === null) continue
        expect(leadTimes.get(delai - base)).toBe(days)
        named++
      }
    }
    expect(named).toBeGreaterThan(4)
  })

  it('each partner is asked in its own ids, for its own lines', async () => {
    for (const { lines, base } of partners) {
      for (const line of [...lines.print, ...lines.display]) {
        const area = 'produit' in line ? 'print' : 'display'
        await comptoir.desk('POST', 'prices', { area, line: inHere(line, base) })
      }
    }
    for (const { name, partner, lines } of partners) {
      const { requests } = await partner.requests()
      const asked = requests.filter(({ path }) => path.endsWith('/prix/')).map(({ body }) => body)
      expect(asked.length, name).toBeGreaterThanOrEqual(lines.print.length + lines.display.length)
      for (const { body, status } of requests) {
        expect(body, name).not.toMatch(/\d{11}/)
        expect(status, body).toBe(200)
      }
    }
  })
})

describe('refusals', () => {
  const faults = async (path: string, body: unknown) => {
    const answer = await comptoir.partner<{ errors: { path: string; code: string }[] }>('POST', path, body)
    expect(answer.status, answer.text).toBe(400)
    return answer.body.errors.map(({ path: place, code }) => `${place} ${code}`)
  }

  it('a variant, a lead time, a format of another source is not this one’s', async () => {
    const line = inHere(bravo.lines.print[0]!, bravo.base)
    const variant = (alpha.lines.print[0]!['variantes'] as number[])[0]! + alpha.base
    expect(await faults('print/prix/', { ...line, variantes: [variant] })).toEqual([
      '/variantes/0 variant_unavailable',
    ])
    const [theirs] = alpha.catalogue.leadTimes.keys()
    expect(await faults('print/prix/', { ...line, delai: theirs! + alpha.base })).toEqual([
      '/delai lead_time_unavailable',
    ])
    const display = inHere(bravo.lines.display[0]!, bravo.base)
    const format = (alpha.lines.display[0]!['format'] as number) + alpha.base
    expect(await faults('display/prix/', { ...display, format })).toEqual(['/format not_compatible'])
    expect(await faults('print/prix/', { ...line, produit: 3 * BLOCK + 1001 })).toEqual([
      '/produit product_unknown',
    ])
  })

  it('a value is named by its key in here', async () => {
    const free = bravo.lines.print.find(({ valeurs }) => Object.keys((valeurs as Json) ?? {}).length > 0)!
    const [own] = Object.keys(free['valeurs'] as Json)
    const key = `${Number(own) + bravo.base}`
    const line = inHere(free, bravo.base)
    expect(await faults('print/prix/', { ...line, valeurs: { [key]: 'beaucoup' } })).toContain(
      `/valeurs/${key} value_invalid`,
    )
    // Under the partner's own key it is no option of the product.
    expect(await faults('print/prix/', { ...line, valeurs: { [own!]: '1' } })).toContain(
      `/valeurs/${own} value_not_allowed`,
    )
  })

  it('what only a partner knows is told at the line of the cart, not of the partner’s part of it', async () => {
    const [bad, good] = await Promise.all(
      partners.map(async (source) => {
        const free = source.lines.print.find(
          ({ valeurs }) => Object.keys((valeurs as Json) ?? {}).length > 0,
        )!
        const [key] = Object.keys(free['valeurs'] as Json)
        return inHere({ ...free, valeurs: { [key!]: '99999999' } }, source.base)
      }),
    ).then(async (lines) => [lines, inHere(await shop.lineOf(alpha, 'print'), alpha.base)] as const)
    const lignes = [OWN.lines.print[0], bad[0], good, bad[1], { ...good, produit: 999 }]
    for (const path of ['print/panier/', 'print/panier/validate/']) {
      const found = await faults(path, { devis: '', adresse_livraison: ADDRESS, lignes })
      expect(found.map((fault) => fault.split(' ')[0]).sort()).toEqual([
        '/lignes/1/valeurs',
        '/lignes/3/valeurs',
        '/lignes/4/produit',
      ])
    }
  })
})
