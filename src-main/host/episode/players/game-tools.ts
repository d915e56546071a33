import type { EpisodeState } from '@shared/episode/state/episode'
import { findRoute } from '@shared/map/route'
import type { LocalTool } from '../../../mcp/tools/local-tools'

/** Server name of the app's own tools, as in `game.map_route`. */
export const GAME_TOOLS = 'game'

/** Tools that look up what the player has found out; they do not read the game. Handicap L0 does not offer them. */
export function gameTools(readState: () => EpisodeState): readonly LocalTool[] {
  return [
    {
      name: 'map_route',
      description:
        'The shortest way from here to a location that was visited before, over exits that were walked before.',
      parameters: {
        type: 'object',
        properties: { to: { type: 'integer', description: 'The number of the location, such as 12 in Attic#12.' } },
        required: ['to'],
      },
      run({ to }) {
        const { map } = readState()
        if (typeof to !== 'number' || !map.locations[to])
          throw new Error(
            `There is no visited location with the id ${JSON.stringify(to)}. Visited: ${
              Object.values(map.locations)
                .map(({ id, name }) => `${id} ${name}`)
                .join(', ') || 'none'
            }.`,
          )
        if (map.here === null) throw new Error('The current location is unknown.')
        const route = findRoute(map, map.here, to)
        return route
          ? {
              directions: route.steps.map(({ exit }) => exit),
              through: route.steps.map(({ to: id }) => map.locations[id]?.name ?? String(id)),
            }
          : { directions: null, reason: 'No route is known.' }
      },
    },
  ]
}
