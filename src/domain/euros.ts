/** An amount of euro cents in a sentence, to the cent. */
export function euros(cents: number, locale: 'fr' | 'en'): string {
  const [whole = '', fraction] = (cents / 100).toFixed(2).split('.')
  // By hand: what is said of an amount is the same on every machine, whatever its languages.
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, locale === 'fr' ? '\u202f' : ',')
  return locale === 'fr' ? `${grouped},${fraction}\u00a0€` : `€${grouped}.${fraction}`
}
