import { StringDecoder } from 'node:string_decoder'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { visibleJson, visibleLine, visibleText } from '@shared/base/visible-text'
import type { McpLogBatch, McpLogEntry } from '@shared/contract/mcp'
import type { McpServer } from '@shared/mcp/mcp-entry'
import type { SecretMask } from '../../secrets/secret-mask'
import type { ConnectionWatch } from '../connection/connection-watch'
import { maskOf, maskSecrets } from '../launch/command-line'
import { cutText } from '../transport/cut-text'
import { followState } from '../transport/follow-state'

/** Maximum number of stored entries per server, which show what went wrong and need little memory. */
const MAX_ENTRIES = 300
const MAX_TEXT = 4000
const MAX_WORD = 200

/** The messages of servers for the log tab of the window. Secrets are masked before an entry is stored. */
export interface McpLog {
  /** Returns the observer of a new session of a server. */
  watchServer(server: McpServer): ConnectionWatch
  watch(serverName: string, signal: AbortSignal): AsyncIterable<McpLogBatch>
}

interface ServerLog {
  entries: McpLogEntry[]
  count: number
  sessions: number
  readonly readers: Set<() => void>
}

export function createMcpLog(wallClock: () => Date = () => new Date()): McpLog {
  const logs = new Map<string, ServerLog>()
  const logOf = (name: string): ServerLog => {
    const log = logs.get(name) ?? { entries: [], count: 0, sessions: 0, readers: new Set<() => void>() }
    logs.set(name, log)
    return log
  }

  return {
    watchServer({ name, secrets }) {
      const log = logOf(name)
      const session = ++log.sessions
      const add = (
        kind: McpLogEntry['kind'],
        text: string,
        about: Pick<McpLogEntry, 'id' | 'method'> = { id: null, method: null },
      ) => {
        log.entries.push({
          number: ++log.count,
          at: wallClock().toISOString(),
          session,
          kind,
          ...about,
          text: cutText(maskSecrets(text, secrets), MAX_TEXT),
        })
        // Entries are removed in groups, because removing the first of a long list is slow.
        if (log.entries.length > MAX_ENTRIES * 2) log.entries = log.entries.slice(-MAX_ENTRIES)
        for (const awaken of log.readers) awaken()
      }
      const lines = new LineBuffer(maskOf(secrets), (line) => add('stderr', visibleText(line)))
      return {
        onMessage: (direction, message) =>
          add(direction, print(message), {
            id: 'id' in message ? visibleLine(String(message.id), MAX_WORD) : null,
            method: 'method' in message ? visibleLine(message.method, MAX_WORD) : null,
          }),
        onStderr: (chunk) => lines.push(chunk),
        onStray: (line) => add('stdout', line),
        onEnded: (how = '') => {
          lines.end()
          add('ended', how)
        },
      }
    },
    async *watch(serverName, signal) {
      const log = logOf(serverName)
      const subscribe = (awaken: () => void) => {
        log.readers.add(awaken)
        return () => void log.readers.delete(awaken)
      }
      let lastSent = 0
      for await (const entries of followState({
        read: () => log.entries.slice(-MAX_ENTRIES).filter(({ number }) => number > lastSent),
        subscribe,
        signal,
      })) {
        lastSent = entries.at(-1)?.number ?? lastSent
        yield { entries }
      }
    },
  }
}

/** A message as JSON. Long texts and lists are cut first, because a message of 20 MB must not create 20 MB of text. */
const print = (message: JSONRPCMessage): string =>
  visibleJson(message, (_key, value) => {
    if (typeof value === 'string' && value.length > MAX_TEXT) return cutText(value, MAX_TEXT)
    return Array.isArray(value) && value.length > 100 ? [...value.slice(0, 100), '…'] : value
  })

/** Masks output, then splits it into lines. A very long line is passed on in pieces. */
class LineBuffer {
  readonly #mask: ReturnType<SecretMask['stream']>
  readonly #onLine: (line: string) => void
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  constructor(mask: SecretMask, onLine: (line: string) => void) {
    this.#mask = mask.stream()
    this.#onLine = onLine
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#mask.push(this.#decoder.write(chunk))).split(/\r?\n/)
    this.#rest = lines.pop() ?? ''
    // The log stores no more lines than that.
    for (const line of lines.slice(-MAX_ENTRIES)) if (line !== '') this.#onLine(line)
    if (this.#rest.length > MAX_TEXT * 4) this.#passOnRest()
  }

  /** Passes on a last line without a line end. */
  end(): void {
    this.#rest += this.#mask.end()
    this.#passOnRest()
  }

  #passOnRest(): void {
    if (this.#rest !== '') this.#onLine(this.#rest)
    this.#rest = ''
  }
}
