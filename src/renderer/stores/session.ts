/** Who has signed in here, and what he may: what he may not do is not offered. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Right } from '../../domain/shared/rights.ts'
import { api, connection } from '../api/client'
import type { Session } from '../api/types'

export const useSession = defineStore('session', () => {
  const session = shallowRef<Session | null>(null)
  /** Counts up with each sign-in: what could not be read without one is read again. */
  const entered = ref(0)

  /** null: nobody has signed in; the key opened the screens, or nothing did yet */
  const person = computed(() => session.value?.person ?? null)
  const rights = computed(() => new Set<Right>(session.value?.rights ?? []))
  const may = (right: Right) => rights.value.has(right)

  async function load(): Promise<void> {
    // Where it fails, `connection` has noted why: the screen that is shown then says it.
    session.value = await api.session().catch(() => session.value)
  }

  /** @throws ApiError where name and password do not belong together, or where one has to wait */
  async function signIn(name: string, password: string): Promise<void> {
    const before = person.value
    const next = await api.signIn(name, password)
    // What the screens hold was read with another person's rights.
    if (before && before.id !== next.person?.id) return location.reload()
    session.value = next
    connection.signedOut = false
    entered.value += 1
  }

  async function signOut(): Promise<void> {
    await api.signOut()
    // Nothing that was read stays in the page.
    location.reload()
  }

  async function changePassword(old: string, wanted: string): Promise<void> {
    session.value = await api.changePassword(old, wanted)
  }

  return { session, person, entered, may, load, signIn, signOut, changePassword }
})
