/** Who has signed in here, and what he may: what he may not do is not offered. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Right } from '../../domain/shared/rights.ts'
import { api, connection } from '../api/client'
import type { Session } from '../api/types'
import type { unkeptOf } from '../lib/unkept'

/** Who is here: of this window, and of the browser that its windows share. */
const HERE = 'comptoir.person'
/** That the page was begun anew because its person has another role now, which is yet to be told: with what was lost by it. */
const OTHER_ROLE = 'comptoir.role'
const nameOf = ({ person }: Session) => String(person?.id ?? 'key')

export const useSession = defineStore('session', () => {
  const session = shallowRef<Session | null>(null)
  /** Counts up with each sign-in: what could not be read without one is read again. */
  const entered = ref(0)

  /** null: nobody has signed in; the key opened the screens, or nothing did yet */
  const person = computed(() => session.value?.person ?? null)
  /** Whose what is kept in this browser is: null where nobody signs in, undefined while it is not known. */
  const owner = computed(() => (session.value ? (session.value.person?.id ?? null) : undefined))
  const rights = computed(() => new Set<Right>(session.value?.rights ?? []))
  const may = (right: Right) => rights.value.has(right)

  async function load(): Promise<void> {
    // Where it fails, `connection` has noted why: the screen that is shown then says it.
    const next = await api.session().catch(() => null)
    if (next && !isAnothers(next)) take(next)
  }

  /** Notes who is here now. */
  function take(next: Session): void {
    session.value = next
    sessionStorage.setItem(HERE, nameOf(next))
    localStorage.setItem(HERE, nameOf(next))
  }

  /** Whether this window was somebody else's: then it starts anew, and what it holds is not to be used any more. */
  function isAnothers(next: Session): boolean {
    const before = sessionStorage.getItem(HERE)
    const another = before !== null && before !== nameOf(next)
    if (another) startAnew()
    return another
  }

  /** What is written on the page is not of who comes now: nobody is asked whether to stay with it. */
  function reload(): void {
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
    location.reload()
  }

  /** The page from its start: nothing that it showed, and not where it stood, is for the next person. */
  function startAnew(begin = reload): void {
    sessionStorage.clear()
    history.replaceState(null, '', `${location.pathname}#/`)
    begin()
  }

  // Another window of this browser has its session in common with this one.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === HERE && session.value && newValue !== nameOf(session.value)) reload()
  })

  /** @throws ApiError where name and password do not belong together, or where one has to wait */
  async function signIn(name: string, password: string): Promise<void> {
    const next = await api.signIn(name, password)
    if (isAnothers(next)) return
    // What the screens hold was read with other rights.
    if (session.value && String(session.value.rights) !== String(next.rights)) {
      sessionStorage.setItem(OTHER_ROLE, JSON.stringify(unkept()))
      return reload()
    }
    // What the person left is read as soon as it is known who he is.
    connection.signedOut = false
    take(next)
    entered.value += 1
  }

  type Unkept = ReturnType<typeof unkeptOf>
  let unkept = (): Unkept => []
  /** @param source what is written and would be lost with the page */
  const asksUnkept = (source: () => Unkept) => void (unkept = source)

  /** What was written and lost as the person got another role a moment ago, asked once; null: he has the same. */
  function otherRole(): Unkept | null {
    const other = sessionStorage.getItem(OTHER_ROLE)
    sessionStorage.removeItem(OTHER_ROLE)
    return other === null ? null : (JSON.parse(other) as Unkept)
  }

  async function signOut(): Promise<void> {
    await api.signOut()
    // Who leaves wrote it himself.
    startAnew(() => location.reload())
  }

  async function changePassword(old: string, wanted: string): Promise<void> {
    session.value = await api.changePassword(old, wanted)
  }

  return {
    session,
    person,
    owner,
    entered,
    may,
    load,
    signIn,
    signOut,
    startAnew,
    asksUnkept,
    otherRole,
    changePassword,
  }
})
