/** What a partner has taken out while the catalogue still offers it, where it stands in what the configurator began with. */
import { watch } from 'vue'
import { nextOffered, type Form } from '../lib/form'
import type { Configurator } from './useConfigurator'

/**
 * What nobody chose gives way to the next choice; what somebody chose, in a line of a quote say, or what had its price here
 * until now, is lost, and told as after the sync that will take it out. A choice that was made since stays where it stands, with what was said of it.
 *
 * @param chosen whether it began with what somebody had chosen
 * @param lose begins anew without choices, by the keys of their controls
 */
export function useWithdrawn(
  form: Form,
  {
    selection,
    withdrawn,
    isRefused,
    ownPrice,
    early,
  }: Pick<Configurator, 'selection' | 'withdrawn' | 'isRefused' | 'ownPrice' | 'early'>,
  chosen: boolean,
  lose: (choices: ReadonlyMap<string, number>) => void,
): void {
  const began = { ...selection.choices }
  const gone = new Set<string>()
  const priced = new Set<string>()
  watch(ownPrice, (price) => {
    if (price === null || early.value) return
    for (const [key, id] of Object.entries(selection.choices)) priced.add(`${key} ${id}`)
  })
  watch(withdrawn, (found) => {
    if (!isRefused.value) return
    const lost = new Map<string, number>()
    for (const key of found.keys()) {
      const id = selection.choices[key]
      if (typeof id !== 'number' || id !== began[key]) continue
      gone.add(`${key} ${id}`)
      if (chosen || priced.has(`${key} ${id}`)) lost.set(key, id)
      else
        began[key] = selection.choices[key] =
          nextOffered(form, key, id, (other) => !gone.has(`${key} ${other}`)) ?? id
    }
    if (lost.size > 0) lose(lost)
  })
}
