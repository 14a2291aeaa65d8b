/**
 * What is configured in the address of its screen: coming back, a reload, another window and a link find it. It takes the
 * place of what stood there, so that the browser's back leads out of the screen and not through every choice.
 */
import { watch } from 'vue'
import { useRoute } from 'vue-router'
import type { Day } from '../../domain/shared/calendar.ts'
import type { WireLine } from '../api/types'
import { toldIn, TOLD, toldOf, toldText, type Told } from '../lib/configured-address'
import { SEARCHED } from '../lib/item-route'
import { useTypedAddress } from './useTypedAddress'

/** The part that is of no line: the day on which the files arrive. */
const FILES = 'fichiers'

/** Parts of the address that say what was opened: a line of a quote, a saved configuration, the last one. */
const OPENED = ['devis', 'ligne', 'configuration', 'recente'] as const

/** @param reopen the address says something else than what was written of the screen: another link was followed */
export function useConfiguredAddress(reopen: () => void) {
  const route = useRoute()
  const address = useTypedAddress()
  const opened = () => JSON.stringify(OPENED.map((name) => route.query[name] ?? null))
  /** What it was searched by, until it is configured: from then on its choices say that; null: nothing. */
  const searched = () => (typeof route.query[SEARCHED] === 'string' ? route.query[SEARCHED] : null)
  let written = toldText(toldIn(route.query))
  let before = opened()

  watch(
    () => route.query,
    () => {
      if (!address.isHere()) return
      const told = toldText(toldIn(route.query))
      if (opened() === before && told === written && searched() === null) return
      before = opened()
      written = told
      address.forget()
      reopen()
    },
  )

  let said: Told | null = null
  let files: Day | null = null
  const filesTold = () => (typeof route.query[FILES] === 'string' ? route.query[FILES] : null)

  function writeSoon(): void {
    address.afterPause(() => {
      const told = said ?? toldIn(route.query)
      written = toldText(told)
      if (!address.isHere()) return
      const isSearched = said === null && searched() !== null
      const isSame = toldText(toldIn(route.query)) === written && filesTold() === files
      if (isSame && (isSearched || searched() === null)) return
      const without = Object.fromEntries(TOLD.map((name) => [name, undefined]))
      const searchedBy = isSearched ? {} : { [SEARCHED]: undefined }
      address.write({ ...without, ...told, ...searchedBy, [FILES]: files ?? undefined })
    })
  }

  return {
    told: (): Told => toldIn(route.query),
    searched,
    /** Writes what is configured, once the choosing pauses. */
    say(line: WireLine, leadTimeLabel: string | null): void {
      said = toldOf(line, leadTimeLabel)
      writeSoon()
    },
    /** The day on which the files arrive, as it says; null: none. */
    filesTold,
    /** Writes the day on which the files arrive; null: with the order. */
    sayFiles(day: Day | null): void {
      files = day
      writeSoon()
    },
  }
}
