import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { PrintModel } from './model.ts'
import { ascending, choice, fixedQuantities } from './model.ts'

/**
 * A price list made by hand: a price at each round quantity, between them a straight line; options as a share
 * of it with a least charge of their own, and prices that end in 9.90.
 */
export function priceList(random: Random): PrintModel {
  const listed = fixedQuantities.filter((quantity) => quantity >= 50 && quantity <= 10_000)
  let price = random.between(2500, 7000)
  const prices = listed.map((quantity, index) => {
    if (index > 0) price *= (quantity / listed[index - 1]!) ** random.between(0.35, 0.8)
    return Math.round(price / 100) * 100 - 10
  })
  const at = (quantity: number) => {
    const next = listed.findIndex((point) => point >= quantity)
    if (next <= 0) return next === 0 ? prices[0]! : (prices.at(-1)! * quantity) / listed.at(-1)!
    const [from, to] = [listed[next - 1]!, listed[next]!]
    return prices[next - 1]! + ((prices[next]! - prices[next - 1]!) * (quantity - from)) / (to - from)
  }
  const formats = random.some(['Petit', 'Moyen', 'Grand', 'Panoramique'], random.int(2, 4))
  const papers = random.some(['Standard', 'Épais', 'Texturé', 'Recyclé', 'Métallisé'], random.int(2, 5))
  const format = ascending(random, formats.length, 0, 0.4)
  const paper = ascending(random, papers.length, 0, 0.2)
  const least = random.between(300, 900)
  const extras = drawExtras(random, 2, random.pick(['mixed', 'additive']), { setUp: 2000, unit: 6 })
  const range = random.chance(0.35)
  return {
    nom: random.pick(['Calendrier', 'Étiquette', 'Carte de vœux', 'Sous-bock', 'Faire-part']),
    options: [choice('format', 'Format', formats), choice('paper', 'Support', papers), ...extras.options],
    quantites: range ? { range: true, min: 50, max: 10_000 } : { range: false, available: listed },
    visuals: [1, random.pick([1, 2, 8])],
    rounding: 'nine-ninety',
    cost: (job) => {
      const base = job.copies.reduce((sum, copies) => sum + at(copies), 0)
      const share = (rate: number) => (rate > 0 ? Math.max(least, base * rate) : 0)
      const list = base + share(format[job.choice('format')]!) + share(paper[job.choice('paper')]!)
      return list * extras.factor(job) + extras.added(job)
    },
  }
}
