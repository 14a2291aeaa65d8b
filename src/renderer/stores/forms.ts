/** Products and families as they were read last in this window: their pages are there while the service is away. */
import { defineStore } from 'pinia'
import { api, isUnanswered } from '../api/client'
import type { Area } from '../api/types'
import { displayForm, printForm, type Form } from '../lib/form'
import { keyOf } from './catalogue'

interface Item {
  readonly area: Area
  readonly id: number
}

/** So many are kept: whoever has looked at more comes back to the last. */
const MOST = 50

export const useForms = defineStore('forms', () => {
  const known = new Map<string, Form>()

  /** @throws ApiError */
  async function read(item: Item): Promise<Form> {
    const { area, id } = item
    const form = area === 'print' ? printForm(await api.product(id)) : displayForm(await api.family(id))
    known.delete(keyOf(item))
    known.set(keyOf(item), form)
    if (known.size > MOST) known.delete(known.keys().next().value!)
    return form
  }

  /** The same, or as it was read last where nobody answers. @throws ApiError */
  async function readOrKnown(item: Item): Promise<{ readonly form: Form; readonly isOld: boolean }> {
    try {
      return { form: await read(item), isOld: false }
    } catch (cause) {
      const form = isUnanswered(cause) ? known.get(keyOf(item)) : undefined
      if (!form) throw cause
      return { form, isOld: true }
    }
  }
  return { read, readOrKnown }
})
