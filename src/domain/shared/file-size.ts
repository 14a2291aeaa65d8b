/** How large files and disks are, as people read it: everywhere in the same steps of 1024, with a digit after the point where it tells something. */

const STEPS = {
  fr: ['o', 'Ko', 'Mo', 'Go', 'To'],
  en: ['B', 'KB', 'MB', 'GB', 'TB'],
} as const
const REGIONS = { fr: 'fr-FR', en: 'en-GB' } as const
const STEP = 1024
/** From so many on a digit after the point tells nothing; of bytes and kilobytes it never does. */
const LARGE = 100
const MEGA = 2

/** 5,368,709,120 is "5 Go", 1,300,000 "1,2 Mo", 0 "0 o". */
export function fileSize(bytes: number, locale: 'fr' | 'en'): string {
  const last = STEPS[locale].length - 1
  let step = 0
  let value = bytes
  // What would be rounded to 1024 of one unit is 1 of the next.
  for (; rounded(value, step) >= STEP && step < last; step++) value /= STEP
  const text = new Intl.NumberFormat(REGIONS[locale]).format(rounded(value, step))
  return `${text}\u00a0${STEPS[locale][step]}`
}

function rounded(value: number, step: number): number {
  return step < MEGA || value >= LARGE ? Math.round(value) : Math.round(value * 10) / 10
}
