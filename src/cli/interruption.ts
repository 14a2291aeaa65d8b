const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Lets work that would leave something half done be stopped (Ctrl+C): it hears so by the signal, cleans up and throws.
 * The exit code is then the one that shells know.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const listeners = Object.entries(SIGNALS).map(([signal, code]) => {
    const listener = () => {
      process.exitCode = code
      controller.abort()
    }
    process.once(signal, listener)
    return () => process.off(signal, listener)
  })
  try {
    return await work(controller.signal)
  } finally {
    for (const remove of listeners) remove()
  }
}
