import { placeLocations } from '@shared/map/layout'
import { linksOf } from '@shared/map/links'
import type { Location } from '@shared/map/world-map'
import { descriptionOf, readWays } from '../../explorer/memory/location-text'
import type { Findings } from './findings'
import type { HistoryEntry, Notebook } from './notebook'

/** The map as a Mermaid flowchart. A one-way passage has one arrow. */
export function drawMermaid(findings: Pick<Findings, 'map'>): string {
  const { map } = findings
  const locations = [...locationNames(findings)].map(
    ([id, name]) => `  r${id}["${name.replaceAll('"', "'")}"]${id === map.here ? ':::here' : ''}`,
  )
  const links = linksOf(map).map(
    ({ from, to, exit, back }) =>
      `  r${from} ${back === null ? '-->' : '<-->'}|"${back === null ? exit : `${exit} / ${back}`}"| r${to}`,
  )
  return ['flowchart TD', ...locations, ...links, '  classDef here stroke-width:4px', ''].join('\n')
}

const COLUMN = 190
const ROW = 90
const BOX = { width: 150, height: 44 }

/** The map as an SVG drawing, with locations placed by compass directions. */
export function drawSvg(findings: Pick<Findings, 'map'>): string {
  const { map } = findings
  const cells = placeLocations(map, {}, 'flat')
  const all = Object.values(cells)
  const [left, top] = [Math.min(0, ...all.map(({ x }) => x)), Math.min(0, ...all.map(({ y }) => y))]
  const [width, height] = [
    (Math.max(0, ...all.map(({ x }) => x)) - left + 1) * COLUMN,
    (Math.max(0, ...all.map(({ y }) => y)) - top + 1) * ROW,
  ]
  const center = (id: number) => ({
    x: ((cells[id]?.x ?? 0) - left + 0.5) * COLUMN,
    y: ((cells[id]?.y ?? 0) - top + 0.5) * ROW,
  })
  const lines = linksOf(map).map(({ from, to, exit, back }) => {
    const [a, b] = [center(from), center(to)]
    return `<line x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}" stroke="#777"${back === null ? ' stroke-dasharray="6 4"' : ''}><title>${escape(back === null ? exit : `${exit} / ${back}`)}</title></line>`
  })
  const boxes = [...locationNames(findings)].map(([id, name]) => {
    const { x, y } = center(id)
    const stroke = id === map.here ? 'stroke="#b5541c" stroke-width="3"' : 'stroke="#333"'
    return `<rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="6" fill="#fff" ${stroke}/><text x="${x}" y="${y + 5}" text-anchor="middle" font-family="sans-serif" font-size="13">${escape(name)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${[...lines, ...boxes].join('\n')}\n</svg>\n`
}

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Names of the visited locations by object number, which is added to a name that several share. */
export function locationNames({ map }: Pick<Findings, 'map'>): ReadonlyMap<number, string> {
  const locations = Object.values(map.locations)
  const count = (name: string) => locations.filter((location) => location.name === name).length
  return new Map(locations.map(({ id, name }) => [id, count(name) > 1 ? `${name} (#${id})` : name]))
}

/** The map in the format of the requirements, followed by unexplored exits and loops, if any. */
export function describeMap({ findings, history }: Notebook): string {
  const { map } = findings
  const names = locationNames(findings)
  const nameOf = (id: number) => names.get(id) ?? `#${id}`
  const byName = Object.values(map.locations).toSorted((a, b) => nameOf(a.id).localeCompare(nameOf(b.id)))
  const entries = byName.map((location) => [`* ${nameOf(location.id)}`, ...exitLines(location, nameOf)].join('\n'))
  const hasMoved = byName.some(({ exits }) => Object.values(exits).some(({ to }) => to !== null))
  return [
    hasMoved
      ? `Explored Locations and Exits:\n\n${entries.join('\n\n')}\n\n[Current] ${map.here === null ? 'Unknown' : nameOf(map.here)}`
      : 'No locations explored yet. Try moving around!',
    section('Unexplored exits, named in the text', unexplored(findings, nameOf)),
    section('Loops', loops(history, nameOf)),
  ].join('')
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `\n\n${title}:\n${lines.map((line) => `* ${line}`).join('\n')}`

function exitLines({ exits }: Location, nameOf: (id: number) => string): readonly string[] {
  return Object.entries(exits)
    .flatMap(([exit, { to }]) => (to === null ? [] : [`    -> ${exit} -> ${nameOf(to)}`]))
    .toSorted()
}

/** Exits that a description names and that were never tried there. */
function unexplored({ descriptions, map }: Findings, nameOf: (id: number) => string): readonly string[] {
  return [...descriptions].flatMap(([id, text]) => {
    const { name = '', exits = {} } = map.locations[id] ?? {}
    const untried = [...readWays(descriptionOf(text, name)).open].filter(
      (direction) => !Object.hasOwn(exits, direction),
    )
    return untried.length === 0 ? [] : [`${nameOf(id)}: ${untried.join(', ')}`]
  })
}

const LOOP_WINDOW = 20
const LOOP_TIMES = 3

/** A sentence for each action of the last moves that repeatedly had the same reply at the same location. */
function loops(history: readonly HistoryEntry[], nameOf: (id: number) => string): readonly string[] {
  const times = new Map<string, { readonly entry: HistoryEntry; readonly count: number }>()
  for (const entry of history.slice(-LOOP_WINDOW)) {
    const key = JSON.stringify([entry.place, entry.action, entry.text])
    times.set(key, { entry, count: (times.get(key)?.count ?? 0) + 1 })
  }
  return [...times.values()]
    .filter(({ count }) => count >= LOOP_TIMES)
    .map(
      ({ entry: { action, place }, count }) =>
        `"${action}" brought the same reply ${count} times lately${place === null ? '' : ` at ${nameOf(place)}`}. Try something else.`,
    )
}
