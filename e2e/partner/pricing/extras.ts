import type { Random } from '../random.ts'
import type { Job, OptionModel } from './model.ts'
import { choice, total } from './model.ts'

const choices: [nom: string, ...variantes: string[]][] = [
  ['BAT', 'Sans BAT', 'BAT numérique', 'BAT papier'],
  ['Coins', 'Coins droits', 'Coins arrondis 3 mm', 'Coins arrondis 6 mm'],
  ['Perforation', 'Sans', '2 trous', '4 trous'],
  ['Numérotation', 'Sans', 'Numérotation simple', 'Numérotation double'],
  ['Vernis sélectif', 'Sans', 'Recto', 'Recto verso'],
  ['Dorure à chaud', 'Sans', 'Or', 'Argent', 'Cuivre'],
  ['Conditionnement', 'En vrac', 'Paquets de 50', 'Paquets de 100', 'Sous film'],
  ['Contrôle des fichiers', 'Standard', 'Avancé', 'Avec retouche'],
  ['Expédition', 'Standard', 'Neutre', 'Sur palette'],
  ['Encres', 'Quadrichromie', 'Quadrichromie + 1 ton direct', 'Encres végétales'],
]

const counts: [nom: string, most: number][] = [
  ['Nombre de trous', 6],
  ['Nombre de plis', 4],
  ['Nombre de points de colle', 8],
]

/** How a printer charges an extra: once plus by copy, as a share of the price, or as each comes. */
export type ExtraStyle = 'additive' | 'factor' | 'mixed'

export interface Extras {
  options: OptionModel[]
  /** Cents added to the order. */
  added(job: Job): number
  /** What the rest is multiplied by. */
  factor(job: Job): number
}

/**
 * Options that any product may have, enough to bring `core` of them up to between `core` and 8.
 * `setUp` (cents an order) and `unit` (cents a copy) give the scale of what they cost.
 */
export function drawExtras(
  random: Random,
  core: number,
  style: ExtraStyle,
  scale: { setUp: number; unit: number },
): Extras {
  const wanted = random.int(Math.max(core, 2), 8) - core
  const free = style === 'factor' ? [] : random.some(counts, random.int(0, Math.min(wanted, 2)))
  const parts: { option: OptionModel; added(job: Job): number; factor(job: Job): number }[] = []

  for (const [nom, most] of free) {
    const setUp = scale.setUp * random.between(0.05, 0.3)
    const unit = scale.unit * random.between(0.01, 0.06)
    parts.push({
      option: { role: nom, nom, type: 'integer', min: 0, max: most, step: 1, required: false, usualStep: 1 },
      added: (job) => (job.value(nom) > 0 ? setUp + unit * job.value(nom) * total(job) : 0),
      factor: () => 1,
    })
  }
  for (const [nom, ...variantes] of random.some(choices, wanted - free.length)) {
    const own = style === 'mixed' ? random.pick(['additive', 'factor'] as const) : style
    const effects = variantes.map((_, index) =>
      index === 0
        ? { setUp: 0, unit: 0, share: 0 }
        : {
            setUp: own === 'additive' ? scale.setUp * random.between(0.05, 0.5) : 0,
            unit: own === 'additive' && random.chance(0.7) ? scale.unit * random.between(0.02, 0.25) : 0,
            share: own === 'factor' ? random.between(0.02, 0.3) : 0,
          },
    )
    parts.push({
      option: choice(nom, nom, variantes),
      added: (job) => {
        const { setUp, unit } = effects[job.choice(nom)]!
        return setUp + unit * total(job)
      },
      factor: (job) => 1 + effects[job.choice(nom)]!.share,
    })
  }
  return {
    options: parts.map((part) => part.option),
    added: (job) => parts.reduce((sum, part) => sum + part.added(job), 0),
    factor: (job) => parts.reduce((product, part) => product * part.factor(job), 1),
  }
}
