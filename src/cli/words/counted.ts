/** Numbers and what is counted, as each language says them. */

const n = (count: number) => count.toLocaleString('en-GB')
export const english = {
  n,
  many: (count: number, one: string, more = `${one}s`) => `${n(count)} ${count === 1 ? one : more}`,
  giveUp: (count: number) => `give ${count === 1 ? 'it' : 'them'} up in the screen "To do"`,
}

// Spaces that separate thousands are plain ones: a terminal's font may lack the narrow one.
const nombre = (count: number) => count.toLocaleString('fr-FR').replace(/\s/g, ' ')
export const french = {
  n: nombre,
  many: (count: number, one: string, more = `${one}s`) => `${nombre(count)} ${count < 2 ? one : more}`,
  giveUp: (count: number) => `annulez-${count < 2 ? 'la' : 'les'} à l’écran « À traiter »`,
}
