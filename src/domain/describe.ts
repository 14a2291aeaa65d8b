/** A line in words: the chosen variants and values by name, as a person reads them on a quote. */
import type { CompiledFamily, LigneDisplay } from './display/line.ts'
import { ELEMENT_KINDS, type ElementKind } from './display/family.ts'
import type { CompiledProduct, LignePrint } from './print/line.ts'

type PrintChoice = Pick<LignePrint, 'variantes' | 'valeurs' | 'quantites_multiples'>

export function describePrint({ produit, options }: CompiledProduct, line: PrintChoice): string[] {
  const chosen = produit.options.flatMap((option) => {
    const variant = option.variantes.find(({ id }) => line.variantes.includes(id))
    if (variant) return [`${option.nom}\u00a0: ${variant.nom}`]
    const value = line.valeurs[String(option.id)]
    return value === undefined || !options.has(String(option.id))
      ? []
      : [`${option.nom}\u00a0: ${value.replace('.', ',')}`]
  })
  const visuals = line.quantites_multiples.length
  return visuals > 1
    ? [...chosen, `${visuals} visuels\u00a0: ${line.quantites_multiples.join(' + ')}`]
    : chosen
}

export function describeDisplay({ famille }: CompiledFamily, line: LigneDisplay): string[] {
  const elements = (Object.keys(ELEMENT_KINDS) as ElementKind[]).flatMap((kind) => {
    const list: readonly { id: number; nom?: string; nom_complet?: string }[] = famille[ELEMENT_KINDS[kind]]
    const element = list.find(({ id }) => id === line[kind])
    return element ? [element.nom ?? element.nom_complet ?? ''] : []
  })
  const variants = famille.options.flatMap((option) => {
    const variant = option.variantes.find(({ id }) => line.variantes.includes(id))
    return variant ? [`${option.nom}\u00a0: ${variant.nom}`] : []
  })
  return [...elements, ...variants, ...(line.verification ? ['Vérification du fichier'] : [])]
}
