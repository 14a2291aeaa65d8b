/**
 * What a reader or a keyboard would stumble over on a page. A page that waits for an answer is dimmed until it comes:
 * what counts is what stays. Pages that are looked at in both themes differ in their colours alone: in the dark nothing
 * else is looked at.
 */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** @param within where the rest of the page has been looked at already */
export async function seriousFaults(page: Page, within = 'html'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).include(within)
  if (await isDark(page)) axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

const isDark = (page: Page) => page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")

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
