/** What is written in open dialogs and is nowhere else: told where it cannot be kept, so that it can be written again. */

/** As much of one dialog as a message holds. */
const MOST_CHARS = 300
/** Words alone: amounts are known again by whoever may see them, and no password is told. */
const WORDS = 'textarea, input:is([type="text"], :not([type])):not([role="combobox"], [inputmode])'
const FIELDS = 'textarea, select, input:not([role="combobox"], [type="search"])'

/** @returns each dialog with fields: its title, and the words that are written in it */
export function unkeptOf(dialogs: readonly HTMLDialogElement[]): { title: string; words: string }[] {
  return dialogs
    .filter((dialog) => dialog.querySelector(FIELDS) !== null)
    .map((dialog) => {
      const fields = [...dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WORDS)]
      const words = fields.map(({ value }) => value.trim()).filter((value) => value !== '')
      return {
        title: dialog.querySelector('h2')?.textContent.trim() ?? '',
        words: words.join(' · ').slice(0, MOST_CHARS),
      }
    })
    .filter(({ title }) => title !== '')
}
