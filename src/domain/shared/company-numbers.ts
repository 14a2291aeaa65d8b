/** The numbers of a French company, and whether their figures fit: the service asks of files, the screens of what is typed. */

/** As they are kept: without what people write between the figures. */
export const bareNumber = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/** A SIREN or SIRET as it is printed, `123 456 789 00012`, which does not break. @param siret bare */
export const printedSiret = (siret: string): string =>
  siret.replace(/^(\d{3})(\d{3})(\d{3})/, '$1\u202f$2\u202f$3\u202f').trim()

/** The two figures of a French VAT number that its SIREN gives. */
const vatKeyOf = (siren: string): string => String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')

/** Of the old form, two figures and a SIREN: they fit. Keys with letters are taken as they are. @param number bare */
export function isFrenchVat(number: string): boolean {
  const [, key = '', siren = ''] = /^FR([0-9A-Z]{2})(\d{9})$/.exec(number) ?? []
  return siren !== '' && (!/^\d\d$/.test(key) || key === vatKeyOf(siren))
}

/** La Poste, whose establishments are numbered by a rule of their own. */
const LA_POSTE = '356000000'

/** Luhn's sum, which SIREN and SIRET have. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, figure, i) => {
    const value = Number(figure) * (i % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Whether the figures fit: Luhn's sum, or of La Poste's establishments, but its seat, a sum that five divides. @param siret bare */
export function isSiret(siret: string): boolean {
  const sum = () => [...siret].reduce((total, figure) => total + Number(figure), 0)
  return isLuhn(siret) || (siret.startsWith(LA_POSTE) && sum() % 5 === 0)
}

/** Numbers that have their form and are probably wrong. @param siret SIREN or SIRET, as typed @param vatNumber as typed */
export function doubtedNumbers(siret: string, vatNumber: string): { siret: boolean; vatNumber: boolean } {
  const [digits, vat] = [bareNumber(siret), bareNumber(vatNumber)]
  return {
    siret: /^(\d{9}|\d{14})$/.test(digits) && !isSiret(digits),
    vatNumber: /^FR.{2,}/.test(vat) && !isFrenchVat(vat),
  }
}
