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
import { readBlock } from '../connection/server-context'
import { listPrompts, listResources, listTemplates } from '../connection/server-lists'
import { maskOf } from '../launch/command-line'
import { showIcon } from '../tools/show-icon'
import { cutText } from '../transport/cut-text'
import { type BoundedRequest, withDeadline } from '../transport/deadline'
import { describeError } from '../transport/protocol-error'
import { describePrompt, describeResource, describeTemplate } from './describe-offer'
import { type Holding, holdSession, type VisitOptions } from './held-session'

const MAX_TEXT = 200_000
const MAX_PICTURE_BYTES = 2 * 1024 * 1024
const MAX_PROMPT = 20_000
const MAX_FOLLOWED = 100
const MAX_VALUES = 100
const MAX_VALUE = 1000
const PICTURES = /^image\/(?:png|jpeg|gif|webp)$/

/**
 * The requests of a person in an open session. Each throws `mcp_failed` with the message of the server;
 * `followMcpResource` throws `not_possible` above its limit.
 */
export type Requests = {
  readonly [Name in Exclude<keyof McpVisitApi, 'visitMcpServer'>]: (
    params: Omit<Parameters<McpVisitApi[Name]>[0], 'visit'>,
  ) => ReturnType<McpVisitApi[Name]>
}

/** Opens a session for a person, see `holdSession`; `onReady` receives its requests. */
export function openVisit(
  server: McpServer,
  options: VisitOptions,
  signal: AbortSignal,
  onReady: (id: string, requests: Requests) => void,
): AsyncGenerator<McpVisit> {
  const initial: McpVisit = {
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
  return holdSession({
    server,
    options,
    signal,
    initial,
    onOpen: async ({ client }, request, { change }) =>
      change({ ...(await listOffers(client, request)), ...aboutOf(client) }),
    onReady: ({ client }, holding) => {
      followChanges(client, options, holding)
      onReady(initial.id, requestsOf(server, client, options, holding))
    },
  })
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

/**
 * Lists the offers again when the server reports a change, one run at a time, and counts the changes of followed
 * resources.
 */
function followChanges(
  client: Client,
  { callTimeoutMs }: VisitOptions,
  { signal, now, change }: Holding<McpVisit>,
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
  client: Client,
  { callTimeoutMs }: VisitOptions,
  { signal, now, change }: Holding<McpVisit>,
): Requests {
  const send = async <Answer>(ask: (request: BoundedRequest) => Promise<Answer>): Promise<Answer> => {
    try {
      return await withDeadline(callTimeoutMs, signal, ask)
    } catch (error) {
      throw new ExpectedError('mcp_failed', describeError(error, maskOf(server.secrets)))
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
