/** An amount of euro cents in a sentence, to the cent. */
export function euros(cents: number, locale: 'fr' | 'en'): string {
  const text = (cents / 100).toFixed(2)
  return locale === 'fr' ? `${text.replace('.', ',')} €` : `€${text}`
}
