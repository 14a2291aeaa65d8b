/** Each source has a block of ids, given with its first import or sync and never again (partner-api.md, "Sources"). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunningPartner } from '../partner/client.ts'
import { ADDRESS, Comptoir, until, type Json } from './comptoir.ts'
import { sentTo } from './shop.ts'
import { add, BLOCK, inHere, OWN, OWN_BUNDLE, startSource, type PartnerSource } from './sources.ts'

const SIZE = { products: 3, families: 2 }
/** Of a source with ids that an ordinary block does not hold. */
const LARGE = 1_000_000_000_000

const opened: { end(): Promise<void> }[] = []
function comptoirWithoutPartners(): Comptoir {
  const comptoir = new Comptoir()
  opened.push(comptoir)
  return comptoir
}
async function partnerAt(name: string, base: number, seed: number): Promise<PartnerSource> {
  const source = await startSource(name, base, { ...SIZE, seed, token: `jeton-${name}` })
  opened.push({ end: () => source.partner.stop() })
  return source
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.end()
})

async function importOwn(comptoir: Comptoir): Promise<void> {
  const file = join(comptoir.folder, 'bundle.json')
  writeFileSync(file, JSON.stringify(OWN_BUNDLE))
  await comptoir.done(['import', file])
}

async function serve(comptoir: Comptoir): Promise<void> {
  await comptoir.makeToken()
  await comptoir.serve()
  await comptoir.hush()
}

/** Ids of the products that are served, by their names. */
async function ids(comptoir: Comptoir): Promise<Record<string, number>> {
  const { body } = await comptoir.partner<{ id: number; nom: string }[]>('GET', 'print/produit/')
  return Object.fromEntries(body.map(({ id, nom }) => [nom, id]))
}
/** What they should be of a partner that has the block from `base` on. */
const idsOf = ({ catalogue }: PartnerSource, base: number): Record<string, number> =>
  Object.fromEntries([...catalogue.products.values()].map(({ page }) => [page.nom, page.id + base]))
const ownIds = (base: number): Record<string, number> =>
  Object.fromEntries(OWN_BUNDLE.produits.map(({ id, nom }) => [nom, id + base]))

/** Waits until the running service has taken over what a command changed. */
const served = (comptoir: Comptoir, wanted: Record<string, number>) =>
  until(
    'the service has taken it over',
    () => ids(comptoir),
    (seen) => JSON.stringify(Object.entries(seen).sort()) === JSON.stringify(Object.entries(wanted).sort()),
  )

describe('blocks', () => {
  it('the first source keeps its ids, whatever it is; own tariffs that come third have the third block', async () => {
    const comptoir = comptoirWithoutPartners()
    const alpha = await partnerAt('Alpha', 0, 81)
    const bravo = await partnerAt('Bravo', BLOCK, 82)
    await comptoir.done(['upstream', 'set', '--url', alpha.partner.url], alpha.partner.token)
    await comptoir.done(['sync'])
    await serve(comptoir)
    expect(await ids(comptoir)).toEqual(idsOf(alpha, 0))
    await add(comptoir, bravo)
    await served(comptoir, { ...idsOf(alpha, 0), ...idsOf(bravo, BLOCK) })
    await importOwn(comptoir)
    await served(comptoir, { ...idsOf(alpha, 0), ...idsOf(bravo, BLOCK), ...ownIds(2 * BLOCK) })
    const line = inHere(OWN.lines.print[1]!, 2 * BLOCK)
    const priced = await comptoir.partner<Record<string, { PrixHT: string }>>('POST', 'print/prix/', line)
    // 120 cents a copy, 3 € for the ink, 2 cents a copy and line.
    expect(priced.body['J+5']).toEqual({ Message: '', PrixHT: `${30 * 120 + 300 + 2 * 4 * 30}` })
    // The same file once more changes nothing.
    await importOwn(comptoir)
    expect(await ids(comptoir)).toMatchObject(ownIds(2 * BLOCK))
  })

  it('is kept while its partner is not set, and not given to another', async () => {
    const comptoir = comptoirWithoutPartners()
    const [alpha, bravo, charlie] = await Promise.all([
      partnerAt('Alpha', BLOCK, 81),
      partnerAt('Bravo', 2 * BLOCK, 82),
      partnerAt('Charlie', 3 * BLOCK, 83),
    ])
    await importOwn(comptoir)
    await add(comptoir, alpha)
    await add(comptoir, bravo)
    await serve(comptoir)
    const both = { ...ownIds(0), ...idsOf(bravo, 2 * BLOCK) }
    await served(comptoir, { ...both, ...idsOf(alpha, BLOCK) })
    await comptoir.done(['upstream', 'clear', '--name', 'Alpha'])
    await served(comptoir, both)
    const shown = await comptoir.done(['upstream', 'show'])
    expect(shown).not.toContain('Alpha')
    expect(shown).toContain('Bravo')
    await add(comptoir, charlie)
    await served(comptoir, { ...both, ...idsOf(charlie, 3 * BLOCK) })
    await add(comptoir, alpha)
    await served(comptoir, { ...both, ...idsOf(charlie, 3 * BLOCK), ...idsOf(alpha, BLOCK) })
  })

  it('is 10^12 wide where an id needs it, and the next one comes after', async () => {
    const comptoir = comptoirWithoutPartners()
    const [alpha, charlie, delta] = await Promise.all([
      partnerAt('Alpha', BLOCK, 81),
      partnerAt('Charlie', LARGE, 83),
      partnerAt('Delta', 2 * LARGE, 84),
    ])
    await importOwn(comptoir)
    await add(comptoir, alpha)
    const [first] = charlie.catalogue.products.keys()
    const large = { op: 'renumber', id: first!, to: BLOCK + 123 } as const
    charlie.catalogue.mutate(large)
    await charlie.partner.catalogue(large)
    await add(comptoir, charlie)
    await add(comptoir, delta)
    await serve(comptoir)
    expect(await ids(comptoir)).toEqual({
      ...ownIds(0),
      ...idsOf(alpha, BLOCK),
      ...idsOf(charlie, LARGE),
      ...idsOf(delta, 2 * LARGE),
    })
    const { page } = charlie.catalogue.products.get(BLOCK + 123)!
    const line = { ...charlie.lines.print[0]!, produit: page.id }
    const truth = await charlie.partner.send('POST', '/0.2/print/prix/', line)
    const answer = await comptoir.partner('POST', 'print/prix/', inHere(line, LARGE))
    expect(answer.body).toEqual(await truth.json())
  })

  it('a later id outside is refused by name, and the rest is taken', async () => {
    const comptoir = comptoirWithoutPartners()
    const alpha = await partnerAt('Alpha', BLOCK, 81)
    const bravo = await partnerAt('Bravo', 2 * BLOCK, 82)
    await importOwn(comptoir)
    await add(comptoir, alpha)
    await add(comptoir, bravo)
    await serve(comptoir)
    const pages = [...alpha.catalogue.products.values()].map(({ page }) => page)
    const [moved, shifted, renamed] = pages
    const variante = shifted!.options.find(({ variantes }) => variantes.length > 0)!.variantes[0]!.id
    await alpha.partner.catalogue(
      // With the base this would be a product of Bravo's.
      { op: 'renumber', id: moved!.id, to: BLOCK + pages[1]!.id },
      { op: 'renumber-variant', id: shifted!.id, variante, to: BLOCK + variante },
      { op: 'rename', id: renamed!.id, nom: 'Autre nom' },
    )
    const { stdout, stderr } = await comptoir.run(['sync', '--name', 'Alpha'])
    for (const { nom } of [moved!, shifted!]) expect(stdout + stderr).toContain(nom)
    const known = idsOf(alpha, BLOCK)
    await served(comptoir, {
      ...ownIds(0),
      ...idsOf(bravo, 2 * BLOCK),
      [shifted!.nom]: known[shifted!.nom]!,
      'Autre nom': known[renamed!.nom]!,
    })
  })
})

describe('names', () => {
  it('without one the only partner is meant, or a new one named after its host', async () => {
    const comptoir = comptoirWithoutPartners()
    const alpha = await partnerAt('Alpha', 0, 81)
    const bravo = await partnerAt('Bravo', 0, 82)
    const set = ({ partner }: PartnerSource) =>
      comptoir.done(['upstream', 'set', '--url', partner.url], partner.token)
    await set(alpha)
    await comptoir.done(['sync'])
    await comptoir.serve()
    const partners = async () => (await comptoir.desk<{ partners: Json[] }>('GET', 'status')).body.partners
    expect(await partners()).toMatchObject([
      { name: expect.stringContaining('127.0.0.1'), url: alpha.partner.url },
    ])
    await set(bravo)
    const [only] = await until(
      'it is another address',
      partners,
      ([one]) => one?.['url'] === bravo.partner.url,
    )
    expect(await partners()).toHaveLength(1)
    expect((await comptoir.desk('GET', 'status')).body['upstream']).toBe(bravo.partner.url)
    await comptoir.done(['upstream', 'clear', '--name', only!['name'] as string])
    await until('none is left', partners, (left) => left.length === 0)
  })
})

it('where there are several, one without a name is another, and which one to clear must be said', async () => {
  const comptoir = comptoirWithoutPartners()
  const [alpha, bravo] = await Promise.all([partnerAt('Alpha', 0, 81), partnerAt('Bravo', BLOCK, 82)])
  const set = ({ partner }: PartnerSource, ...name: string[]) =>
    comptoir.done(['upstream', 'set', ...name, '--url', partner.url], partner.token)
  await set(alpha, '--name', 'Alpha')
  await set(bravo, '--name', 'Bravo')
  const refused = await comptoir.run(['upstream', 'clear'])
  expect(refused.code).not.toBe(0)
  expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  await set(alpha)
  const shown = await comptoir.done(['upstream', 'show'])
  for (const name of ['Alpha', 'Bravo', '127.0.0.1']) expect(shown).toContain(name)
  // Under the name of a host the next one at the same host is meant, which is there already.
  await set(alpha)
  expect(await comptoir.done(['upstream', 'show'])).toBe(shown)
})

it('two partners at the same host are told apart by their tokens', async () => {
  const comptoir = comptoirWithoutPartners()
  const tokens = ['jeton-a', 'jeton-b'] as const
  const shape = { ...SIZE, seed: 81, otherTokens: [tokens[1]] }
  const source = await startSource('Hôte', 0, { ...shape, token: tokens[0] })
  opened.push({ end: () => source.partner.stop() })
  const { partner } = source
  for (const [i, name] of ['Compte A', 'Compte B'].entries()) {
    await comptoir.done(['upstream', 'set', '--name', name, '--url', partner.url], tokens[i])
    await comptoir.done(['sync', '--name', name])
  }
  await serve(comptoir)
  const accounts = (await partner.requests()).requests.map(({ account }) => account)
  expect(new Set(accounts)).toEqual(new Set([0, 1]))
  const lignes = source.lines.print.flatMap((line) => [line, inHere(line, BLOCK)])
  const carts = await Promise.all(
    lignes.map(async (line) => ({
      line,
      cart: await comptoir.partner('POST', 'print/panier/', { lignes: [line] }),
    })),
  )
  const sold = carts.filter(({ cart }) => cart.status === 200).map(({ line }) => line)
  expect(sold.length).toBeGreaterThan(1)
  // What leaves one in doubt must not be looked for among the orders of the other.
  await partner.faults({ method: 'POST', path: 'validate/$', kind: 'drop-after-commit', times: 2 })
  const body = { devis: 'Deux', adresse_livraison: ADDRESS, lignes: sold }
  const order = await comptoir.partner<{ id: number }>('POST', 'print/panier/validate/', body)
  expect(order.status, order.text).toBe(201)
  await until(
    'both are sent',
    () => comptoir.partner<{ status: string }>('GET', `print/commande/${order.body.id}/`),
    (seen) => seen.body.status === 'En attente de fichiers',
  )
  const made = await sentTo(source, 'Deux')
  expect(made.map(({ account }) => account).sort()).toEqual([0, 1])
  expect(made.map(({ sent }) => (sent['lignes'] as Json[]).length)).toEqual([
    sold.length / 2,
    sold.length / 2,
  ])
})

describe('a shop with several sources as a partner', () => {
  it('its blocks lie within a large one, and an order finds its way through both', async () => {
    const shop = comptoirWithoutPartners()
    const rep = comptoirWithoutPartners()
    const alpha = await partnerAt('Alpha', BLOCK, 81)
    await importOwn(shop)
    await add(shop, alpha)
    await serve(shop)
    await importOwn(rep)
    await rep.done(['upstream', 'set', '--name', 'Atelier', '--url', shop.url], shop.token)
    await rep.done(['sync'])
    await serve(rep)
    const names = await ids(shop)
    const all = (await rep.partner<{ id: number; nom: string }[]>('GET', 'print/produit/')).body
    const nested = all.filter(({ id }) => id >= LARGE)
    expect(Object.fromEntries(nested.map(({ id, nom }) => [nom, id - LARGE]))).toEqual(names)
    expect(all.filter(({ id }) => id < LARGE).map(({ id }) => id)).toEqual(
      OWN_BUNDLE.produits.map(({ id }) => id),
    )

    const lines = [
      { base: 0, line: OWN.lines.print[0]! },
      { base: LARGE, line: OWN.lines.print[1]! },
      { base: LARGE + BLOCK, line: await soldBy(alpha) },
    ]
    const lignes = lines.map(({ base, line }, place) => inHere({ ...line, label: `L${place}` }, base))
    const body = { devis: 'Loin', adresse_livraison: ADDRESS, lignes }
    const order = await rep.partner<{ id: number }>('POST', 'print/panier/validate/', body)
    expect(order.status, order.text).toBe(201)
    await until(
      'it is there',
      () => rep.partner<{ status: string }>('GET', `print/commande/${order.body.id}/`),
      (seen) => seen.body.status === 'En attente de fichiers',
    )
    const [made, another] = await sentTo(alpha, 'Loin')
    expect(another).toBeUndefined()
    expect(made!.sent['lignes']).toMatchObject([{ ...lines[2]!.line, label: 'L2' }])
    const [atShop] = (await shop.partner<{ lignes: Json[] }[]>('GET', 'print/commande/')).body
    expect(atShop!.lignes.map(({ label }) => label)).toEqual(['L1', 'L2'])
  })
})

async function soldBy({ partner, lines }: PartnerSource): Promise<Json> {
  for (const line of lines.print) if (await isSold(partner, line)) return line
  throw new Error('Nothing is sold at its main lead time.')
}
const isSold = async (partner: RunningPartner, line: Json) =>
  (await partner.send('POST', '/0.2/print/panier/', { devis: '', lignes: [line] })).status === 200
