import { linksOf } from '@shared/map/links'
import type { WorldMap } from '@shared/map/world-map'

/** The map as a Mermaid flowchart; a passage that was walked one way has one arrow, and the thick room is where the player is. */
export function drawMermaid(map: WorldMap): string {
  const rooms = Object.values(map.locations).map(({ id, name }) => `  r${id}[${label(name)}]${id === map.here ? ':::here' : ''}`)
  const links = linksOf(map).map(({ from, to, exit, back }) => `  r${from} ${back === null ? '-->' : '<-->'}|${label(back === null ? exit : `${exit} / ${back}`)}| r${to}`)
  return ['flowchart TD', ...rooms, ...links, '  classDef here stroke-width:4px', ''].join('\n')
}

/** Names come from the story, exits from the player: nothing in them may end the label. */
const label = (text: string) => `"${text.replaceAll(/["<>&#\r\n]/g, (character) => `#${character.charCodeAt(0)};`)}"`
