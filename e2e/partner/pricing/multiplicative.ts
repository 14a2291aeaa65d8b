import type { Random } from '../random.ts'
import { drawExtras } from './extras.ts'
import type { PrintModel } from './model.ts'
import { ascending, choice, quantities } from './model.ts'

/** Cards: a price that grows as a power of the quantity, times a factor for every option. */
export function multiplicative(random: Random): PrintModel {
  const nom = random.pick([
    'Carte de visite',
    'Carte de fidélité',
    'Carte postale',
    'Marque-page',
    'Carton d’invitation',
  ])
  const papers = random.some(
    [
      'Couché mat 300 g',
      'Couché brillant 350 g',
      'Couché mat 350 g',
      'Bristol 300 g',
      'Création 350 g',
      'Coton 600 g',
    ],
    random.int(3, 6),
  )
  const formats = random.some(['85 × 55 mm', '90 × 50 mm', '55 × 55 mm', '105 × 148 mm'], random.int(2, 4))
  const base = random.between(180, 420)
  const power = random.between(0.42, 0.72)
  const paper = ascending(random, papers.length, 1, 0.25)
  const format = ascending(random, formats.length, 1, 0.35)
  const print = [1, random.between(1.12, 1.5)]
  const lamination = [1, ...ascending(random, 3, random.between(1.08, 1.2), 0.18)]
  const nextVisual = random.between(0.8, 0.95)
  const extras = drawExtras(random, 4, 'factor', { setUp: 0, unit: 0 })
  return {
    nom,
    options: [
      choice('paper', 'Papier', papers),
      choice('format', 'Format', formats),
      choice('print', 'Impression', ['Recto', 'Recto verso']),
      choice('lamination', 'Pelliculage', ['Sans', 'Mat', 'Brillant', 'Soft touch']),
      ...extras.options,
    ],
    quantites: quantities(random, 50, random.pick([2500, 5000, 10_000]), 0.7),
    visuals: [1, random.pick([1, 4, 10])],
    rounding: random.pick(['ten-cents', 'cent']),
    cost: (job) =>
      job.copies.reduce((sum, copies, index) => sum + base * copies ** power * (index ? nextVisual : 1), 0) *
      paper[job.choice('paper')]! *
      format[job.choice('format')]! *
      print[job.choice('print')]! *
      lamination[job.choice('lamination')]! *
      extras.factor(job),
  }
}
