import { linksOf } from '@shared/map/links'
import { placeLocations } from '@shared/map/layout'
import { locationNames } from './map-text'
import type { Findings } from './findings'

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
