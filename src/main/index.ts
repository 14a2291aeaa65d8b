/** The desktop application's entry. What is to be done before Electron is ready is done once this has ended. */
import './start-trace.ts'
import { goByShopClock } from '../service/shop-clock.ts'

goByShopClock()
await import('./desktop.ts')
