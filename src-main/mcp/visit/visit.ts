import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js'
import {
  type ContentBlock,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { ExpectedError } from '@shared/base/expected-error'
import type { McpVisitApi, McpContent, McpVisit } from '@shared/contract/mcp-visits'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { type Connection, createReader, openConnection } from '../connection/connection'
import type { ConnectionWatch } from '../connection/connection-watch'
import { readBlock } from '../connection/server-context'
import { listPrompts, listResources, listTemplates } from '../connection/server-lists'
import { receiveMessages } from '../connection/server-messages'
import type { ConnectOptions } from '../connection/session'
import { maskSecrets } from '../launch/command-line'
import type { AskPerson } from '../questions/questions'
import { showIcon } from '../tools/show-icon'
import { cutText } from '../transport/cut-text'
import { type BoundedRequest, withDeadline } from '../transport/deadline'
import { followState } from '../transport/follow-state'
import { PausableTimer } from '../transport/pausable-timer'
import { describeError } from '../transport/protocol-error'
import { describePrompt, describeResource, describeTemplate } from './describe-offer'

export interface VisitOptions extends Omit<ConnectOptions, 'signal'> {
  readonly watch: ConnectionWatch
  /** Answers the questions of the server; null if no person does. */
  readonly ask: AskPerson | null
  /** Receives a promise that resolves, and never rejects, when nothing of the visit is left running. */
  readonly onRunning: (running: Promise<void>) => void
}

const MAX_TEXT = 200_000
const MAX_PICTURE_BYTES = 2 * 1024 * 1024
const MAX_PROMPT = 20_000
const MAX_FOLLOWED = 100
const MAX_VALUES = 100
const MAX_VALUE = 1000
const PICTURES = /^image\/(?:png|jpeg|gif|webp)$/

/** The requests of a person in an open session. Each throws `mcp_failed` in the server's words. */
export type Requests = {
  readonly [Name in Exclude<keyof McpVisitApi, 'visitMcpServer'>]: (
    params: Omit<Parameters<McpVisitApi[Name]>[0], 'visit'>,
  ) => ReturnType<McpVisitApi[Name]>
}

/**
 * Opens a session for a person, and yields its state after each change; `onReady` receives its requests. Nothing of it
 * is left running after the last state, or when the signal aborts.
 */
export async function* openVisit(
  server: McpServer,
  options: VisitOptions,
  signal: AbortSignal,
  onReady: (id: string, requests: Requests) => void,
): AsyncGenerator<McpVisit> {
  let visit: McpVisit = {
    id: randomUUID(),
    state: 'connecting',
    error: null,
    about: null,
    resources: [],
    templates: [],
    prompts: [],
    canFollow: false,
    changes: {},
  }
  let awaken = () => {}
  const change = (part: Partial<McpVisit>) => {
    visit = { ...visit, ...part }
    awaken()
  }
  const ending = new AbortController()
  const stop = AbortSignal.any([signal, ending.signal])
  const ready = (requests: Requests) => onReady(visit.id, requests)
  const running = runVisit(server, options, stop, () => visit, change, ready)
    .catch((error: unknown) => change({ error: maskSecrets(describeError(error), server.secrets) }))
    .finally(() => change({ state: 'ended' }))
  options.onRunning(running)
  const subscribe = (wake: () => void) => {
    awaken = wake
    return () => (awaken = () => {})
  }
  try {
    for await (const state of followState({ read: () => visit, subscribe, signal: stop })) {
      yield state
      if (state.state === 'ended') return
    }
  } finally {
    ending.abort()
    await running
  }
}

async function runVisit(
  server: McpServer,
  options: VisitOptions,
  signal: AbortSignal,
  now: () => McpVisit,
  change: (part: Partial<McpVisit>) => void,
  onReady: (requests: Requests) => void,
): Promise<void> {
  const { connectTimeoutMs, watch } = options
  const reader = createReader(server, options, watch)
  let connection: Connection | null = null
  try {
    await withDeadline(connectTimeoutMs, signal, async (request) => {
      connection = await openConnection(server, options, request, reader, () => {}, watch)
      const { client } = connection
      receiveMessages(server, client, new PausableTimer(options.now)).listen({
        record: () => {},
        sample: null,
        ask: options.ask,
        turn: null,
      })
      change({ ...(await listOffers(client, request)), ...aboutOf(client) })
    })
    const open = connection as unknown as Connection
    followChanges(open.client, options, signal, now, change)
    onReady(requestsOf(server, open, options, signal, now, change))
    change({ state: 'ready' })
    await Promise.race([open.ended, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    if (!signal.aborted) throw new ExpectedError('mcp_failed', `it ${open.lastWords() || 'closed the connection'}`)
  } finally {
    await (connection as Connection | null)?.close()
  }
}

async function listOffers(client: Client, request: BoundedRequest) {
  const nothing = () => []
  const [resources, templates, prompts] = await Promise.all([
    listResources(client, request).catch(nothing),
    listTemplates(client, request).catch(nothing),
    listPrompts(client, request).catch(nothing),
  ])
  return {
    resources: resources.map((resource) => describeResource(resource)),
    templates: templates.flatMap((template) => describeTemplate(template) ?? []),
    prompts: prompts.map((prompt) => describePrompt(prompt)),
  }
}

function aboutOf(client: Client): Pick<McpVisit, 'about' | 'canFollow'> {
  const about = client.getServerVersion()
  const canFollow = client.getServerCapabilities()?.resources?.subscribe === true
  if (!about) return { about: null, canFollow }
  const { name, title = name, version, icons } = about
  return { about: { title, version, icon: showIcon(icons), instructions: client.getInstructions() ?? '' }, canFollow }
}

/** Lists again what the server reports as changed, one list at a time, and counts the changes of followed resources. */
function followChanges(
  client: Client,
  { callTimeoutMs }: VisitOptions,
  signal: AbortSignal,
  now: () => McpVisit,
  change: (part: Partial<McpVisit>) => void,
): void {
  let listing: Promise<void> | null = null
  let isStale = false
  const listAgain = () => {
    isStale = true
    listing ??= (async () => {
      while (isStale && !signal.aborted) {
        isStale = false
        await withDeadline(callTimeoutMs, signal, (request) => listOffers(client, request)).then(change, () => {})
      }
    })().finally(() => (listing = null))
  }
  client.setNotificationHandler(ResourceListChangedNotificationSchema, listAgain)
  client.setNotificationHandler(PromptListChangedNotificationSchema, listAgain)
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params: { uri } }) => {
    const { changes } = now()
    if (Object.hasOwn(changes, uri)) change({ changes: { ...changes, [uri]: (changes[uri] ?? 0) + 1 } })
  })
}

function requestsOf(
  server: McpServer,
  { client }: Connection,
  { callTimeoutMs }: VisitOptions,
  signal: AbortSignal,
  now: () => McpVisit,
  change: (part: Partial<McpVisit>) => void,
): Requests {
  const send = async <Answer>(ask: (request: BoundedRequest) => Promise<Answer>): Promise<Answer> => {
    try {
      return await withDeadline(callTimeoutMs, signal, ask)
    } catch (error) {
      throw new ExpectedError('mcp_failed', maskSecrets(describeError(error), server.secrets))
    }
  }
  return {
    async readMcpResource({ uri: pattern, variables }) {
      const uri = variables === undefined ? pattern : new UriTemplate(pattern).expand(variables)
      const { contents } = await send((request) => client.readResource({ uri }, request))
      return { uri, parts: contents.slice(0, MAX_VALUES).map((part) => showContent(part)) }
    },
    async followMcpResource({ uri, isFollowed }) {
      const { [uri]: _, ...others } = now().changes
      if (isFollowed && Object.keys(others).length >= MAX_FOLLOWED)
        throw new ExpectedError('not_possible', `At most ${MAX_FOLLOWED} resources can be followed.`)
      await send((request) =>
        isFollowed ? client.subscribeResource({ uri }, request) : client.unsubscribeResource({ uri }, request),
      )
      change({ changes: isFollowed ? { ...others, [uri]: 0 } : others })
      return {}
    },
    async getMcpPrompt({ name, arguments: given }) {
      const { description = '', messages } = await send((request) =>
        client.getPrompt({ name, arguments: { ...given } }, request),
      )
      return {
        description,
        messages: messages
          .slice(0, MAX_VALUES)
          .map(({ role, content }) => ({ role, text: cutText(readBlock(content), MAX_PROMPT) })),
      }
    },
    async completeMcpArgument({ of, name, argument, typed, others }) {
      if (!client.getServerCapabilities()?.completions) return { values: [], hasMore: false }
      const { completion } = await send((request) =>
        client.complete(
          {
            ref: of === 'prompt' ? { type: 'ref/prompt', name } : { type: 'ref/resource', uri: name },
            argument: { name: argument, value: typed },
            context: { arguments: { ...others } },
          },
          request,
        ),
      )
      const values = completion.values.slice(0, MAX_VALUES).filter((value) => value.length <= MAX_VALUE)
      return { values, hasMore: completion.hasMore === true || (completion.total ?? 0) > values.length }
    },
  }
}

function showContent(part: Extract<ContentBlock, { type: 'resource' }>['resource']): McpContent {
  const { uri, mimeType = null } = part
  if ('text' in part)
    return { uri, mimeType, text: cutText(part.text, MAX_TEXT), picture: null, bytes: Buffer.byteLength(part.text) }
  const bytes = Math.floor((part.blob.length * 3) / 4)
  const isPicture = mimeType !== null && PICTURES.test(mimeType) && bytes <= MAX_PICTURE_BYTES
  return { uri, mimeType, text: null, picture: isPicture ? `data:${mimeType};base64,${part.blob}` : null, bytes }
}
