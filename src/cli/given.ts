/** What an option may be given as: once, and not empty, so that none of what was typed is passed over in silence. */
import type { Command, Option } from 'commander'
import { CommandError } from './failure.ts'
import type { Language } from './words/index.ts'

/**
 * Refuses, by name, an option that is given twice (lists join, a switch may stand twice), one that contradicts another,
 * and an empty value. Values of the environment are not given: an empty variable counts as none.
 */
export function checkGiven(command: Command, language: Language, lists: ReadonlySet<string>): void {
  const { usage } = language.words
  const seen = new Map<string, Option>()
  for (const option of command.options) {
    const flag = option.long!
    command.on(`option:${option.name()}`, (value: string | null) => {
      const before = seen.get(option.attributeName())
      seen.set(option.attributeName(), option)
      if (before && before !== option)
        throw new CommandError('usage', usage.contradiction(before.long!, flag))
      if (before && option.required && !lists.has(flag)) throw new CommandError('usage', usage.twice(flag))
      if (option.required && value?.trim() === '') throw new CommandError('usage', usage.empty(flag))
    })
  }
  for (const below of command.commands) checkGiven(below, language, lists)
}
