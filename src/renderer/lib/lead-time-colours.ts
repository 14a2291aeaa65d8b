/** A colour each lead time, from fastest to slowest: the process inks and their overprints, which is how a press mixes them. */
export const LEAD_TIME_COLOURS = [
  'light-dark(#c80064, #ff6fb2)',
  'light-dark(#d9481c, #ff9466)',
  'light-dark(#a57c00, #f0c93e)',
  'light-dark(#1a8450, #5fcf96)',
  'light-dark(#0086b8, #4cc3ee)',
  'light-dark(#4a4fae, #9da2ff)',
] as const

export const leadTimeColour = (index: number): string => LEAD_TIME_COLOURS[index % LEAD_TIME_COLOURS.length]!
