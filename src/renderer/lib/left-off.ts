/**
 * Where somebody was writing when the service asked for its key: the address that has it begins anew, and leads back
 * there. What was written is in the browser's own memory (`quote-draft`, `kept-notes`).
 */

const NAME = 'comptoir.leftOff'
const UNSAVED = /^comptoir\.(quote|notes)\.unsaved(\.|$)/

/** Whether this browser keeps anything that was written on a quote and is not saved. */
export function isAnythingUnsaved(): boolean {
  return Object.entries(localStorage).some(([name, value]) => {
    if (!UNSAVED.test(name)) return false
    try {
      return Object.keys(JSON.parse(String(value)) as object).length > 0
    } catch {
      return false
    }
  })
}

/** Notes the quote on the screen; another screen is none to come back to. */
export function leaveOff(): void {
  const path = location.hash.slice(1)
  if (path.startsWith('/devis/')) localStorage.setItem(NAME, path)
}

export const forgetLeftOff = (): void => localStorage.removeItem(NAME)

/** The path to go back to, told once; null where there is none, or the address names a screen itself. */
export function leftOff(): string | null {
  const path = localStorage.getItem(NAME)
  forgetLeftOff()
  return ['', '#', '#/'].includes(location.hash) ? path : null
}
