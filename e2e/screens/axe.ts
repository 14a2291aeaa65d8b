/**
 * What a reader or a keyboard would stumble over on a page. A page that waits for an answer is dimmed until it comes:
 * what counts is what stays.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** In the dark a page differs in nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** @param within where the rest of the page has been looked at already */
export async function seriousFaults(
  page: Page,
  within = 'html',
  rules?: readonly string[],
): Promise<string[]> {
  await page.evaluate(`if (!('axe' in window)) { ${AXE} } null`)
  // Only what is told of is put together: the rest of a report takes longer than the looking.
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ include: [[${JSON.stringify(within)}]] }, ${JSON.stringify(options)})`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The same in the light, and in the dark what depends on colours. */
export async function seriousFaultsInBothThemes(page: Page, within = 'html'): Promise<string[]> {
  const light = await seriousFaults(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(COLOURS_ARE_THERE)
  const dark = await seriousFaults(page, within, OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((fault) => `in the dark: ${fault}`)]
}

/** Colours go over from one theme to the other in some tenths of a second. */
const COLOURS_ARE_THERE =
  'Promise.allSettled(document.getAnimations().flatMap((one) => one instanceof CSSTransition ? [one.finished] : [])).then(() => null)'

/** References to elements that are not there: readers find nothing at them, and axe passes over most. */
export function danglingReferences(page: Page): Promise<string[]> {
  return page.evaluate(`['aria-describedby', 'aria-labelledby', 'aria-activedescendant', 'aria-controls', 'aria-owns', 'for']
    .flatMap((name) => [...document.querySelectorAll('[' + name + ']')].flatMap((element) =>
      // A closed list is not in the page; what controls it says that it is closed.
      name === 'aria-controls' && element.getAttribute('aria-expanded') === 'false' ? []
        : element.getAttribute(name).split(/\\s+/).filter(Boolean).filter((id) => !document.getElementById(id))
            .map((id) => name + '=' + id + ' of ' + element.outerHTML.slice(0, 120))))`)
}

/** What can be touched and is smaller than a finger, 44 pixels in either direction; a field with a label in one is as large as that. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const targets = 'a[href]:not(.skip), button, input, select, textarea, summary, [role="option"], [role="gridcell"]'
    return [...top.querySelectorAll(targets)].flatMap((element) => {
      if (element.disabled || !element.checkVisibility({ visibilityProperty: true })) return []
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
      // What is for readers alone.
      if (width <= 1 || height <= 1 || (width >= 44 && height >= 44)) return []
      return [Math.round(width) + '×' + Math.round(height) + ' ' + element.outerHTML.slice(0, 120)]
    })
  })()`)
}
