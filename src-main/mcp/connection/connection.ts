import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import { APP_VERSION } from '@shared/base/app-version'
import type { McpServer } from '@shared/mcp/mcp-entry'
import type { Variables } from '@shared/mcp/mcp-expansion'
import { ExpectedError } from '@shared/base/expected-error'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type ConnectionWatch, tapTransport } from './connection-watch'
import { connectRemote } from '../transport/http-transport'
import type { SecretMask } from '../../secrets/secret-mask'
import type { Agreements } from '../agreement/agreements'
import { maskOf } from '../launch/command-line'
import { readEnvFile } from '../launch/env-file'
import { describeOldNode } from '../launch/installation-hint'
import { resolveLaunch } from '../launch/resolve-launch'
import { explain, isAnswer, NotDelivered } from '../transport/protocol-error'
import { StdioTransport } from '../transport/stdio-transport'
import type { BoundedRequest } from '../transport/deadline'

/** What a command line is resolved against, and who says that it may run. */
export interface ConnectPlace {
  readonly configFile: string
  readonly env: Variables
  readonly agreements: Pick<Agreements, 'unagreedOf'>
  /** Those of the host; a server may know more of them than it was given, as from what a person told it. */
  readonly secrets?: { readonly mask: SecretMask }
}

/** An initialized client, whatever carries it. */
export interface Connection {
  readonly client: Client
  readonly ended: Promise<void>
  /** True from the moment it has ended, whoever ended it. What a request then failed with is nobody's answer. */
  isOver(): boolean
  stderrTail(): string
  /** What is known of how it ended, e.g. "exited with code 1"; empty while it lives. */
  lastWords(): string
  close(): Promise<void>
}

/** The server was gone before it was ready. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly'
}

/**
 * The hook is set before the SDK connects: a server that dies at once is not missed. The SDK calls it before it rejects
 * what is pending.
 */
function followEnd(client: Client): Pick<Connection, 'ended' | 'isOver'> {
  let over = false
  const ended = new Promise<void>((resolve) => {
    client.onclose = () => {
      over = true
      resolve()
    }
  })
  return { ended, isOver: () => over }
}

/**
 * Says only what the user allows this server: what is not declared is not asked for by a server that keeps to the
 * protocol.
 */
function createClient(
  { allowSampling, allowElicitation, secrets }: McpServer,
  watch: ConnectionWatch,
  ofHost: SecretMask | undefined,
): Client {
  const capabilities = {
    ...(allowSampling && { sampling: {} }),
    ...(allowElicitation && { elicitation: { form: {} } }),
  }
  const client = new Client(
    { name: 'zorkgpt', version: APP_VERSION },
    { capabilities, jsonSchemaValidator: CHECKS_NOTHING },
  )
  const connect = client.connect.bind(client)
  client.connect = (transport, options) =>
    connect(tapTransport(maskIncoming(transport, [maskOf(secrets), ofHost]), watch), options)
  return client
}

/**
 * What the SDK would check by itself, it would check without a bound of time: `createOutputCheck` does it in its place.
 */
const CHECKS_NOTHING: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

/**
 * Starts or reaches the server and does the handshake. Throws when nothing of it is left. `watchStderr` gets standard
 * error from the start.
 */
export async function openConnection(
  server: McpServer,
  place: ConnectPlace,
  request: BoundedRequest,
  watchStderr: (tail: () => string) => void,
  watch: ConnectionWatch = {},
): Promise<Connection> {
  if (server.transport !== 'stdio') {
    if ((await place.agreements.unagreedOf(server)) !== null)
      throw new ExpectedError('mcp_failed', 'what its entry sends there was not agreed to on this machine')
    const remote = await connectRemote(server, () => createClient(server, watch, place.secrets?.mask), request)
    return {
      client: remote.client,
      ...followEnd(remote.client),
      stderrTail: () => '',
      lastWords: () => remote.lastWords(),
      close: () => remote.close(),
    }
  }
  // Whoever asks was to ask a person first. Here is where programs are started: what slipped through before is not.
  const envFile = await readEnvFile(server, place.configFile)
  if ((await place.agreements.unagreedOf(server, envFile)) !== null)
    throw new ExpectedError('mcp_failed', 'its program was not agreed to on this machine')
  const launch = await resolveLaunch(server, place.configFile, place.env, envFile)
  watch.onResolved?.(launch)
  const transport = new StdioTransport(launch)
  transport.onstderr = watch.onStderr
  watchStderr(() => transport.stderrTail())
  let lastWords = ''
  void transport.exit.then(
    ({ code, signal }) => (lastWords = signal ? `was ended by ${signal}` : `exited with code ${code}`),
  )
  const client = createClient(server, watch, place.secrets?.mask)
  const end = followEnd(client)
  try {
    await client.connect(transport, request)
  } catch (error) {
    const endedEarly = error instanceof NotDelivered || (end.isOver() && isAnswer(error))
    await transport.close()
    const oldNode = await describeOldNode(server.command, launch)
    if (!endedEarly && oldNode === null) throw error
    const how = endedEarly ? `it ${lastWords || 'closed the connection'} before it was ready` : explain(error)
    const what = oldNode === null ? how : `${how}. ${oldNode}`
    throw endedEarly ? new EndedEarly(what) : new ExpectedError('mcp_failed', what)
  }
  return {
    client,
    ...end,
    stderrTail: () => transport.stderrTail(),
    lastWords: () => transport.fault ?? lastWords,
    close: () => transport.close(),
  }
}

/**
 * What a server was given as a secret it may say again: in a result, a message, the description of a tool. Masked
 * before anything reads it, it reaches neither the log nor the window nor the model. Returns the transport it was
 * given.
 */
function maskIncoming(transport: Transport, masks: readonly (SecretMask | undefined)[]): Transport {
  const masked = <Message>(message: Message) =>
    masks.reduce<Message>((before, mask) => mask?.deep(before) ?? before, message)
  let receive = transport.onmessage
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receive,
    set(handler: Transport['onmessage']) {
      receive = handler && ((message, extra) => handler(masked(message), extra))
    },
  })
  return transport
}
