import type { QuoteNamed } from './order-mark'

/** What was changed met no answer: it is kept, and saved by itself later. */
export class KeptForLater extends Error {}

/** The quote was changed elsewhere so that it does not take what was written: that is kept, until a person has chosen. */
export class HeldBack extends Error {}

/** The service is doing something with the quote that this window has asked for: until that is over it takes no change. */
export class StepUnderWay extends Error {
  readonly quote: QuoteNamed

  constructor(quote: QuoteNamed) {
    super(`quote ${quote.id} is being worked on`)
    this.quote = quote
  }
}

/** A step whose answer was lost was not done, as was found out: the quote stands as it was. */
export class StepNotDone extends Error {}
export class OrderNotMade extends StepNotDone {}
export class QuoteNotSent extends StepNotDone {}
