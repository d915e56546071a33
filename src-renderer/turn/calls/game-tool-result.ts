import { isRecord } from '@shared/base/json/is-record'
export type GameToolResult =
  | {
      readonly kind: 'played'
      readonly text: string
      readonly location: string | null
      readonly score: number | null
      readonly maxScore: number | null
      readonly moves: number | null
      readonly reward: number
    }
  | { readonly kind: 'carried'; readonly names: readonly string[] }
  | { readonly kind: 'map'; readonly locations: readonly MapLocation[] }

export interface MapLocation {
  readonly id: number
  readonly name: string
  readonly isHere: boolean
  readonly exits: readonly (readonly [direction: string, to: string])[]
}

/**
 * Recognizes results of the text-adventure server (docs/servers.md) by their shape: an observation with its reward, an
 * inventory, a map. Null for anything else. The result is untrusted, so every field is checked.
 */
export function parseGameToolResult(result: unknown): GameToolResult | null {
  if (!isRecord(result)) return null
  const { text, moves, score, max_score: maxScore, reward, location, inventory, locations, here } = result
  if (typeof text === 'string' && 'moves' in result)
    return {
      kind: 'played',
      text,
      location: nameOf(location),
      score: numberOf(score),
      maxScore: numberOf(maxScore),
      moves: numberOf(moves),
      reward: numberOf(reward) ?? 0,
    }
  if (Array.isArray(inventory) && Object.keys(result).length === 1)
    return { kind: 'carried', names: inventory.flatMap((thing) => nameOf(thing) ?? []) }
  return Array.isArray(locations) ? { kind: 'map', locations: locationsOf(locations, numberOf(here)) } : null
}

function locationsOf(locations: readonly unknown[], here: number | null): readonly MapLocation[] {
  const names = new Map(
    locations.flatMap((location) =>
      isRecord(location) && typeof location.id === 'number'
        ? [[location.id, nameOf(location) ?? String(location.id)] as const]
        : [],
    ),
  )
  return locations.flatMap((location): readonly MapLocation[] => {
    if (!isRecord(location) || typeof location.id !== 'number') return []
    const { id, exits } = location
    return [
      {
        id,
        name: names.get(id) ?? '',
        isHere: id === here,
        exits: Object.entries(isRecord(exits) ? exits : {}).map(([direction, to]) => [
          direction,
          names.get(Number(to)) ?? String(to),
        ]),
      },
    ]
  })
}

const nameOf = (object: unknown): string | null =>
  isRecord(object) && typeof object.name === 'string' ? object.name : null
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
