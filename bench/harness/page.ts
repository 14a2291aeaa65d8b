/** What is timed within a page. Its functions run there: they know nothing of this file but what they are given. */
import type { Page } from 'playwright'

/** Keeps, from the next key on, how long each takes from its event to the frame that shows what came of it. */
export async function timeKeys(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(`(() => {
    window.__keys = []
    addEventListener('keydown', () => {
      const at = performance.now()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => { window.__keys.push(performance.now() - at); port1.close() }
        port2.postMessage(null)
      })
    }, true)
  })()`)
  return () => page.evaluate<number[]>('window.__keys')
}

/** Keeps every task of the page that is longer than 50 ms from now on, in every page that it opens. */
export async function watchLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(`(() => {
    window.__long = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.__long.push(duration)
    }).observe({ type: 'longtask' })
  })()`)
  return () => page.evaluate<number[]>('window.__long')
}

/** Scrolls to the end of what scrolls, a screen in a few frames, as a wheel does. @returns milliseconds of each frame */
export const scrollFrames = (page: Page, selector: string | null, frames: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const found = ${selector === null ? 'null' : `document.querySelector(${JSON.stringify(selector)})`}
    const scrolled = found ?? document.scrollingElement
    const times = []
    let before = 0
    const step = (now) => {
      if (before > 0) times.push(now - before)
      before = now
      if (times.length >= ${frames}) return resolve(times)
      scrolled.scrollTop += 220
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)

/**
 * Does something in the page, and waits until a part of it has not changed for a while.
 * @returns milliseconds from its beginning to the last change
 */
export const untilQuiet = (page: Page, act: string, within: string, quietMs = 400): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now()
    let last = start
    let timer
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => { seen.disconnect(); resolve(last - start) }, ${quietMs})
    }
    const seen = new MutationObserver((changes) => {
      const part = document.querySelector(${JSON.stringify(within)})
      if (!part || !changes.some(({ target }) => part.contains(target) || target.contains(part))) return
      const { port1, port2 } = new MessageChannel()
      requestAnimationFrame(() => {
        port1.onmessage = () => { last = performance.now(); port1.close() }
        port2.postMessage(null)
      })
      look()
    })
    seen.observe(document.body, { childList: true, subtree: true, characterData: true })
    look()
    ${act}
  })`)
