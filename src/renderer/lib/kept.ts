/** What was changed met no answer: it is kept, and saved by itself later. */
export class KeptForLater extends Error {}
