import { createHash } from 'node:crypto'

/** Maps the tool names of one request both ways. An unknown name is returned unchanged. */
export interface ToolNames {
  readonly encode: (name: string) => string
  readonly decode: (wireName: string) => string
  /** Whether a name on the wire is one of the request's. */
  readonly isOffered: (wireName: string) => boolean
}

const MAX_LENGTH = 64
const HASH_LENGTH = 7

/**
 * Chat endpoints reject a dot in a function name, so `server.tool` is sent as `server__tool`. Offered tools get their
 * names first, so that a name that the model invents later never changes theirs, which would break the cached prefix.
 */
export function createToolNames(names: Iterable<string>): ToolNames {
  const toWire = new Map<string, string>()
  const fromWire = new Map<string, string>()
  for (const name of names) {
    if (toWire.has(name)) continue
    const plain = plainName(name)
    const wire = fromWire.has(plain) ? hashedName(name, plain) : plain
    toWire.set(name, wire)
    fromWire.set(wire, name)
  }
  return {
    encode: (name) => toWire.get(name) ?? plainName(name),
    decode: (wireName) => fromWire.get(wireName) ?? wireName,
    isOffered: (wireName) => fromWire.has(wireName),
  }
}

function plainName(name: string): string {
  const dot = name.indexOf('.')
  const parts = dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)]
  return withinLimit(parts.map((part) => part.replace(/[^a-zA-Z0-9_-]/g, '_')).join('__'), MAX_LENGTH)
}

/** Cuts a long name at its beginning, the name of the server, because its end is the name of the tool. */
function withinLimit(joined: string, most: number): string {
  const end = joined.slice(-most)
  return /^[a-zA-Z]/.test(end) ? end : `t_${joined.slice(-(most - 't_'.length))}`
}

function hashedName(name: string, plain: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)
  return `${withinLimit(plain, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`
}
