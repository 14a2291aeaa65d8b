const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** Without the marks that turn the direction of reading: a name that holds one would turn the sentence that quotes it. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '')
