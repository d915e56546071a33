import { resolve } from 'node:path'
import { ensureNode24 } from '../../../build/scripts/start-again.mjs'

// Nothing else of the product is loaded by a Node that it is not made for.
await ensureNode24()
const { main } = await import('./main')
// Two folders above this file, which is out/main/cli.js.
await main(process.argv.slice(2), resolve(import.meta.dirname, '../..'))
