/**
 * What is configured in the address of its screen: coming back, a reload, another window and a link find it. It takes the
 * place of what stood there, so that the browser's back leads out of the screen and not through every choice.
 */
import { watch } from 'vue'
import { useRoute } from 'vue-router'
import type { WireLine } from '../api/types'
import { toldIn, TOLD, toldOf, toldText, type Told } from '../lib/configured-address'
import { useTypedAddress } from './useTypedAddress'

/** Parts of the address that say what was opened: a line of a quote, a saved configuration, the last one. */
const OPENED = ['devis', 'ligne', 'configuration', 'recente'] as const

/** @param reopen the address says something else than what was written of the screen: another link was followed */
export function useConfiguredAddress(reopen: () => void) {
  const route = useRoute()
  const address = useTypedAddress()
  const opened = () => JSON.stringify(OPENED.map((name) => route.query[name] ?? null))
  let written = toldText(toldIn(route.query))
  let before = opened()

  watch(
    () => route.query,
    () => {
      if (!address.isHere()) return
      const told = toldText(toldIn(route.query))
      if (opened() === before && told === written) return
      before = opened()
      written = told
      address.forget()
      reopen()
    },
  )

  return {
    told: (): Told => toldIn(route.query),
    /** Writes what is configured, once the choosing pauses. */
    say(line: WireLine, leadTimeLabel: string | null): void {
      address.afterPause(() => {
        const told = toldOf(line, leadTimeLabel)
        written = toldText(told)
        if (!address.isHere() || toldText(toldIn(route.query)) === written) return
        address.write({ ...Object.fromEntries(TOLD.map((name) => [name, undefined])), ...told })
      })
    },
  }
}
