/** Preloaded into a subject (`node --import`): tells its parent on SIGUSR2 how long its event loop was held, at most. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 2
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
process.on('SIGUSR2', () => {
  process.stderr.write(`loop held ${(delay.max / 1e6 - RESOLUTION_MS).toFixed(1)} ms\n`)
  delay.reset()
})
