import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'
import { type Table, withoutNulls } from './fit'
import { PrintedLines, type Printed, valuesIn } from './printed-json'
import { asText } from './read-content'
import { type Asked, isResultOf, readResult } from './read-result'

interface ReaderOptions {
  /** Masks secrets in the shown parts of an answer. */
  readonly mask?: (text: string) => string
  /** Receives each line of standard output that is not a message. */
  readonly onStray?: ((line: string) => void) | undefined
}

type Id = string | number

/** Limits of what is stored of a server that prints or fails endlessly. */
const MAX_STRAYS = 20
const MAX_NOTICES = 50
const MAX_LINE = 300
/** Number of characters of a line in which secrets are masked before it is cut. */
const MAX_SEEN = 10_000

/**
 * Reads the output of a server before the SDK's schemas check it, and tolerates many faults. Parts with a clear meaning
 * are converted to MCP's form; other parts are left out with a notice. An answer that cannot be read becomes an error
 * of its request at once, which would otherwise wait for its time limit.
 */
export class AnswerReader {
  /** Receives each notice once: a sentence for the user, without secrets. */
  onNotice: (sentence: string) => void = () => {}

  readonly #options: ReaderOptions
  readonly #lines = new PrintedLines()
  readonly #pending = new Map<string, Asked & { readonly id: Id }>()
  readonly #notices = new Set<string>()
  #strays: string[] = []
  #strayCount = 0

  constructor(options: ReaderOptions = {}) {
    this.#options = options
  }

  /** Must be called before a message is sent, so that its answer can be matched. */
  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message) this.#pending.set(String(message.id), message)
    else if (message.method === 'notifications/cancelled') {
      this.#pending.delete(String(message.params?.requestId))
      if (this.#pending.size === 0) this.end()
    }
  }

  isPending(id: Id): boolean {
    return this.#pending.has(String(id))
  }

  /** The notices so far, including one about lines that are not messages. */
  notices(): readonly string[] {
    const strays = this.describeStrays()
    return [...this.#notices, ...(strays === null ? [] : [`The server ${strays}`])]
  }

  notice(sentence: string): void {
    const shown = this.#shown(sentence, 2 * MAX_LINE)
    if (this.#notices.has(shown) || this.#notices.size === MAX_NOTICES) return
    this.#notices.add(shown)
    this.onNotice(shown)
  }

  /** A clause about the lines of standard output that are not messages, or null. */
  describeStrays(): string | null {
    const { unfinished } = this.#lines
    if (unfinished !== '') return `printed an incomplete message: ${JSON.stringify(this.#shown(unfinished, MAX_LINE))}`
    if (this.#strayCount === 0) return null
    const [lines, be] = this.#strayCount === 1 ? ['line', 'is'] : ['lines', 'are']
    const more = this.#strayCount > this.#strays.length ? ', …' : ''
    const shown = this.#strays.map((line) => JSON.stringify(line)).join(', ')
    return `printed ${this.#strayCount.toLocaleString('en')} ${lines} that ${be} not JSON-RPC: ${shown}${more}`
  }

  /** Takes a line of standard output and returns the messages that it completes. Throws a `TooMuchError`. */
  line(line: string): readonly JSONRPCMessage[] {
    return this.#printed(this.#lines.push(line))
  }

  /** Number of brackets that the lines of an unfinished message leave open. */
  get openBrackets(): number {
    return this.#lines.open
  }

  /** Ends the output. The lines of an unfinished message, and `rest`, count as lines that are not messages. */
  end(rest = ''): void {
    this.#stray(`${this.#lines.unfinished}\n${rest}`)
    this.#lines.end()
  }

  /** The messages in the text of an answer; `id` is that of its request, if known. Throws a `TooMuchError`. */
  text(text: string, id: Id | null = null): readonly JSONRPCMessage[] {
    return valuesIn(text).flatMap((part) => {
      if ('value' in part) return this.#messages(part.value, id)
      return id === null ? this.#printed([part]) : this.#broken(part.text, id)
    })
  }

  /** An error as the answer to a request, which is no longer pending then. */
  failed(id: Id, why: string): JSONRPCMessage {
    this.#pending.delete(String(id))
    return { jsonrpc: '2.0', id, error: { code: ErrorCode.ParseError, message: why } }
  }

  #printed(parts: readonly Printed[]): readonly JSONRPCMessage[] {
    return parts.flatMap((part) => {
      const text = 'text' in part ? part.text : JSON.stringify(part.value)
      const messages = 'text' in part ? this.#broken(text, null) : this.#messages(part.value, null)
      if (messages.length === 0 && !('value' in part && isMessage(part.value))) this.#stray(text)
      return messages
    })
  }

  #stray(text: string): void {
    for (const printed of text.split('\n').filter((line) => line.trim() !== '')) {
      const line = this.#shown(printed.trim(), MAX_LINE)
      this.#options.onStray?.(line)
      this.#strayCount++
      if (this.#strays.length < MAX_STRAYS) this.#strays.push(line)
    }
  }

  /** Fails the request that the text names if it looks like an answer, else the request `asked`, if it is pending. */
  #broken(text: string, asked: Id | null): readonly JSONRPCMessage[] {
    const named = /["']id["']\s*:\s*["']?([\w-]{1,40})/.exec(text)?.[1]
    const looksLikeAnswer = /["'](?:jsonrpc|result|error)["']\s*:/.test(text.slice(0, MAX_SEEN))
    const id = looksLikeAnswer && named !== undefined ? this.#pending.get(named)?.id : asked
    if (id === null || id === undefined || !this.isPending(id)) return []
    return [this.failed(id, `the server answered with text that is not JSON-RPC: ${this.#shown(text, MAX_LINE)}`)]
  }

  #messages(value: unknown, asked: Id | null): readonly JSONRPCMessage[] {
    if (Array.isArray(value)) return value.flatMap((each) => this.#messages(each, asked))
    // The message was encoded as JSON twice.
    if (typeof value === 'string') return /^\s*\{/.test(value) ? this.text(value, asked) : []
    if (!isRecord(value)) return []
    const { jsonrpc, id, method, params, result, error } = value
    // Some servers repeat the method of the request in its answer.
    const isAnswer = (result ?? error ?? null) !== null
    if (typeof method === 'string' && !isAnswer && (jsonrpc !== undefined || OF_MCP.test(method)))
      return ofSchema({
        jsonrpc: '2.0',
        method,
        ...(isId(id) && { id }),
        ...(isRecord(params) && { params: readParams(method, params) }),
      })
    const request = this.#requestOf(value, asked)
    if (!request) return []
    const fault = readError(error)
    if (fault !== null) return [this.#answer(request.id, { error: fault })]
    const given = 'result' in value ? result : bareResult(value)
    if (given === undefined && !/^(?:ping|logging\/)/.test(request.method))
      return [this.failed(request.id, this.#unreadable(request, 'it has neither a result nor an error', value))]
    const read = readResult(request, given, (sentence) => this.notice(sentence))
    return [
      typeof read === 'string'
        ? this.failed(request.id, this.#unreadable(request, read, given))
        : this.#answer(request.id, { result: read }),
    ]
  }

  /**
   * The request that a value answers: the one with its id. A value without an id answers the request of the same
   * exchange (`asked`), or the only pending one if it is clearly an answer to that; otherwise null.
   */
  #requestOf(value: Table, asked: Id | null): (Asked & { readonly id: Id }) | null {
    if (isId(value.id)) return this.#pending.get(String(value.id)) ?? null
    if (asked !== null) return this.#pending.get(String(asked)) ?? null
    const [only] = this.#pending.size === 1 ? this.#pending.values() : []
    const isEnvelope =
      value.jsonrpc !== undefined && (isResultOfCall(only, value.result) || isErrorOfCall(only, value.error))
    return only && (isEnvelope || isResultOf(only.method, value)) ? only : null
  }

  #answer(id: Id, content: { readonly result: Table } | { readonly error: { code: number; message: string } }) {
    this.#pending.delete(String(id))
    return { jsonrpc: '2.0', id, ...content } as JSONRPCMessage
  }

  #unreadable({ method }: Asked, why: string, given: unknown): string {
    const shown = this.#shown((JSON.stringify(given) as string | undefined) ?? 'nothing', MAX_LINE)
    return `the server's answer to ${method} cannot be read (${why}): ${shown}`
  }

  #shown(text: string, most: number): string {
    const { mask = (whole: string) => whole } = this.#options
    return visibleLine(mask(text.slice(0, MAX_SEEN)), most)
  }
}

/**
 * Whether a result without an id answers this request. It may also belong to a notification; it then has no members.
 */
const isResultOfCall = (only: Asked | undefined, result: unknown): boolean =>
  result !== undefined &&
  only !== undefined &&
  (isRecord(result) ? Object.keys(result).length > 0 || /^(?:ping|logging\/)/.test(only.method) : result !== null)

/**
 * Whether an error without an id answers this request. It often belongs to a notification, which a server must not
 * answer, so it counts only for a call.
 */
const isErrorOfCall = (only: Asked | undefined, error: unknown): boolean =>
  only?.method === 'tools/call' && readError(error) !== null && !/notification|-3260[01]/.test(JSON.stringify(error))

const isId = (id: unknown): id is Id => typeof id === 'string' || typeof id === 'number'

const isMessage = (value: unknown): boolean => Array.isArray(value) || (isRecord(value) && value.jsonrpc !== undefined)

/** Recognizes methods of MCP without `jsonrpc`; a line of a log may also have a member `method`. */
const OF_MCP = /^(?:ping|(?:notifications|sampling|elicitation|roots|tasks)\/[\w/]+)$/

const ofSchema = (message: Table): readonly JSONRPCMessage[] => {
  const parsed = JSONRPCMessageSchema.safeParse(message)
  return parsed.success ? [parsed.data] : []
}

/** The members of an answer that leaves out `result`; undefined if there are none. */
function bareResult({
  jsonrpc: _jsonrpc,
  id: _id,
  error: _error,
  result: _result,
  ...members
}: Table): Table | undefined {
  return Object.keys(members).length === 0 ? undefined : members
}

/**
 * The error in an answer, in any form that servers use. Null if there is none, which some servers write as false, an
 * empty text or an empty object.
 */
function readError(given: unknown): { code: number; message: string; data?: unknown } | null {
  const error = withoutNulls(given)
  if (error === null || error === undefined || error === false || error === '') return null
  if (!isRecord(error)) return { code: ErrorCode.InternalError, message: asText(error) }
  const { code, message, data, ...rest } = error
  const reason = [message, rest.error, rest.detail, rest.details, rest.reason, rest.title, data].find(
    (text) => text !== undefined && text !== '',
  )
  const number = Number(code)
  const isNumber = Number.isSafeInteger(number) && code !== ''
  // Servers in Go write an empty structure if there is no error.
  if (reason === undefined && (code === undefined || number === 0)) return null
  const inner = isRecord(reason) ? (reason.message ?? reason) : reason
  return {
    code: isNumber ? number : ErrorCode.InternalError,
    message: inner === undefined ? `error ${asText(code)}, without a message` : asText(inner),
    ...(data !== undefined && { data }),
  }
}

/** MCP's names for log levels of other loggers. */
const LEVELS: Readonly<Record<string, string>> = {
  trace: 'debug',
  verbose: 'debug',
  information: 'info',
  warn: 'warning',
  err: 'error',
  fatal: 'critical',
  panic: 'emergency',
}
const KNOWN_LEVEL = /^(?:debug|info|notice|warning|error|critical|alert|emergency)$/

function readParams(method: string, given: Table): Table {
  const params = withoutNulls(given) as Table
  if (method !== 'notifications/message') return params
  const level = asText(params.level).toLowerCase()
  const known = LEVELS[level] ?? level
  return { ...params, level: KNOWN_LEVEL.test(known) ? known : 'info', data: params.data ?? params.message ?? '' }
}
