/** Text without case and accents, so that "depliant" finds "Dépliant". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
