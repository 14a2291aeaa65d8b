/** Our own states of an order, with the colour that each is shown in. Others are the partner's words, shown as they are. */
const COLOURS: Readonly<Record<string, string>> = {
  enregistree: 'green',
  a_transmettre: 'cyan',
  transmise: 'green',
  a_verifier: 'magenta',
  refusee: 'magenta',
  annulee: '',
}

export const ORDER_STATUSES = Object.keys(COLOURS)
export const isOwnStatus = (status: string): boolean => status in COLOURS
export const statusColour = (status: string): string => COLOURS[status] ?? ''
