/** The ids that describe a field: those of its note and its fault, where it has them. An id that is not there says nothing. */
export function describedByIds(
  id: string,
  { note, fault }: { readonly note?: string | null; readonly fault?: string | null },
): string | undefined {
  const ids = [note ? `${id}-note` : '', fault ? `${id}-fault` : ''].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
