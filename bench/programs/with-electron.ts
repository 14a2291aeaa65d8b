/** `node --import` this: what the program imports as `electron` is the stand-in beside. */
import { registerHooks } from 'node:module'

const url = new URL('electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, shortCircuit: true } : next(specifier, context),
})
