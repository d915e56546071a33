import type { Cell, Positions } from '@shared/map/cell'
import { boundsOf, BOX, cornerOf, type Port } from '@shared/map/drawing/geometry'
import { layLines } from '@shared/map/drawing/lines'
import { breakText } from '@shared/map/drawing/names'
import { type Link, linksOf } from '@shared/map/links'
import type { DoorState } from '@shared/map/location-survey'
import { mapStrings } from '../strings'
import { shapeOf, barAt, keyAt, stubOf } from './links/link-shape'
import { stubsOf } from './links/stubs'
import { conditionsOf, type MapView, locationName } from './map-view'
import { trailAge, trailStrength } from './trail'
import { isLifted, type MapWord, wordsOf } from './words/words'

const TOKENS = ['panel', 'control-edge', 'text', 'text-second', 'text-third', 'now'] as const
type MapColors = Readonly<Record<(typeof TOKENS)[number], string>>

/** Reads the theme's colors, because a standalone file has no CSS variables. */
export function readMapColors(element: Element): MapColors {
  const style = getComputedStyle(element)
  return Object.fromEntries(TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()])) as MapColors
}

interface MapPicture {
  readonly view: Pick<MapView, 'map' | 'mazeSizes' | 'trail' | 'surveyed' | 'things' | 'diedIn'>
  readonly positions: Positions
  readonly level: number
  readonly colors: MapColors
}

const MARGIN = 40

/** One level of the map at the playhead as a self-contained SVG file. */
export function mapSvg({ view, positions, level, colors }: MapPicture): string {
  const locations = Object.values(view.map.locations).filter(({ id }) => positions[id]?.level === level)
  const box = boundsOf(locations.flatMap(({ id }) => positions[id] ?? []))
  const links = linksOf(view.map).filter(({ from, to }) => [from, to].some((id) => positions[id]?.level === level))
  const lines = layLines({ links, positions, level })
  const words = wordsOf({ ...view, ...NOTHING_CHOSEN }, { links, lines, positions, level })
  const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x - MARGIN} ${box.y - MARGIN} ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif">`,
    `<rect x="${box.x - MARGIN}" y="${box.y - MARGIN}" width="${width}" height="${height}" fill="${colors.panel}"/>`,
    ...links.map(drawLink),
    ...locations.map(({ id }) => drawStubs(id)),
    ...locations.map(({ id }) => drawLocation(id)),
    ...words.map(drawWord),
    '</svg>',
    '',
  ].join('\n')

  function drawLink(link: Link): string {
    const shape = shapeOf(link, lines, positions)
    if (!shape?.path) return ''
    const age = trailAge(view.trail, link)
    const { isConditional, door } = conditionsOf(view, link)
    return [
      age === null
        ? ''
        : `<path d="${shape.path}" fill="none" stroke="${colors['text-third']}" stroke-width="6" stroke-linecap="round" opacity="${trailStrength(age).toFixed(2)}"/>`,
      `<path d="${shape.path}" fill="none" stroke="${colors['control-edge']}" stroke-width="1.5"${isConditional ? ' stroke-dasharray="6 4"' : ''}/>`,
      shape.middle && door ? drawDoor(shape.middle, door) : '',
      shape.arrow ? `<path d="${shape.arrow}" fill="${colors['control-edge']}"/>` : '',
    ].join('')
  }

  function drawDoor(place: Port, state: DoorState): string {
    const bar = `<path d="${barAt(place)}" fill="${state === 'open' ? colors.panel : colors['text-second']}" stroke="${colors['text-second']}" stroke-width="1.25"/>`
    return state === 'locked'
      ? `${bar}<path d="${keyAt(place)}" fill="none" stroke="${colors['text-second']}" stroke-width="1.5"/>`
      : bar
  }

  function drawStubs(id: number): string {
    return stubsOf(view, id)
      .map(({ direction, door }) => {
        const stub = stubOf(positions[id] as Cell, direction)
        return `<path d="${stub.path}" fill="none" stroke="${colors['text-third']}" stroke-width="2" stroke-dasharray="0.1 4" stroke-linecap="round"/>${door ? drawDoor(stub.door, door) : ''}`
      })
      .join('')
  }

  function drawLocation(id: number): string {
    const corner = cornerOf(positions[id] as Cell)
    const isHere = view.map.here === id
    const name = locationName(view, id, mapStrings.maze) ?? ''
    const lines = breakText(name, 8.6) ?? [name]
    const light = view.surveyed.lights[id]
    const isDark = light === 'none' || light === 'brought'
    const words = [
      ...(isHere ? [mapStrings.agentHere] : []),
      ...(view.map.locations[id]?.firstTurn === 0 ? [mapStrings.start] : []),
      ...(view.diedIn.has(id) ? [mapStrings.died] : []),
      ...(isDark ? [mapStrings.light[light]] : []),
    ]
    const firstLine = corner.y + BOX.height / 2 - (lines.length - 1 + (isLifted(view, id) ? 1 : 0)) * 7.5
    return [
      `<g><title>${escapeXml([name, ...words].join(', '))}</title>`,
      `<rect x="${corner.x}" y="${corner.y}" width="${BOX.width}" height="${BOX.height}" rx="6" fill="${colors.panel}" stroke="${isHere ? colors.now : colors['control-edge']}" stroke-width="${isHere ? 2 : 1}"/>`,
      ...lines.map(
        (line, index) =>
          `<text x="${corner.x + BOX.width / 2}" y="${firstLine + index * 15}" dy="0.35em" font-size="12" text-anchor="middle" fill="${colors.text}">${escapeXml(line)}</text>`,
      ),
      isDark
        ? `<path d="M${corner.x} ${corner.y + BOX.height - 10}V${corner.y + BOX.height - 6}a6 6 0 0 0 6 6H${corner.x + 10}Z" fill="${colors['text-third']}"/>`
        : '',
      isHere ? `<circle cx="${corner.x}" cy="${corner.y}" r="5" fill="${colors.now}"/>` : '',
      '</g>',
    ].join('')
  }

  function drawWord({ lines, align, x, y, width, height }: MapWord): string {
    const [share, anchor] = ALIGNED[align]
    return lines
      .map((line, index) => {
        const middle = y + (height / lines.length) * (index + 0.5)
        return `<text x="${x + width * share}" y="${middle}" dy="0.35em" font-size="11" text-anchor="${anchor}" fill="${colors['text-second']}" stroke="${colors.panel}" stroke-width="3" paint-order="stroke">${escapeXml(line)}</text>`
      })
      .join('')
  }
}

const NOTHING_CHOSEN = { sides: new Map(), selected: null, hovered: null, way: null }

const ALIGNED = { left: [0, 'start'], center: [0.5, 'middle'], right: [1, 'end'] } as const

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes text for XML and removes control characters, which XML forbids even escaped. */
const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '').replace(/[^\P{Cc}\t\n\r]/gu, '')
