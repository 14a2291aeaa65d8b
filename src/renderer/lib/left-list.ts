/**
 * The list that was left last in this window: at which address, and where it stood. It outlives a reload, of which the
 * browser may have lost what its history's entry said.
 */
const KEY = 'comptoir-left-list'

export interface LeftList {
  readonly address: string
  /** as it was kept: what is read is not to be trusted */
  readonly kept: unknown
}

export function keepLeftList(list: LeftList): void {
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify(list))
  } catch {
    // Without a store it is forgotten with the window's page.
  }
}

/** null: none was left, or nothing of it can be read. */
export function leftList(): LeftList | null {
  try {
    const { address, kept } = JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? 'null') as LeftList
    return typeof address === 'string' ? { address, kept } : null
  } catch {
    return null
  }
}
