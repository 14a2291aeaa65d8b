/** What a customer took of what a quote offered him beside its total, by the ids of lines: for the service and the screens. */
import { choiceAt, takenIn } from './line-choices.ts'
import { isIncluded, type Line } from './line-roles.ts'

interface NamedLine extends Line {
  readonly id: string
}

/** At which place of what was named, and why. */
interface TakenFault {
  readonly path: string
  readonly code: 'taken_unknown' | 'taken_twice'
}

/** Whether a quote leaves something to be taken: an option, or an alternative to a line. */
export const offersChoice = (lines: readonly Line[]): boolean =>
  lines.some((line) => line.area !== 'heading' && !isIncluded(line))

/** What cannot have been taken: a line that is none of the quote's, a heading, or two of one choice. */
export function takenFaults(lines: readonly NamedLine[], taken: readonly string[]): TakenFault[] {
  const choices = new Set<number>()
  return taken.flatMap((id, i): TakenFault[] => {
    const path = `/taken/${i}`
    const at = lines.findIndex((line) => line.id === id)
    if (at < 0 || lines[at]!.area === 'heading') return [{ path, code: 'taken_unknown' }]
    const { from } = choiceAt(lines, at)
    if (choices.has(from)) return [{ path, code: 'taken_twice' }]
    choices.add(from)
    return []
  })
}

/** The lines with what was taken in the total: an alternative in the place of the line that it stands for. */
export function withTaken<L extends NamedLine>(lines: readonly L[], taken: readonly string[]): L[] {
  return taken.reduce<L[]>(
    (now, id) => {
      const at = now.findIndex((line) => line.id === id)
      return at < 0 || isIncluded(now[at]!) ? now : takenIn(now, at)
    },
    [...lines],
  )
}
