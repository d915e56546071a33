// node --import ./build/standin/register.mjs out/main/index.js
// Makes 'electron' in the shipped main bundle resolve to the stand-in; the bundle itself is untouched.
import { registerHooks } from 'node:module'
import './scarce-memory.mjs'

const url = new URL('./electron.mjs', import.meta.url).href
registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'electron' || specifier === 'electron/main'
      ? { url, shortCircuit: true }
      : next(specifier, context)
  },
})
