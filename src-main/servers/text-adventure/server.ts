import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { APP_VERSION } from '@shared/base/app-version'
import { offerResources } from '../serving/offer-resources'
import { offerTools } from '../serving/offer-tools'
import { EXTRA_TOOLS } from './extra-tools'
import { openGame, type SharedStory } from './game'
import { EXTRA_TOOL_NAMES, type Options } from './options'
import { gameResources } from './resources'
import { CORE_TOOLS } from './tools'

/** The MCP server of one client and its game. `close` ends its subscriptions and its game. */
export function createTextAdventureServer(
  options: Options,
  readStory: () => Promise<SharedStory>,
): { readonly server: Server; readonly close: () => Promise<void> } {
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
