import { resolve } from 'node:path'
import { ensureNode24 } from '../../../build/scripts/start-again.mjs'
import { openCompileCache } from '../../base/files/compile-cache'

// Must succeed before anything else is loaded.
await ensureNode24()
// The command of an installed app (build/linux/zorkgpt) sets the variable, which must not reach child processes.
delete process.env.ELECTRON_RUN_AS_NODE
openCompileCache(process.env)
const { main } = await import('./main')
// The app's folder is two above this file, which is out/main/cli.js.
await main(process.argv.slice(2), resolve(import.meta.dirname, '../..'))
