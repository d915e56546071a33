import type { Planes, Positions } from '@shared/map/cell'
import { linksOf } from '@shared/map/links'
import { boundsOf, BOX, cornerOf, shapeOf } from './geometry'
import { type MapView, roomName } from './map-view'
import { mapStrings } from './strings'
import { trailAge, trailStrength } from './trail'

const TOKENS = ['panel', 'control-edge', 'text', 'text-second', 'text-third', 'now'] as const
export type MapColors = Readonly<Record<(typeof TOKENS)[number], string>>

/** The colors of the theme in force, because a file on its own has no tokens. */
export function readMapColors(element: Element): MapColors {
  const style = getComputedStyle(element)
  return Object.fromEntries(TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()])) as MapColors
}

export interface MapPicture {
  readonly view: Pick<MapView, 'map' | 'mazeSizes' | 'trail'>
  readonly positions: Positions
  readonly planes: Planes
  readonly level: number
  readonly colors: MapColors
}

const MARGIN = 40

/** One level of the map at the playhead as an SVG file that needs nothing else. */
export function mapSvg({ view, positions, planes, level, colors }: MapPicture): string {
  const rooms = Object.values(view.map.locations).filter(({ id }) => positions[id]?.level === level)
  const box = boundsOf(rooms.flatMap(({ id }) => positions[id] ?? []))
  const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x - MARGIN} ${box.y - MARGIN} ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif">`,
    `<rect x="${box.x - MARGIN}" y="${box.y - MARGIN}" width="${width}" height="${height}" fill="${colors.panel}"/>`,
    ...linksOf(view.map).map(drawLink),
    ...rooms.map(({ id }) => drawRoom(id)),
    '</svg>',
    '',
  ].join('\n')

  function drawLink(link: ReturnType<typeof linksOf>[number]): string {
    const shape = shapeOf(link, positions, planes)
    if (!shape) return ''
    const age = trailAge(view.trail, link)
    const isOnLevel = positions[link.from]?.level === level
    const ends = shape.ends.filter(({ at }) => positions[at]?.level === level)
    return [
      shape.path && isOnLevel && age !== null ? `<path d="${shape.path}" fill="none" stroke="${colors['text-third']}" stroke-width="6" stroke-linecap="round" opacity="${trailStrength(age).toFixed(2)}"/>` : '',
      shape.path && isOnLevel ? `<path d="${shape.path}" fill="none" stroke="${colors['control-edge']}" stroke-width="1.5"/>` : '',
      shape.arrow && isOnLevel ? `<path d="${shape.arrow}" fill="${colors['control-edge']}"/>` : '',
      ...ends.map(({ x, y, anchor, text, isReference, to }) =>
        `<text x="${x}" y="${y}" dy="0.35em" font-size="10" text-anchor="${anchor}" fill="${colors['text-second']}">${escapeXml(isReference ? mapStrings.reference(text, nameOf(to)) : text)}</text>`),
    ].join('')
  }

  function drawRoom(id: number): string {
    const corner = cornerOf(positions[id] as Positions[number])
    const isHere = view.map.here === id
    const lines = breakLines(nameOf(id))
    const firstLine = corner.y + BOX.height / 2 - (lines.length - 1) * 7.5
    return [
      `<g><title>${escapeXml(isHere ? `${nameOf(id)}, ${mapStrings.agentHere}` : nameOf(id))}</title>`,
      `<rect x="${corner.x}" y="${corner.y}" width="${BOX.width}" height="${BOX.height}" rx="6" fill="${colors.panel}" stroke="${isHere ? colors.now : colors['control-edge']}" stroke-width="${isHere ? 2 : 1}"/>`,
      ...lines.map((line, index) => `<text x="${corner.x + BOX.width / 2}" y="${firstLine + index * 15}" dy="0.35em" font-size="12" text-anchor="middle" fill="${colors.text}">${escapeXml(line)}</text>`),
      isHere ? `<circle cx="${corner.x}" cy="${corner.y}" r="5" fill="${colors.now}"/>` : '',
      '</g>',
    ].join('')
  }

  function nameOf(id: number): string {
    return roomName(view, id, mapStrings.maze) ?? ''
  }
}

/** At most two lines of about the width of a box. */
function breakLines(name: string): readonly string[] {
  const WIDTH = 17
  if (name.length <= WIDTH) return [name]
  const space = name.lastIndexOf(' ', WIDTH)
  const first = name.slice(0, space > 0 ? space : WIDTH)
  const rest = name.slice(first.length).trim()
  return [first, rest.length > WIDTH ? `${rest.slice(0, WIDTH - 1)}…` : rest]
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Control characters are not allowed in XML at all, not even escaped. */
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '').replace(/[^\P{Cc}\t\n\r]/gu, '')
