import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { App } from 'electron'
import { closeBeforeQuit, type QuittingApp } from './life-cycle.ts'

/**
 * An application that quits as Electron's does: `will-quit` is emitted with the quitting under way, promises settle
 * before the emit returns, and a quit in that time is ignored.
 */
class Stand implements QuittingApp {
  ended = 0
  #quitting = false
  readonly #listeners: ((event: { preventDefault(): void }) => void)[] = []

  on(_event: 'will-quit', listener: (event: { preventDefault(): void }) => void): this {
    this.#listeners.push(listener)
    return this
  }

  quit(): void {
    if (this.#quitting) return
    this.#quitting = true
    let prevented = false
    // Ahead of whatever a listener puts off: the emit returns once the promises have settled.
    setImmediate(() => {
      if (prevented) this.#quitting = false
      else this.ended += 1
    })
    for (const listener of this.#listeners) listener({ preventDefault: () => (prevented = true) })
  }
}

const DEADLINE_MS = 10_000

describe('the end of the desktop application', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it("takes Electron's own application", () => {
    expectTypeOf<App>().toExtend<QuittingApp>()
  })

  it('closes the service, then ends, also where it closes at once', async () => {
    const app = new Stand()
    const close = vi.fn(() => Promise.resolve())
    const failed = vi.fn()
    closeBeforeQuit(app, close, failed, () => undefined, DEADLINE_MS)
    app.quit()
    await vi.runAllTimersAsync()
    expect({ closed: close.mock.calls.length, ended: app.ended }).toEqual({ closed: 1, ended: 1 })
    expect(failed).not.toHaveBeenCalled()
  })

  it('is not ended before the service is closed, however often it is asked', async () => {
    const app = new Stand()
    let closed!: () => void
    const close = vi.fn(() => new Promise<void>((resolve) => (closed = resolve)))
    closeBeforeQuit(app, close, vi.fn(), () => undefined, DEADLINE_MS)
    app.quit()
    await vi.advanceTimersByTimeAsync(10)
    app.quit()
    await vi.advanceTimersByTimeAsync(10)
    expect({ closed: close.mock.calls.length, ended: app.ended }).toEqual({ closed: 1, ended: 0 })
    closed()
    await vi.advanceTimersByTimeAsync(10)
    expect({ closed: close.mock.calls.length, ended: app.ended }).toEqual({ closed: 1, ended: 1 })
  })

  it('ends where closing fails, and says why', async () => {
    const app = new Stand()
    const failed = vi.fn()
    closeBeforeQuit(
      app,
      () => Promise.reject(new Error('disk gone')),
      failed,
      () => undefined,
      DEADLINE_MS,
    )
    app.quit()
    await vi.runAllTimersAsync()
    expect(app.ended).toBe(1)
    expect(failed).toHaveBeenCalledWith(new Error('disk gone'))
  })

  it('ends at the deadline where closing does not come to its end', async () => {
    const app = new Stand()
    const failed = vi.fn()
    closeBeforeQuit(
      app,
      () => new Promise(() => {}),
      failed,
      () => undefined,
      DEADLINE_MS,
    )
    app.quit()
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 10)
    expect(app.ended).toBe(0)
    await vi.advanceTimersByTimeAsync(20)
    expect(app.ended).toBe(1)
    expect(failed).toHaveBeenCalledOnce()
  })
})
