import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  isInitializeRequest,
  LATEST_PROTOCOL_VERSION,
  ListRootsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js'
import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { McpServer } from '@shared/mcp/mcp-entry'
import type { Variables } from '@shared/mcp/mcp-expansion'
import type { SecretMask } from '../../secrets/secret-mask'
import type { Agreements } from '../agreement/agreements'
import { maskOf, maskSecrets } from '../launch/command-line'
import { readEnvFile } from '../launch/env-file'
import type { FailureKind } from '../launch/failure-fix'
import { describeOldNode } from '../launch/installation-hint'
import { resolveLaunch, rootsOf } from '../launch/resolve-launch'
import { AnswerReader } from '../reader/answer-reader'
import { authorizedFetch } from '../sign-in/authorized-fetch'
import type { SignIns } from '../sign-in/sign-in-store'
import { type BoundedRequest, DeadlineError } from '../transport/deadline'
import { connectRemote } from '../transport/http-transport'
import { describeError, isAnswer, newerRevisionsIn, NotDelivered } from '../transport/protocol-error'
import type { StartProgram } from '../transport/start-program'
import { StdioTransport } from '../transport/stdio-transport'
import { type ConnectionWatch, tapTransport } from './connection-watch'

/** The environment in which a command line is resolved, and the agreements that allow it to run. */
export interface ConnectPlace {
  readonly configFile: string
  readonly env: Variables
  readonly agreements: Pick<Agreements, 'unagreedOf'>
  /** Masks the secrets of the host. A server may know some that are not in its entry, such as answers of a person. */
  readonly secrets?: { readonly mask: SecretMask }
  /** If absent, a server that requires a sign-in fails like one that requires a header. */
  readonly signIns?: SignIns
  /** Starts the server programs. If absent, they are started in this thread. */
  readonly startProgram?: StartProgram | undefined
}

/** An initialized client, over any transport. */
export interface Connection {
  readonly client: Client
  /** Reads the answers of the server, and collects notices of irregular ones. */
  readonly reader: AnswerReader
  /** The revision of the protocol that client and server agreed on. */
  revision(): string
  readonly ended: Promise<void>
  /** Whether the connection has ended, for any reason. The failure of a request is then not an answer of the server. */
  isOver(): boolean
  stderrTail(): string
  /** How the connection ended, e.g. "exited with code 1"; empty while it is open, or if unknown. */
  lastWords(): string
  close(): Promise<void>
}

/** Thrown if the server ended before it was ready. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly'
}

export function kindOfFailure(error: unknown): FailureKind {
  if (error instanceof DeadlineError) return 'late'
  if (error instanceof EndedEarly) return 'ended'
  if (isExpected(error, 'sign_in_needed')) return 'sign_in'
  return isAnswer(error) ? 'answered' : 'other'
}

/**
 * Follows the end of the connection. For a process it must be called before the SDK connects, so that it notices a
 * server that dies at once. The SDK calls `onclose` before it rejects pending requests.
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
 * Declares only the capabilities that the user allows for this server, so that a correct server asks for nothing else.
 */
function createClient(server: McpServer, place: ConnectPlace, watch: ConnectionWatch, revision: string | null): Client {
  const { allowSampling, allowElicitation, secrets } = server
  const ofHost = place.secrets?.mask
  const roots = rootsOf(server, place.configFile)
  const capabilities = {
    ...(allowSampling && { sampling: {} }),
    ...(allowElicitation && { elicitation: { form: {}, url: {} } }),
    ...(roots.length > 0 && { roots: {} }),
    // MCP Apps of 2026-01-26: a server may offer tools with views.
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
  }
  const client = new Client(
    { name: 'zorkgpt', version: APP_VERSION },
    { capabilities, jsonSchemaValidator: CHECKS_NOTHING },
  )
  if (roots.length > 0) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }))
  const connect = client.connect.bind(client)
  client.connect = (transport, options) => {
    const asked = inRevision(noteRevision(transport, client), revision)
    return connect(tapTransport(maskIncoming(asked, [maskOf(secrets), ofHost]), watch), options)
  }
  return client
}

const agreed = new WeakMap<Client, string>()
const revisionOf = (client: Client): string => agreed.get(client) ?? ''

/** Stores the agreed revision, which the SDK passes only to the transport. Returns the given transport. */
function noteRevision(transport: Transport, client: Client): Transport {
  const set = transport.setProtocolVersion?.bind(transport)
  transport.setProtocolVersion = (revision) => {
    agreed.set(client, revision)
    set?.(revision)
  }
  return transport
}

/** Replaces the SDK's check of answers, which has no time limit; the check of `createOutputCheck` has one. */
const CHECKS_NOTHING: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

/** Creates the reader for the answers of one session. It masks the secrets of the server and of the host. */
export const createReader = (server: McpServer, place: ConnectPlace, watch: ConnectionWatch = {}): AnswerReader =>
  new AnswerReader({
    mask: (text) => place.secrets?.mask.text(maskSecrets(text, server.secrets)) ?? maskSecrets(text, server.secrets),
    onStray: watch.onStray,
  })

/**
 * Starts or reaches the server and does the handshake. Throws only after everything that it started has ended.
 * `watchStderr` receives standard error from the start. If a server refuses the newest revision of the protocol instead
 * of naming its own, an older revision is tried.
 */
export async function openConnection(
  server: McpServer,
  place: ConnectPlace,
  request: BoundedRequest,
  reader: AnswerReader,
  watchStderr: (tail: () => string) => void,
  watch: ConnectionWatch = {},
): Promise<Connection> {
  const open = (revision: string | null) => openInRevision(server, place, request, reader, watchStderr, watch, revision)
  return open(null).catch((error: unknown) => {
    request.signal.throwIfAborted()
    const newer = newerRevisionsIn(error)
    if (newer.length > 0)
      throw new ExpectedError(
        'mcp_failed',
        `it speaks only newer revisions of the protocol (${newer.join(', ')}); this app speaks ${LATEST_PROTOCOL_VERSION} and older ones`,
      )
    const revision = revisionWanted(error)
    if (revision === null) throw error
    reader.notice(`The server refuses the revision ${LATEST_PROTOCOL_VERSION} of the protocol: ${revision} is used.`)
    return open(revision)
  })
}

/**
 * The revision to try after a refusal: the newest of the older revisions that it names, or the oldest one if it names
 * none. Null if the error is about something else.
 */
function revisionWanted(error: unknown): string | null {
  const text = `${describeError(error)} ${JSON.stringify((error as { readonly data?: unknown }).data ?? null)}`
  if (
    !/(?:un|not )supported.{0,20}protocol.?version|protocol.?version.{0,40}(?:not supported|unsupported|mismatch|incompatible|invalid)/i.test(
      text,
    )
  )
    return null
  const older = SUPPORTED_PROTOCOL_VERSIONS.filter((revision) => revision !== LATEST_PROTOCOL_VERSION).toSorted()
  return older.findLast((revision) => text.includes(revision)) ?? '2024-11-05'
}

/** Makes the handshake ask for this revision; null leaves that of the SDK. Returns the given transport. */
function inRevision(transport: Transport, revision: string | null): Transport {
  if (revision === null) return transport
  const send = transport.send.bind(transport)
  transport.send = (message, options) =>
    send(
      isInitializeRequest(message) ? { ...message, params: { ...message.params, protocolVersion: revision } } : message,
      options,
    )
  return transport
}

async function openInRevision(
  server: McpServer,
  place: ConnectPlace,
  request: BoundedRequest,
  reader: AnswerReader,
  watchStderr: (tail: () => string) => void,
  watch: ConnectionWatch,
  revision: string | null,
): Promise<Connection> {
  if (server.transport !== 'stdio') {
    if ((await place.agreements.unagreedOf(server)) !== null)
      throw new ExpectedError('mcp_failed', 'sending it keys or variables was not agreed to on this machine')
    const remote = await connectRemote(
      server,
      () => createClient(server, place, watch, revision),
      reader,
      request,
      (send) => authorizedFetch(send, server, place.signIns),
    )
    return {
      client: remote.client,
      reader,
      revision: () => revisionOf(remote.client),
      ...followEnd(remote.client),
      stderrTail: () => '',
      lastWords: () => remote.lastWords(),
      close: () => remote.close(),
    }
  }
  // Last check before the program is started, which throws without consent.
  const envFile = await readEnvFile(server, place.configFile)
  if ((await place.agreements.unagreedOf(server, envFile)) !== null)
    throw new ExpectedError('mcp_failed', 'running its program was not agreed to on this machine')
  const launch = await resolveLaunch(server, place.configFile, place.env, envFile)
  watch.onResolved?.(launch)
  const transport = new StdioTransport(launch, {}, reader, place.startProgram)
  transport.onstderr = watch.onStderr
  const stderrTail = () => transport.stderrTail((text) => maskSecrets(text, server.secrets))
  watchStderr(stderrTail)
  let lastWords = ''
  void transport.exit.then(
    ({ code, signal }) => (lastWords = signal ? `was ended by ${signal}` : `exited with code ${code}`),
  )
  const howEnded = () => transport.fault ?? lastWords
  const ownWatch = { ...watch, onEnded: () => watch.onEnded?.(howEnded()) }
  const client = createClient(server, place, ownWatch, revision)
  const end = followEnd(client)
  try {
    await client.connect(transport, request)
  } catch (error) {
    const endedEarly = error instanceof NotDelivered || (end.isOver() && isAnswer(error))
    await transport.close()
    const oldNode = await describeOldNode(server.command, launch)
    if (!endedEarly && oldNode === null) throw error
    const how = endedEarly ? `it ${lastWords || 'closed the connection'} before it was ready` : describeError(error)
    const what = oldNode === null ? how : `${how}. ${oldNode}`
    throw endedEarly ? new EndedEarly(what) : new ExpectedError('mcp_failed', what)
  }
  return {
    client,
    reader,
    revision: () => revisionOf(client),
    ...end,
    stderrTail,
    lastWords: howEnded,
    close: () => transport.close(),
  }
}

/**
 * Masks secrets in every incoming message, because a server may repeat them in a result, a message or the description
 * of a tool. So they reach neither the log nor the window nor the model. Returns the given transport.
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
