/** What is shown while a store is brought up to date: a page without a script, made anew for each step. */
import { createHash } from 'node:crypto'
import type { Locale } from '../domain/messages.ts'
import type { UpgradeProgress } from '../service/upgrade.ts'
import { wordsIn } from './words.ts'

const STYLE = `
:root { color-scheme: light dark; }
html { height: 100%; background: light-dark(#f4f3ef, #131417); color: light-dark(#16181d, #f0efeb);
  font: 14px/1.45 'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; cursor: default; user-select: none; }
body { display: flex; flex-direction: column; justify-content: center; gap: 10px; height: 100%; margin: 0;
  padding: 0 28px; box-sizing: border-box; }
h1, p { margin: 0; }
h1 { font-size: 17px; font-weight: 650; }
.muted { color: light-dark(#666a72, #979ca5); font-size: 12.5px; }
progress { width: 100%; height: 6px; margin: 4px 0; appearance: none; border: 0; border-radius: 3px; overflow: hidden;
  background: light-dark(#dedbd2, #34383f); }
progress::-webkit-progress-bar { background: light-dark(#dedbd2, #34383f); }
progress::-webkit-progress-value { background: light-dark(#00769f, #4cc3ee); }
`
const HASH = createHash('sha256').update(STYLE).digest('base64')

/** How much is done, from 0 to 1: the copy counts as a step. */
export const doneOf = ({ step, steps }: UpgradeProgress): number => step / (steps + 1)

/** What is done now, in words. */
export function stepInWords({ step, steps }: UpgradeProgress, locale: Locale): string {
  const words = wordsIn(locale)
  return step === 0 ? words.upgradeCopy : words.upgradeStep(step, steps)
}

/** The page, with the headers that let it do nothing else. @param quits whether the application is to end after it */
export function upgradePage(progress: UpgradeProgress, locale: Locale, quits: boolean): Response {
  const words = wordsIn(locale)
  const html = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<title>${words.upgrade}</title>
<style>${STYLE}</style>
<h1>${words.upgrade}</h1>
<p id="step" role="status">${stepInWords(progress, locale)}</p>
<progress aria-labelledby="step" max="1" value="${doneOf(progress).toFixed(3)}"></progress>
<p class="muted">${quits ? words.upgradeThenQuits : words.upgradeText}</p>
</html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  })
}
