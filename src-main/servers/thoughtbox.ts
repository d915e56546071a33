import { printError } from '../base/terminal/terminal'
import { exitWithParent } from './serving/stdio'
import { createThoughtbox } from './thoughtbox/methods'
import { serveLines } from './thoughtbox/rpc-server'

/** The bundled thoughtbox is an MCP server over stdio whose tool `think` records a chain of thoughts. */

const isSilent = process.env.DISABLE_THOUGHT_LOGGING?.toLowerCase() === 'true'
exitWithParent(async () => {})
serveLines(createThoughtbox(isSilent ? () => {} : printError))
