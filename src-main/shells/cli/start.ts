import { resolve } from 'node:path'
import { ensureNode24 } from '../../../build/scripts/start-again.mjs'
import { openCompileCache } from '../../base/files/compile-cache'

// An unsupported Node loads nothing else.
await ensureNode24()
// The command of an installed app (build/linux/zorkgpt) sets it for this process, not for what this one starts.
delete process.env.ELECTRON_RUN_AS_NODE
openCompileCache(process.env)
const { main } = await import('./main')
// Two folders above this file, which is out/main/cli.js.
await main(process.argv.slice(2), resolve(import.meta.dirname, '../..'))
