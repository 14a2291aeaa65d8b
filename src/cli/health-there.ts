/** How a service that runs says that its store is: it alone writes there, and is not disturbed by a command that would. */

const PATIENCE_MS = 6_000

/** @param url of the service @returns why its store does not let itself be written, in words; null: it does, or nothing says */
export async function healthThere(url: string, locale: string): Promise<string | null> {
  try {
    const answer = await fetch(new URL('/health', url), {
      headers: { 'accept-language': locale },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { status, reason } = (await answer.json()) as { status?: unknown; reason?: unknown }
    return status === 'degraded' && typeof reason === 'string' ? reason : null
  } catch {
    return null
  }
}
