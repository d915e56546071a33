import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { APP_VERSION } from '@shared/app-version'
import type { McpServer } from '@shared/config/mcp-entry'
import type { Variables } from '@shared/config/mcp-expansion'
import { type ConnectionWatch, tapTransport } from './connection-watch'
import { connectRemote } from './http-transport'
import type { Agreements } from './agreements'
import { maskOf } from './command-line'
import { describeOldNode } from './installation-hint'
import { resolveLaunch } from './launch'
import { maskIncoming } from './mask-incoming'
import { explain, isClosed } from './protocol-error'
import { StdioTransport } from './stdio-transport'
import { McpError } from './tool-session'

/** What a command line is resolved against, and who says that it may run. */
export interface ConnectPlace {
  readonly configFile: string
  readonly env: Variables
  readonly agreements: Pick<Agreements, 'unagreedOf'>
}

/** An initialized client, whatever carries it. */
export interface Connection {
  readonly client: Client
  readonly ended: Promise<void>
  stderrTail(): string
  /** What is known of how it ended, e.g. "exited with code 1"; empty while it lives. */
  lastWords(): string
  close(): Promise<void>
}

/** Says only what the user allows this server: what is not declared is not asked for by a server that keeps to the protocol. */
function createClient({ allowSampling, allowElicitation, secrets }: McpServer, watch: ConnectionWatch): Client {
  const client = new Client({ name: 'zorkgpt', version: APP_VERSION }, { capabilities: { ...(allowSampling && { sampling: {} }), ...(allowElicitation && { elicitation: { form: {} } }) } })
  const connect = client.connect.bind(client)
  client.connect = (transport, options) => connect(tapTransport(maskIncoming(transport, maskOf(secrets)), watch), options)
  return client
}

/** Starts or reaches the server and does the handshake. Throws when nothing of it is left. `watchStderr` gets standard error from the start. */
export async function openConnection(server: McpServer, place: ConnectPlace, request: RequestOptions, watchStderr: (tail: () => string) => void, watch: ConnectionWatch = {}): Promise<Connection> {
  if (server.transport !== 'stdio') {
    const remote = await connectRemote(server, () => createClient(server, watch), request)
    const ended = new Promise<void>((resolve) => (remote.client.onclose = resolve))
    return { client: remote.client, ended, stderrTail: () => '', lastWords: () => '', close: () => remote.close() }
  }
  // Whoever asks was to ask a person first. Here is where programs are started: what slipped through before is not.
  if ((await place.agreements.unagreedOf(server)) !== null) throw new McpError('its program was not agreed to on this machine')
  const launch = await resolveLaunch(server, place.configFile, place.env)
  watch.onResolved?.(launch)
  const transport = new StdioTransport(launch)
  transport.onstderr = watch.onStderr
  watchStderr(() => transport.stderrTail())
  let lastWords = ''
  void transport.exit.then(({ code, signal }) => (lastWords = signal ? `was ended by ${signal}` : `exited with code ${code}`))
  const client = createClient(server, watch)
  // The SDK's hook is set before it connects: a server that dies at once is not missed.
  const ended = new Promise<void>((resolve) => (client.onclose = resolve))
  try {
    await client.connect(transport, request)
  } catch (error) {
    await transport.close()
    const oldNode = await describeOldNode(server.command, launch.env)
    const how = isClosed(error) && lastWords !== '' ? `it ${lastWords} before it was ready` : null
    if (how === null && oldNode === null) throw error
    throw new McpError([how ?? explain(error), oldNode].filter((part) => part !== null).join('. '))
  }
  return { client, ended, stderrTail: () => transport.stderrTail(), lastWords: () => transport.fault ?? lastWords, close: () => transport.close() }
}
