/**
 * What a reader or a keyboard would stumble over on a page. A page that waits for an answer is dimmed until it comes:
 * what counts is what stays.
 */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** @param within where the rest of the page has been looked at already */
export async function seriousFaults(page: Page, within = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** References to elements that are not there: readers find nothing at them, and axe passes over most. */
export function danglingReferences(page: Page): Promise<string[]> {
  return page.evaluate(`['aria-describedby', 'aria-labelledby', 'aria-activedescendant', 'aria-controls', 'aria-owns', 'for']
    .flatMap((name) => [...document.querySelectorAll('[' + name + ']')].flatMap((element) =>
      // A closed list is not in the page; what controls it says that it is closed.
      name === 'aria-controls' && element.getAttribute('aria-expanded') === 'false' ? []
        : element.getAttribute(name).split(/\\s+/).filter(Boolean).filter((id) => !document.getElementById(id))
            .map((id) => name + '=' + id + ' of ' + element.outerHTML.slice(0, 120))))`)
}
