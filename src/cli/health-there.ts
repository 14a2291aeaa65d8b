/** How a service that runs says that its store is: it alone writes there, and is not disturbed by a command that would. */

const PATIENCE_MS = 6_000

export interface HealthThere {
  /** no answer came: it hangs, or its door is closed */
  readonly silent: boolean
  /** why its store does not let itself be written, in words; null: it does, or nothing says */
  readonly reason: string | null
}

/** @param url of the service */
export async function healthThere(url: string, locale: string): Promise<HealthThere> {
  let answer: Response
  try {
    answer = await fetch(new URL('/health', url), {
      headers: { 'accept-language': locale },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch {
    return { silent: true, reason: null }
  }
  try {
    const { status, reason } = (await answer.json()) as { status?: unknown; reason?: unknown }
    return { silent: false, reason: status === 'degraded' && typeof reason === 'string' ? reason : null }
  } catch {
    return { silent: false, reason: null }
  }
}
