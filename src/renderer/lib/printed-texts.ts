/** What a document prints of a quote that a person, a customer or a catalogue wrote. */
import type { Quote } from '../api/types'

export const printedTexts = (quote: Quote): string[] => [
  ...[quote.company ?? '', quote.contact ?? '', quote.reference, quote.note],
  ...Object.values(quote.address),
  ...quote.lines.flatMap(({ name, text, line, summary }) => {
    const label = line['label']
    return [name, text ?? '', typeof label === 'string' ? label : '', ...summary]
  }),
]
