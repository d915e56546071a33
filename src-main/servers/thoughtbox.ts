import { printError } from '../base/terminal/terminal'
import { exitWithParent } from './serving/stdio'
import { createThoughtbox } from './thoughtbox/methods'
import { serveLines } from './thoughtbox/rpc-server'

/**
 * The bundled thoughtbox: an MCP server over stdio with one tool, `think`, that records a chain of numbered thoughts
 * with revisions and branches, forward or backward. It lives as long as its session.
 */
const isSilent = process.env.DISABLE_THOUGHT_LOGGING?.toLowerCase() === 'true'
exitWithParent(async () => {})
serveLines(createThoughtbox(isSilent ? () => {} : printError))
