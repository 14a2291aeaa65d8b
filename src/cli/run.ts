import { goByShopClock } from '../service/shop-clock.ts'
import { comptoir } from './commands/index.ts'
import { run } from './program.ts'
import { chosenLocale, languageOf } from './words/index.ts'

goByShopClock()
const language = languageOf(chosenLocale(process.argv, process.env))
await run(comptoir(language), language, process.argv)
