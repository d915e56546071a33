import { posix } from 'node:path'
import type { Import } from './imports.ts'

/**
 * docs/architecture.md, "Rooms": the permitted imports, from the lowest layer to the highest. A room may import rooms
 * of lower layers, and a neighbor in its layer, which then may not import it. A room without a layer is an error.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['src-shared/base', 'src-shared/map', 'src-shared/models', 'src-shared/*'],
  ['src-shared/episode'],
  ['src-shared/agent'],
  ['src-shared/settings', 'src-shared/formats'],
  ['src-shared/mcp'],
  ['src-shared/experiments'],
  ['src-shared/contract'],

  ['src-main/base'],
  [
    'src-main/story',
    'src-main/llm',
    'src-main/mcp',
    'src-main/models',
    'src-main/episode',
    'src-main/secrets',
    'src-main/telemetry',
  ],
  ['src-main/experiments/plan', 'src-main/experiments/store', 'src-main/formats'],
  ['src-main/agent', 'src-main/explorer'],
  ['src-main/host'],
  ['src-main/experiments/run'],
  ['src-main/experiments/cluster'],
  ['src-main/shells', 'src-main/servers'],

  ['src-renderer/kit'],
  ['src-renderer/session'],
  ['src-renderer/commands'],
  ['src-renderer/turn'],
  ['src-renderer/panels', 'src-renderer/mcp', 'src-renderer/experiments'],
  ['src-renderer/sheets'],
  ['src-renderer/app'],
  ['src-renderer/replay', 'src-renderer/*'],
]

/** Platforms above src-shared, which never import each other. */
const SIDES = ['src-main', 'src-renderer']

/** Packages that only the code of their home may import: all other code uses that home instead. */
const HOMES: readonly (readonly [packageName: RegExp, home: RegExp])[] = [
  [/^electron(-updater)?(\/|$)/, /^src-main\/shells\/electron\//],
  [/^@modelcontextprotocol\/(sdk|ext-apps)(\/|$)/, /^src-main\/(mcp|servers)\//],
  [/^openai(\/|$)/, /^src-main\/llm\//],
  [/^pg-boss(\/|$)/, /^src-main\/experiments\/cluster\//],
  [/^fflate(\/|$)/, /^(src-main\/formats|src-shared\/formats|src-renderer\/kit)\//],
  [/^@aws-sdk\//, /^src-main\/experiments\/store\//],
  [/^ws(\/|$)/, /^src-main\/shells\/web\//],
  [/^(react|react-dom|zustand|@xyflow\/react|@codemirror\/.*)(\/|$)/, /^src-renderer\//],
  [/^node:/, /^src-main\//],
]

/** The wrong imports of the product, a sentence each. */
export function wrongImports(imports: readonly Import[]): readonly string[] {
  return [...imports.flatMap(whyNot), ...neighborsInCircles(imports), ...circles(imports)]
}

function whyNot({ from, to }: Import): string[] {
  if (levelOf(from) === -1) return [`${from} lies in no room that build/lint/layers.ts knows.`]
  const home = HOMES.find(([name, home]) => name.test(to) && !home.test(from))
  if (home !== undefined) return [`${from} imports ${to}, which belongs to ${String(home[1]).replaceAll('\\/', '/')}.`]
  if (!to.startsWith('src-')) return []
  const [side, otherSide] = [sideOf(from), sideOf(to)]
  const isUp = levelOf(to) > levelOf(from)
  const isAcross = otherSide !== undefined && side !== otherSide
  return isUp || isAcross ? [`${from} imports ${to}, which stands above it or on another side.`] : []
}

const sideOf = (file: string): string | undefined => SIDES.find((side) => file.startsWith(`${side}/`))

/** `room/*`: the files directly in the room, outside of its folders. */
function levelOf(file: string): number {
  return LAYERS.findIndex((layer) =>
    layer.some((room) =>
      room.endsWith('/*') ? posix.dirname(file) === room.slice(0, -2) : file.startsWith(`${room}/`),
    ),
  )
}

/** Pairs of folders in one folder, at any depth, that import values from each other. */
function neighborsInCircles(imports: readonly Import[]): readonly string[] {
  const wants = new Map<string, Import>()
  for (const one of imports) {
    const pair = one.isOfTypes ? null : neighborsOf(one)
    if (pair !== null && !wants.has(pair.join(' '))) wants.set(pair.join(' '), one)
  }
  return [...wants].flatMap(([pair, { from, to }]) => {
    const [one = '', other = ''] = pair.split(' ')
    const back = wants.get(`${other} ${one}`)
    if (back === undefined || one > other) return []
    return [`${one} and ${other} need each other: ${from} imports ${to}, and ${back.from} imports ${back.to}.`]
  })
}

/**
 * The first folders in which two paths differ; null if the folder of one file contains the other file, or the layers
 * decide.
 */
function neighborsOf({ from, to }: Import): readonly [string, string] | null {
  if (levelOf(from) !== levelOf(to)) return null
  const [one, other] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')]
  const depth = one.findIndex((name, index) => name !== other[index])
  if (depth === -1 || depth >= other.length) return null
  return [one.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')]
}

/** Files that import values in a circle: the strongly connected components of more than one file (Tarjan). */
function circles(imports: readonly Import[]): readonly string[] {
  const next = new Map<string, string[]>()
  for (const { from, to, isOfTypes } of imports) if (!isOfTypes) next.set(from, [...(next.get(from) ?? []), to])
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[] = []

  const visit = (file: string): number => {
    const at = order.size
    order.set(file, at)
    lowest.set(file, at)
    open.push(file)
    for (const to of next.get(file) ?? []) {
      const isDone = order.has(to) && !open.includes(to)
      if (isDone) continue
      const reach = order.get(to) ?? visit(to)
      lowest.set(file, Math.min(lowest.get(file) ?? at, reach))
    }
    if (lowest.get(file) === at) {
      const members = open.splice(open.indexOf(file))
      if (members.length > 1) found.push(`These files import values of each other: ${members.toSorted().join(', ')}.`)
    }
    return lowest.get(file) ?? at
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return found
}

const ENTRY = 'src-renderer/main.tsx'
/** A large package that only sheets need: they load it when they are opened. */
const SCHEMAS = 'zod'

/** The imports that load the library of schemas before the page shows anything, a sentence each. */
export function schemasInEntry(imports: readonly Import[]): readonly string[] {
  const wantedBy = new Map<string, Import[]>()
  for (const one of imports)
    if (!one.isOfTypes && !one.isLater) wantedBy.set(one.from, [...(wantedBy.get(one.from) ?? []), one])
  const reached = new Set([ENTRY])
  for (const file of reached) for (const { to } of wantedBy.get(file) ?? []) reached.add(to)
  return [...reached]
    .filter((file) => wantedBy.get(file)?.some(({ to }) => to === SCHEMAS))
    .map((file) => `${file} imports ${SCHEMAS}, and ${ENTRY} reaches it without a dynamic import.`)
}
