import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import { APP_VERSION } from '@shared/base/app-version'
import { gameStatus } from '@shared/episode/log/play-result'
import { offerResources, type ResourceContent, type ServerResources } from '../serving/offer-resources'
import { offerTools } from '../serving/offer-tools'
import type { OpenServer } from '../serving/serve-http'
import { type Game, openGame, type SharedStory } from './game'
import type { GameSession } from './game-session'
import { drawMermaid, drawSvg } from './maps'
import { EXTRA_TOOL_NAMES, type Options } from './options'
import { statusOf } from './tool-texts'
import { CORE_TOOLS, EXTRA_TOOLS } from './tools'

/** The MCP server of one client and its game. `close` ends its subscriptions and its game. */
export function createTextAdventureServer(options: Options, readStory: () => Promise<SharedStory>): OpenServer {
  const { extraTools: offered } = options
  const off = EXTRA_TOOL_NAMES.filter((name) => !offered.includes(name))
  const server = new Server(
    { name: 'text-adventure', title: 'Text adventure', version: APP_VERSION },
    {
      capabilities: { tools: {}, resources: { subscribe: true } },
      instructions: [
        'A text adventure game. play_action gives the game one command and answers with its reply; nothing else spends a move. memory, get_map and inventory show what is known.',
        `Tools beyond these, as configured: ${offered.join(', ') || 'none'}.${off.length > 0 ? ` Switched off: ${off.join(', ')}.` : ''}`,
      ].join(' '),
    },
  )
  const game = openGame(options, readStory, () => server.getClientVersion()?.name ?? 'An agent')
  offerTools(server, [...CORE_TOOLS, ...offered.map((name) => EXTRA_TOOLS[name])], game)
  const endSubscriptions = offerResources(server, gameResources(game))
  return {
    server,
    close: () => {
      endSubscriptions()
      return game.close()
    },
  }
}

interface GameResource {
  readonly name: string
  readonly title: string
  readonly mimeType: string
  readonly read: (session: GameSession) => string | Uint8Array
}

const RESOURCES: Readonly<Record<string, GameResource>> = {
  'game://transcript': {
    name: 'transcript',
    title: 'Transcript of the play',
    mimeType: 'text/plain',
    read: ({ notebook }) =>
      notebook.transcript.map(({ action, text }) => (action === null ? text : `> ${action}\n${text}`)).join('\n\n'),
  },
  'game://map.svg': {
    name: 'map-svg',
    title: 'Map as a drawing',
    mimeType: 'image/svg+xml',
    read: ({ notebook }) => drawSvg(notebook.findings),
  },
  'game://map.mmd': {
    name: 'map-mermaid',
    title: 'Map as a Mermaid diagram',
    mimeType: 'text/vnd.mermaid',
    read: ({ notebook }) => drawMermaid(notebook.findings),
  },
  'game://state': {
    name: 'state',
    title: 'Current state',
    mimeType: 'application/json',
    read: (session) => JSON.stringify(statusOf(session)),
  },
  'game://state-schema': {
    name: 'state-schema',
    title: 'JSON schema of the current state',
    mimeType: 'application/schema+json',
    read: () => JSON.stringify(z.toJSONSchema(gameStatus)),
  },
  'game://snapshot': {
    name: 'snapshot',
    title: 'Saved game as a Quetzal file',
    mimeType: 'application/octet-stream',
    read: ({ environment }) => environment.saveQuetzal(),
  },
}

function gameResources(game: Game): ServerResources {
  return {
    list: async () =>
      Object.entries(RESOURCES).map(([uri, { name, title, mimeType }]) => ({ uri, name, title, mimeType })),
    async read(uri): Promise<ResourceContent | null> {
      const resource = Object.hasOwn(RESOURCES, uri) ? RESOURCES[uri] : undefined
      return resource ? { mimeType: resource.mimeType, body: resource.read(await game.open()) } : null
    },
    watch: (_uri, changed, signal) =>
      void game.open().then((session) => {
        if (!signal.aborted) session.watch(changed, signal)
      }),
  }
}
