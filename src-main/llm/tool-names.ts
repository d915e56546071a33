import { createHash } from 'node:crypto'

/** Names of one request, both ways. What is not in the table comes back as it is, and will be an unknown tool. */
export interface ToolNames {
  readonly encode: (name: string) => string
  readonly decode: (wireName: string) => string
}

const MAX_LENGTH = 64
const HASH_LENGTH = 7

/**
 * Chat endpoints reject a dot in a function name (mcp.md section 7), so `server.tool` travels as `server__tool`. The
 * names of offered tools come first: a name that the model made up later in the history never changes theirs, or the
 * cached prefix would break.
 */
export function createToolNames(names: Iterable<string>): ToolNames {
  const toWire = new Map<string, string>()
  const fromWire = new Map<string, string>()
  for (const name of names) {
    if (toWire.has(name)) continue
    const plain = plainName(name)
    const wire = plain.length > MAX_LENGTH || fromWire.has(plain) ? hashedName(name, plain) : plain
    toWire.set(name, wire)
    fromWire.set(wire, name)
  }
  return {
    encode: (name) => toWire.get(name) ?? plainName(name).slice(0, MAX_LENGTH),
    decode: (wireName) => fromWire.get(wireName) ?? wireName,
  }
}

function plainName(name: string): string {
  const dot = name.indexOf('.')
  const parts = dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)]
  const joined = parts.map((part) => part.replace(/[^a-zA-Z0-9_-]/g, '_')).join('__')
  return /^[a-zA-Z]/.test(joined) ? joined : `t_${joined}`
}

function hashedName(name: string, plain: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)
  return `${plain.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`
}
