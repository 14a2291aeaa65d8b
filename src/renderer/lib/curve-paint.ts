/** What is painted on the curve beside its lines. */
import type uPlot from 'uplot'
import type { PricedLeadTime } from '../api/types'
import type { Curve } from './curve'

/** A hair line at the quantity that is being configured. */
export function paintChosen(u: uPlot, quantity: number, colour: string): void {
  const x = Math.round(u.valToPos(quantity, 'x', true))
  if (!Number.isFinite(x) || x < u.bbox.left || x > u.bbox.left + u.bbox.width) return
  u.ctx.save()
  u.ctx.strokeStyle = colour
  u.ctx.setLineDash([4, 4])
  u.ctx.beginPath()
  u.ctx.moveTo(x, u.bbox.top)
  u.ctx.lineTo(x, u.bbox.top + u.bbox.height)
  u.ctx.stroke()
  u.ctx.restore()
}

/** Points that are no firm price: a square of what was observed; a hollow ring and its interval of an estimate. */
export function paintPoints(
  u: uPlot,
  series: Curve<PricedLeadTime>['series'],
  colours: readonly string[],
  paper: string,
): void {
  const size = 3 * devicePixelRatio
  const y = (amount: number) => u.valToPos(amount, 'y', true)
  u.ctx.save()
  u.ctx.lineWidth = 1.5 * devicePixelRatio
  series.forEach((points, i) => {
    if (!u.series[i + 1]?.show) return
    u.ctx.strokeStyle = u.ctx.fillStyle = colours[i]!
    points.forEach(({ amount, status, between }, at) => {
      if (amount === null || status === 'firm') return
      const x = u.valToPos(u.data[0][at]!, 'x', true)
      u.ctx.beginPath()
      if (status === 'observed') {
        u.ctx.fillRect(x - size, y(amount) - size, 2 * size, 2 * size)
        return
      }
      if (between) {
        u.ctx.moveTo(x, y(between[0]))
        u.ctx.lineTo(x, y(between[1]))
        u.ctx.stroke()
        u.ctx.beginPath()
      }
      u.ctx.arc(x, y(amount), size, 0, 2 * Math.PI)
      u.ctx.fillStyle = paper
      u.ctx.fill()
      u.ctx.fillStyle = colours[i]!
      u.ctx.stroke()
    })
  })
  u.ctx.restore()
}
