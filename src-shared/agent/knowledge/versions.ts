import type { KnowledgeLevel } from '../../episode/log/knowledge-schema'
import type { KnowledgeEvent } from './knowledge-event'

/** The entries that a player reads: none (K0), those for every story (K1), or also those about its story (K2). */
export interface KnowledgeScope {
  /** SHA-256 of the story file. */
  readonly story: string
  readonly level: KnowledgeLevel
}

/** The events that a player with this scope may know, in order. */
export function eventsInScope(
  events: readonly KnowledgeEvent[],
  { story, level }: KnowledgeScope,
): readonly KnowledgeEvent[] {
  if (level === 'K0') return []
  return events.filter((event) => event.story === null || (level === 'K2' && event.story === story))
}

/** The knowledge in one scope after some of its events, identified by their hash. */
export interface KnowledgeVersion {
  readonly sha256: string
  /** Number of events of the scope that it contains. */
  readonly events: number
  /** When the last of them happened, ISO 8601; null for the empty version. */
  readonly at: string | null
}

/** Events with the same time form one version. */
const isSameMoment = (one: KnowledgeEvent | undefined, other: KnowledgeEvent): boolean => one?.at === other.at

/**
 * All versions of the events of one scope, the empty one first. Each hash covers all events up to its own, so that any
 * version can be found again. `digest` returns the SHA-256 of a text in hex.
 */
export function versionsOf(
  events: readonly KnowledgeEvent[],
  digest: (text: string) => string,
): readonly KnowledgeVersion[] {
  let sha256 = digest('')
  const versions: KnowledgeVersion[] = [{ sha256, events: 0, at: null }]
  for (const [index, event] of events.entries()) {
    sha256 = digest(`${sha256}\n${JSON.stringify(event)}`)
    if (!isSameMoment(events[index + 1], event)) versions.push({ sha256, events: index + 1, at: event.at })
  }
  return versions
}

/** The version with this hash, or the only one whose hash begins with it; null if there is none. */
export function findVersion(versions: readonly KnowledgeVersion[], sha256: string): KnowledgeVersion | null {
  const found = versions.filter((version) => version.sha256.startsWith(sha256))
  return found.length === 1 ? (found[0] ?? null) : null
}
