import type { McpTestStage } from '@shared/contract/mcp'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { installationHint, isOwnNode } from './installation-hint'

/**
 * The kind of a failure, independent of its text. A deadline has passed, the process or connection has ended, the
 * server has answered with an error, or a person must sign in.
 */
export type FailureKind = 'late' | 'ended' | 'answered' | 'sign_in' | 'other'

interface StageFailure {
  readonly server: McpServer
  readonly stage: McpTestStage
  readonly kind: FailureKind
  readonly error: string
  readonly stderr: string
}

/** Messages of programs that need another version of Node. */
const OTHER_NODE =
  /version \d+ or newer is needed|Unsupported engine|EBADENGINE|requires? node(?:\.js)? (?:version )?(?:>=?)?\s*v?\d+|ERR_UNKNOWN_BUILTIN_MODULE|Unexpected token '\?\?='|is not defined by "exports"/i

/**
 * Frequent failures of new servers, recognized by the messages of the programs that report them, with the fix. The
 * first match counts.
 */
const CASES: readonly (readonly [found: RegExp, fix: (match: RegExpExecArray, failure: StageFailure) => string])[] = [
  [
    /npm (?:error|ERR!) (?:code )?E?404[^]*?(?:'([^']+)'|\/((?:@|%40)[^\s/]+(?:\/|%2f)[^\s]+)(?: -|\s))/i,
    (match) =>
      `There is no package ${decodeURIComponent(match[1] ?? match[2] ?? '')} in the registry: check its name and version among the arguments.`,
  ],
  [
    /npm (?:error|ERR!) (?:code )?E?404/i,
    () => 'The registry has no such package: check its name and version among the arguments.',
  ],
  [
    /npm (?:error|ERR!)[^]*(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET)/,
    () => 'The package registry could not be reached: check the network, or a proxy in the environment of the server.',
  ],
  [
    OTHER_NODE,
    (_match, { server }) =>
      `This server needs another version of Node.js. ${installationHint(isOwnNode(commandOf(server)) ? 'node' : 'npx')}`,
  ],
  [
    /Cannot find (?:module|package) '([^']+)'/,
    (match) =>
      `The file or package ${match[1] ?? ''} is missing: check the path among the arguments, and that the server was built or installed.`,
  ],
  [
    /ModuleNotFoundError: No module named '?([\w.]+)|No module named ([\w.]+)/,
    (match) =>
      `The Python module ${match[1] ?? match[2] ?? ''} is not installed for this Python: install it, or use uvx.`,
  ],
  [
    /No solution found|was not found in the package registry/i,
    () => 'The Python package index has no such package: check its name and version among the arguments.',
  ],
  [
    /Cannot connect to the Docker daemon|docker daemon is not running|permission denied.*docker/i,
    () => 'The container engine is not running, or you may not use it: start it and try again.',
  ],
  [
    /speaks only newer revisions of the protocol/,
    () => 'Use a version of the server that also speaks an older revision, or a newer version of this app.',
  ],
  [/it is a whole command line/, () => 'Change the entry as the error says.'],
  [
    /not JSON-RPC|cannot be read \(/,
    () => 'The server does not follow the protocol: update it, or report this to its authors.',
  ],
  [
    /was not found\. (?:Searched|There is no such program)/,
    (_match, { server }) =>
      /[\\/]/.test(commandOf(server))
        ? 'Check the path of the command.'
        : `"${commandOf(server)}" is not on the PATH. Write the full path of the program as the command, or install it.`,
  ],
  [/working folder .* does not exist/, () => 'Create that folder, or choose another working folder.'],
  [
    /EACCES|permission denied/i,
    () => 'The program may not be executed: check its permissions (chmod +x), and that it is not a folder.',
  ],
  [
    /ENOEXEC|exec format error/i,
    () =>
      'The file is not a program of this system: name the interpreter as the command and the file as its first argument.',
  ],
  [
    /\b401\b|unauthorized/i,
    (_match, { server }) =>
      server.transport === 'stdio' || Object.keys(server.headers).length === 0
        ? 'Add the header that its documentation names, usually Authorization with "Bearer" and your token, and store its value as a secret.'
        : 'The key in the headers is wrong, expired, or belongs in another header.',
  ],
  [/\b403\b|forbidden/i, () => 'The server knows you but refuses: check the rights of the token in the headers.'],
  [/\b404\b|not found/i, () => 'Nothing answers under this path: check the URL; most servers end in /mcp or /sse.'],
  [
    /\b405\b/,
    () =>
      'The address is not an MCP address, or needs the other transport: try SSE instead of Streamable HTTP, or check the path.',
  ],
  [/\b429\b/, () => 'The server receives too many requests: wait and try again.'],
  [/\b5\d\d\b.*(?:error|gateway|unavailable)|HTTP 5\d\d/i, () => 'The server itself failed: see its own log.'],
  [
    /ECONNREFUSED|connection refused/i,
    () => 'No program listens there: start the server, and check host and port of the URL.',
  ],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/i, () => 'There is no such host: check the URL and the network.'],
  [
    /ECONNRESET|socket hang up|other side closed/i,
    () => 'The other side closed the connection: check that the URL has the right scheme (http or https).',
  ],
  [
    /wrong version number|EPROTO|packet length too long/i,
    () => 'The server does not speak TLS there: try http:// instead of https://.',
  ],
  [
    /certificate|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/i,
    () =>
      'The certificate of the server cannot be verified: install your certificate authority in the system, or name its file in NODE_EXTRA_CA_CERTS, and start the app again.',
  ],
]

/** Advice to the user, in one or two sentences. */
export function fixFor(failure: StageFailure): string {
  if (failure.kind === 'sign_in') return 'Press “Sign in” on its page under MCP servers.'
  if (failure.kind === 'answered' && !/cannot be read \(/.test(failure.error))
    return 'The server itself answers with this error: see its own log, and what its documentation requires in its arguments, variables or headers.'
  const output = `${failure.error}\n${failure.stderr}`
  for (const [found, fix] of CASES) {
    const match = found.exec(output)
    if (match) return fix(match, failure)
  }
  if (failure.kind === 'late')
    return failure.server.transport === 'stdio'
      ? 'It runs but does not answer in time. The first start of npx or uvx loads the package: run the command once in a terminal, or raise the start-up timeout. A server that waits for a Content-Length header before each message does not follow MCP: update it.'
      : 'It does not answer in time: check the URL, or raise the start-up timeout.'
  if (failure.kind === 'ended' && failure.server.transport === 'stdio')
    return failure.stderr.trim() === ''
      ? `The program ended before it answered and printed no error. ${installationHint(failure.server.command)}`
      : 'The program ended before it answered: its last output says why. Run the command in a terminal to see more; check its arguments and variables.'
  if (failure.stage === 'list')
    return 'It answers but cannot list its tools: see its log, and whether it is made for a newer protocol.'
  return failure.server.transport === 'stdio'
    ? installationHint(failure.server.command)
    : 'Check that the server is running and that the URL is right.'
}

const commandOf = (server: McpServer): string => (server.transport === 'stdio' ? server.command : '')
