import type { EpisodeState } from '../state/episode'
import { isRecord } from '../../base/json/is-record'
import type { Pair } from './pair'

/** A setting with different values in the two manifests; undefined where one has none. */
export interface SettingDifference extends Pair<unknown> {
  /** As in the log: `seed`, `player.model`, `sampling.temperature`, `settings.run.turns`. */
  readonly path: string
}

type Manifest = EpisodeState['manifest']

/** Fields that always differ, the path of the story, and the prompt, which is compared by itself. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'seq',
  'at',
  'episode_id',
  'event_type',
  'format',
  'cut',
  'dictionary',
  'prompt_sha256',
  'settings.story_path',
])

/** Sorted by path. Empty while one of the manifests is unknown. */
export function compareSettings({ a, b }: Pair<Manifest>): readonly SettingDifference[] {
  if (a === null || b === null) return []
  const [ofA, ofB] = [valuesOf(a), valuesOf(b)]
  return [...new Set([...ofA.keys(), ...ofB.keys()])]
    .toSorted()
    .map((path) => ({ path, a: ofA.get(path), b: ofB.get(path) }))
    .filter((pair) => JSON.stringify(pair.a) !== JSON.stringify(pair.b))
}

function valuesOf(manifest: NonNullable<Manifest>): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  const put = (path: string, value: unknown) => {
    if (LEFT_OUT.has(path)) return
    if (isRecord(value)) for (const [key, inner] of Object.entries(value)) put(`${path}.${key}`, inner)
    else if (value !== null) values.set(path, value)
  }
  for (const [key, value] of Object.entries(manifest)) put(key, value)
  return values
}
