/** The path as it is meant: a secret is found in it, however the client has written it. */
export function pathOf(url: string): string {
  const path = url.split('?')[0]!
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
