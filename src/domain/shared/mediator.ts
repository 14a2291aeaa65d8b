/** The words of mediation that a shop begins with, and whether it has named its mediator in them. */

const RIGHT = {
  fr: 'En cas de litige que notre service client n’a pas résolu, le consommateur peut saisir gratuitement un médiateur de la consommation.',
  en: 'Where our customer service has not settled a dispute, a consumer may turn to a consumer mediator free of charge.',
}
/** What stands there until the shop has written who mediates: for who fills it in, and never printed. */
const WANTED = {
  fr: 'Coordonnées du médiateur : à compléter dans les réglages.',
  en: 'Details of the mediator: to be completed in the settings.',
}

/** What a shop begins with: a mediator is still to be named. */
export const wantingMediator = (language: 'fr' | 'en'): string => `${RIGHT[language]} ${WANTED[language]}`

/** The words of mediation without what only the shop is to read. */
export const printedMediator = (text: string): string =>
  Object.values(WANTED)
    .reduce((words, wanted) => words.replace(wanted, ''), text)
    .trim()

/** Whether words of mediation name a mediator: they say more than those that a shop begins with. */
export function namesMediator(text: string): boolean {
  const printed = printedMediator(text)
  return printed !== '' && !Object.values(RIGHT).includes(printed)
}
