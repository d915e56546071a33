/** As many strings are looked back for. What says the same in a log mostly stands near: a reply and the request that repeats it, the names of a room. */
const POOL_SIZE = 2000

/**
 * A function that lets equal strings of what it is given be one, in place. JSON.parse makes each anew, and a log says almost half of its
 * text more than once.
 */
export function sharer(): (parsed: unknown) => void {
  const pool = new Map<string, string>()
  const shared = (text: string): string => {
    const known = pool.get(text)
    if (known !== undefined) return known
    if (pool.size >= POOL_SIZE) pool.clear()
    pool.set(text, text)
    return text
  }
  return function share(parsed) {
    if (typeof parsed !== 'object' || parsed === null) return
    const fields = parsed as Record<string, unknown>
    for (const name in fields) {
      const value = fields[name]
      if (typeof value === 'string') fields[name] = shared(value)
      else share(value)
    }
  }
}
