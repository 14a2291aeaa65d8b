/** A form that others may save meanwhile: what they change stands in it, what is touched stays, and what is sent is that alone. */
import { computed, ref, shallowRef, toRaw, watch, type Ref } from 'vue'
import { ApiError } from '../api/client'
import { isSame, merged, valueAt, withValueAt, type Path } from '../lib/merged-values'

/** What is touched, and how it was read: what the service holds it against. */
export type Change<T> = Partial<T> & { readonly before: Partial<T> }

/** What both changed; what it is elsewhere, undefined: nothing. */
export interface Disputed {
  readonly path: Path
  readonly theirs: unknown
}

/** Each time what the others made was taken in before. */
const MOST_TRIES = 4

/** Values as JSON has them, with nothing of the form's own about them. */
const copyOf = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))

/** The codes by which the service says that others changed it meanwhile. */
const OVERTAKEN: readonly unknown[] = ['fields_changed', 'company_changed']
const isOvertaken = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && OVERTAKEN.includes(cause.errors[0]?.code)

/**
 * @param now how it stands, as far as this window knows
 * @param met the form, and as it was read, with what was made here called as it is called there by now
 */
export function useTogether<T extends object>(
  now: () => T,
  met: (mine: T, before: T, is: T) => readonly [T, T] = (mine, before) => [mine, before],
) {
  const form = ref(copyOf(now())) as Ref<T>
  const read = shallowRef(now())
  const both = shallowRef<readonly Path[]>([])
  /** how often both were found to have changed the same */
  let found = 0
  /** How often nothing was written, for there was something to decide first. */
  const held = ref(0)

  const disputed = computed((): readonly Disputed[] =>
    both.value
      .map((path) => ({ path, theirs: valueAt(read.value, path) }))
      .filter(({ path, theirs }) => !isSame(valueAt(form.value, path), theirs)),
  )

  /** Whether something in it is written that nobody has saved. */
  const isTouched = () => !isSame(form.value, read.value)

  function follow(is: T): void {
    const paths: Path[] = []
    const theirs = copyOf(is)
    const [mine, before] = met(toRaw(form.value), read.value, theirs)
    form.value = merged(before, mine, theirs, paths) as T
    read.value = is
    const known = both.value.filter((path) => !paths.some((other) => isSame(path, other)))
    both.value = [...known, ...paths]
    found += paths.length
  }
  watch(now, follow)

  /** What is elsewhere takes the place of what was typed. */
  function take(path: Path): void {
    form.value = withValueAt(toRaw(form.value), path, copyOf(valueAt(read.value, path))) as T
    both.value = both.value.filter((other) => !isSame(path, other))
  }

  function changeOf(sent: T): Change<T> {
    const keys = (Object.keys(sent) as (keyof T)[]).filter((key) => !isSame(sent[key], read.value[key]))
    const only = (of: T) => Object.fromEntries(keys.map((key) => [key, of[key]])) as Partial<T>
    return { ...only(sent), before: only(read.value) }
  }

  /**
   * Sends what is touched. What others changed meanwhile is taken in; where both changed the same nothing is written, and
   * it is shown: the next time it is a decision.
   * @param heard what the service says of how it stands, in the form's own values
   * @returns what it became; null where there is something to decide first
   */
  async function save<R>(
    send: (change: Change<T>, whole: T) => Promise<R>,
    heard: (present: unknown) => Partial<T> = (present) => present as Partial<T>,
  ): Promise<R | null> {
    const seen = found
    for (let tries = 1; ; tries++) {
      const sent = copyOf(form.value)
      try {
        const answer = await send(changeOf(sent), sent)
        read.value = sent
        both.value = []
        return answer
      } catch (cause) {
        if (!isOvertaken(cause) || tries === MOST_TRIES) throw cause
        follow({ ...read.value, ...heard(cause.present) })
        if (found === seen) continue
        held.value += 1
        return null
      }
    }
  }

  return { form, disputed, held, isTouched, follow, take, save }
}
