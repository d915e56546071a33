import { resolve } from 'node:path'
import { ensureNode24 } from '../../../build/scripts/start-again.mjs'

// Nothing else of the product is loaded by a Node that it is not made for.
await ensureNode24()
// The command of an installed app (build/linux/zorkgpt) sets it for this process, not for what this one starts.
delete process.env.ELECTRON_RUN_AS_NODE
const { main } = await import('./main')
// Two folders above this file, which is out/main/cli.js.
await main(process.argv.slice(2), resolve(import.meta.dirname, '../..'))
