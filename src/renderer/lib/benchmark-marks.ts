/** Performance marks around the one thing that must feel instant: from the choice of an option to its prices on screen. */

export function markOptionClick(): void {
  performance.mark('comptoir:option-click')
}

/** Called once the new prices are in the page; marks the moment after the frame that paints them. */
export function markPricesPainted(): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      performance.mark('comptoir:prices-painted')
      port1.close()
    }
    port2.postMessage(null)
  })
}
