/** What a partner has taken out of what it sells: a choice, a lead time, a product, a material. */
import type { WireLine } from '../../src/renderer/api/types.ts'
import type { RunningPartner } from '../partner/client.ts'
import { seriousFaults } from './axe.ts'
import { expect } from './fixtures.ts'
import { pricedProduct, synced, test } from './partner.ts'
import type { DeskService } from './service.ts'

/** Ids here are the partner's beyond a multiple of that. */
const BLOCK = 10 ** 10

/** A product and two of the choices of one of its options: the one that it begins with, and another; what takes one out there. */
async function twoChoices(service: DeskService, partner: RunningPartner, least = 2) {
  const produit = await pricedProduct(service)
  const { product, defaultLine } = await service.call<{
    product: { options: { variantes: { id: number; nom: string }[] }[] }
    defaultLine: WireLine & { variantes: number[] }
  }>('GET', `/products/${produit}`)
  const option = product.options.find(({ variantes }) => variantes.length >= least && variantes.length < 7)!
  const first = option.variantes.find(({ id }) => defaultLine.variantes.includes(id))!
  const other = option.variantes.find(({ id }) => id !== first.id)!
  const takeOut = ({ id }: { id: number }) =>
    partner.catalogue({ op: 'remove-variant', id: produit % BLOCK, variante: id % BLOCK })
  return { produit, defaultLine, first, other, takeOut }
}

/** A quote of what a product begins with, at its first lead time. @returns its id */
async function quoteOf(service: DeskService, defaultLine: object): Promise<number> {
  const line = { area: 'print', line: defaultLine }
  const { leadTimes } = await service.call<{ leadTimes: { delai: number }[] }>('POST', '/prices', line)
  const lines = [{ ...line, delai: leadTimes[0]!.delai }]
  return (await service.call<{ id: number }>('POST', '/quotes', { lines })).id
}

test('a choice that the partner has taken out is not offered any more, whatever else is chosen', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service)
  const { produit, first, other, takeOut } = await twoChoices(service, partner)
  await takeOut(other)
  await shell.open()
  await shell.go(`/produits/${produit}`)
  await configurator.chosenCell.waitFor()
  await configurator.choose(other.nom)
  // By its name, and beside the choice alone.
  const words = `La variante « ${other.nom} » n’est pas disponible pour ce produit.`
  await expect(page.locator('main').getByText(words)).toHaveCount(1)
  await expect(configurator.options).toContainText(words)
  await expect(configurator.summary).toContainText('Pas de prix pour ce choix')
  await expect(configurator.options).not.toContainText('Non proposé')
  await configurator.choose(first.nom)
  await configurator.chosenCell.waitFor()
  await expect(configurator.variant(other.nom)).toBeDisabled()
  await configurator.matrix.locator('tbody tr').last().getByRole('gridcell').first().click()
  await expect(configurator.variant(other.nom)).toBeDisabled()
  await expect(configurator.options).toContainText(`Non proposé. La variante « ${other.nom} »`)
})

test('a product does not begin with such a choice; a line that has it names it, and the one to take instead', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service)
  const { produit, defaultLine, first, takeOut } = await twoChoices(service, partner)
  const id = await quoteOf(service, defaultLine)
  await takeOut(first)
  await shell.open()
  await shell.go(`/produits/${produit}`)
  await configurator.chosenCell.waitFor()
  await expect(configurator.variant(first.nom)).toBeDisabled()
  await expect(configurator.variant(first.nom)).not.toBeChecked()
  await shell.go(`/devis/${id}`)
  await page.getByRole('link', { name: /^Remplacer ce qui manque à «/ }).click()
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await expect(lost).toContainText(`« ${first.nom} » n’est plus proposé`)
  await lost.getByRole('button', { name: /: prendre «/ }).click()
  await expect(lost).toContainText('remplacé')
  await expect(configurator.add).toBeEnabled()
})

test('what a partner has taken out, too, takes the place of nothing that it has taken out', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service)
  const { produit, defaultLine, first, takeOut } = await twoChoices(service, partner, 3)
  const id = await quoteOf(service, defaultLine)
  await takeOut(first)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('link', { name: /^Modifier «/ }).click()
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  const taking = lost.getByRole('button', { name: /: prendre «/ })
  const nearest = async () => / prendre «\s(.*)\s»/.exec((await taking.getAttribute('aria-label'))!)![1]!
  const offered = await nearest()
  const { product } = await service.call<{
    product: { options: { variantes: { id: number; nom: string }[] }[] }
  }>('GET', `/products/${produit}`)
  await takeOut(product.options.flatMap(({ variantes }) => variantes).find(({ nom }) => nom === offered)!)
  await page.reload()
  await expect(lost).toContainText(`« ${first.nom} » n’est plus proposé`)
  await expect.poll(nearest).not.toBe(offered)
  await expect(lost.locator('.prices')).toContainText('à présent')
  await taking.click()
  await expect(configurator.add).toBeEnabled()
})

test('a lead time that the partner has taken out is told, and the nearest offered, though its catalogue has ids alone', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  const idle = async () => (await service.call<{ state: string }>('GET', '/sync')).state === 'idle'
  const status = () => service.call<{ products: number }>('GET', '/status')
  await expect.poll(async () => (await status()).products).toBe(30)
  await expect.poll(idle).toBe(true)
  const produit = await pricedProduct(service, 3)
  type Detail = { product: { delais: number[] }; defaultLine: WireLine }
  const detail = () => service.call<Detail>('GET', `/products/${produit}`)
  const { product, defaultLine } = await detail()
  const line = { area: 'print', line: defaultLine }
  const labels = async () => {
    const { leadTimes } = await service.call<{ leadTimes: { label: string }[] }>('POST', '/prices', line)
    return leadTimes.map(({ label }) => label)
  }
  const before = await labels()
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: before.map((leadTimeLabel) => ({ ...line, delai: null, leadTimeLabel })),
  })
  const [delai = 0] = product.delais
  await partner.catalogue({ op: 'remove-lead-time', id: produit % BLOCK, delai: delai % BLOCK })
  // Nobody here knows which of the labels it was, nor which of the ids that are left is which.
  const after = await labels()
  const at = before.findIndex((label) => !after.includes(label))
  const days = before[at]!.slice(2)
  await service.call('POST', '/sync', { prices: 0 })
  await expect.poll(async () => (await detail()).product.delais.length).toBe(before.length - 1)
  await shell.open()
  const lost = page.getByRole('region', { name: /Le catalogue a changé|Le lien demande/ })
  await shell.go(`/produits/${produit}?jours=${days}`)
  await expect(lost).toContainText(`« J+${days} » n’est pas proposé.`)
  await shell.go(`/devis/${id}`)
  await page
    .getByRole('link', { name: /^(Modifier|Remplacer ce qui manque à) «/ })
    .nth(at)
    .click()
  await expect(lost).toContainText(`« J+${days} » n’est plus proposé.`)
  await expect(lost.locator('.prices')).toContainText('à présent')
  await page.screenshot({ path: test.info().outputPath('lead-time.png') })
  await lost.getByRole('button').click()
  await expect(lost).toContainText('remplacé par')
  await expect(configurator.add).toBeEnabled()
})

test('a product that the partner has taken out before the catalogue knows leads to what takes its place', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service)
  const produit = await pricedProduct(service)
  const { product, defaultLine } = await service.call<{ product: { nom: string }; defaultLine: object }>(
    'GET',
    `/products/${produit}`,
  )
  const { nom } = product
  await service.import({
    format: 'comptoir-bundle/1',
    delais: [{ id: 2, jours: 2 }],
    produits: [{ id: 1, nom, delais: [2], quantites: { range: true, min: 1, max: 1_000_000 } }],
    tarifs: {
      print: [
        { produit: 1, delai_principal: 2, lecture: 'lineaire', grille: [{ quantite: 1, prix: '5000' }] },
      ],
    },
  })
  await shell.open()
  await shell.go(`/produits/${produit}`)
  await configurator.chosenCell.waitFor()
  await partner.catalogue({ op: 'remove', id: produit % BLOCK })
  await page.reload()
  const gone = page.getByRole('region', { name: new RegExp(`^« ${nom} » n’est plus proposé par`) })
  await expect(gone).toContainText('Le catalogue d’ici l’a encore')
  await expect(gone).toContainText(/\d ex\./)
  await expect(gone.getByRole('link', { name: new RegExp(`^${nom}`) })).toContainText(/€ HT/)
  await expect.poll(() => seriousFaults(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('withdrawn.png') })
  const { lines } = await service.call<{ lines: { problem: string }[] }>('POST', '/quotes/price', {
    lines: [{ area: 'print', line: defaultLine, delai: null }],
  })
  expect(lines[0]!.problem).toContain(`« ${nom} » : le partenaire ne le propose plus`)
  await gone.getByRole('button', { name: 'Actualiser le catalogue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`« ${nom} » n’est plus au catalogue`)
  await expect(gone).toBeHidden()
})

test('a material that no other takes the place of at its lead time is told at the nearest that can be had, and taken at it', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service)
  interface Support {
    readonly id: number
    readonly delai_min: number
  }
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  const found = []
  for (const { area, id } of entries) {
    if (area !== 'display') continue
    const { family, defaultLine } = await service.call<{
      family: { supports: Support[] }
      defaultLine: object
    }>('GET', `/families/${id}`)
    const supports = family.supports.toSorted((a, b) => a.delai_min - b.delai_min)
    const line = { ...defaultLine, support: supports[0]!.id }
    const { leadTimes } = await service.call<{
      leadTimes: { label: string; days: number; delai: number; priceCents: number | null }[]
    }>('POST', '/prices', { area, line })
    const longest = supports.at(-1)!.delai_min
    const time = leadTimes.find(({ days, priceCents }) => priceCents !== null && days < longest)
    if (time && leadTimes.some(({ days }) => days >= longest)) found.push({ id, supports, line, time })
  }
  const { id: famille, supports, line, time } = found[0]!
  const fitting = supports.filter(({ delai_min }) => delai_min <= time.days)
  const { id } = await service.call<{ id: number }>('POST', '/quotes', {
    lines: [{ area: 'display', line, delai: time.delai, leadTimeLabel: time.label }],
  })
  for (const { id: support } of fitting)
    await partner.catalogue({ op: 'remove-support', id: famille % BLOCK, support: support % BLOCK })
  await synced(service, 0)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page
    .getByRole('link', { name: /^(Remplacer ce qui manque|Modifier «)/ })
    .first()
    .click()
  const lost = page.getByRole('region', { name: 'Le catalogue a changé depuis' })
  await expect(lost.locator('.prices')).toContainText(
    new RegExp(`En J\\+\\d+, et non en J\\+${time.days}\\.`),
  )
  await expect(lost.locator('.prices')).toContainText(/€ de (plus|moins)/)
  await lost.getByRole('button').first().click()
  await expect(configurator.add).toBeEnabled()
  await expect(configurator.chosenLeadTime).not.toContainText(`J+${time.days}`)
})
