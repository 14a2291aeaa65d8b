/** One page of a list that the service cuts, and how many entries there are in all. */
export interface Page<R> {
  readonly entries: R[]
  readonly total: number
  /** how many of this page's entries the service could not read, and left out */
  readonly unreadable: number
}

export function pageOf<R>(response: {
  readonly headers: Headers
  readonly _data?: R[] | undefined
}): Page<R> {
  const entries = response._data ?? []
  const count = (name: string, otherwise: number) => Number(response.headers.get(name) ?? otherwise)
  return {
    entries,
    total: count('X-Total-Count', entries.length),
    unreadable: count('X-Unreadable-Count', 0),
  }
}
