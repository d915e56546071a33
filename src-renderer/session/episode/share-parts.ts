import type { EpisodeEvent } from '@shared/episode/event'

/**
 * As many strings are looked back for. What says the same in a log mostly stands near: a reply and the request that
 * repeats it, the names of a location.
 */
const POOL_SIZE = 2000

/**
 * A function that lets equal parts of the events it is given be one, in place: equal strings, and what an event says as
 * the one of its type before it did, such as where the player is and what it holds. JSON.parse makes each anew, and a
 * log says most of it more than once. Nothing may be changed in these events afterwards.
 */
export function sharer(): (parsed: readonly EpisodeEvent[]) => void {
  const pool = new Map<string, string>()
  const lastOfType = new Map<string, EpisodeEvent>()
  const shareText = (text: string): string => {
    const known = pool.get(text)
    if (known !== undefined) return known
    if (pool.size >= POOL_SIZE) pool.clear()
    pool.set(text, text)
    return text
  }
  /** `like` if both say the same; else `value`, with parts of `like` where they do. */
  const share = (value: unknown, like: unknown): unknown => {
    if (typeof value === 'string') return value === like ? like : shareText(value)
    if (typeof value !== 'object' || value === null) return value
    const fields = value as Record<string, unknown>
    const known =
      typeof like === 'object' && like !== null && Array.isArray(like) === Array.isArray(value)
        ? (like as Record<string, unknown>)
        : null
    let isSame = known !== null
    let left = 0
    for (const name in fields) {
      const field = share(fields[name], known?.[name])
      if (field !== fields[name]) fields[name] = field
      isSame &&= field === known?.[name]
      left++
    }
    if (isSame) for (const _name in known) left--
    return isSame && left === 0 ? known : value
  }
  return (parsed) => {
    for (const event of parsed) {
      share(event, lastOfType.get(event.event_type))
      lastOfType.set(event.event_type, event)
    }
  }
}
