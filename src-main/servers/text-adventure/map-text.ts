import type { Location } from '@shared/map/world-map'
import { descriptionOf, readWays } from '../../explorer/memory/location-text'
import type { Findings } from './findings'
import type { HistoryEntry, Notebook } from './notebook'

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

/** Actions that repeatedly brought the same reply at the same location. */
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
