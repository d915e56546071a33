import { setTimeout as sleep } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { LineFramer } from '../../base/limits/line-framer'
import { Pace } from '../../base/limits/pace'
import { asTooMuch } from '../../base/limits/too-much-error'
import { AnswerReader } from '../reader/answer-reader'
import { LineBrackets } from '../reader/line-brackets'
import { ensureWatchdog, guard, HOST_MARK, unguard } from './host-watchdog'
import { ProcessTree, TREE_MARK } from './process-tree'
import { NotDelivered } from './protocol-error'
import { type Launch, type Program, type ProgramExit, startHere, type StartProgram } from './start-program'
import { TailBuffer } from './tail-buffer'

export interface StdioLimits {
  /** Time for the server to exit after the end of its input, and again after SIGTERM. */
  readonly graceMs: number
  readonly maxMessageBytes: number
  readonly stderrBytes: number
}

/** Maximum size of a message over any transport, enough for a screenshot. */
export const MAX_MESSAGE_BYTES = 32 * 2 ** 20

const DEFAULT_LIMITS: StdioLimits = { graceMs: 1000, maxMessageBytes: MAX_MESSAGE_BYTES, stderrBytes: 256 * 2 ** 10 }
/** Time limit for reading the last output after the exit, because a grandchild may hold the pipe open. */
const DRAIN_MS = 100
/** Time limit for the exit after the end of the output; it usually follows at once. */
const EXIT_MS = 500
/**
 * Time limit after SIGKILL, which a process in an uninterruptible wait survives. The host then continues, and the
 * watchdog keeps the pid.
 */
const KILL_WAIT_MS = 5000

const ENCODINGS: Readonly<Record<string, () => TextDecoder>> = {
  fffe: () => new TextDecoder('utf-16le'),
  feff: () => new TextDecoder('utf-16be'),
}

let treeCount = 0

/**
 * MCP's stdio transport (revision 2025-11-25, "stdio") for the SDK's `Client`: one subprocess, one JSON-RPC message per
 * line. The process leads its own group. The connection ends when the process exits, not when its pipes close. `close`
 * resolves when the whole tree is gone.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage']
  onerror?: (error: Error) => void
  onclose?: () => void
  /** Receives standard error in chunks. */
  onstderr?: (chunk: Buffer) => void

  /** Why the transport ended the connection; null if it did not. */
  fault: string | null = null

  /** Resolves when the process has exited; with nulls if it could not be started. */
  readonly exit: Promise<ProgramExit>

  readonly #launch: Launch
  readonly #startProgram: StartProgram
  readonly #reader: AnswerReader
  readonly #limits: StdioLimits
  readonly #framer: LineFramer
  #pace: Pace | null = new Pace()
  #resuming: NodeJS.Timeout | undefined
  #encoding: TextDecoder | 'utf-8' | null = null
  #receiving: Promise<void> = Promise.resolve()
  readonly #brackets = new LineBrackets()
  readonly #stderr: TailBuffer
  readonly #mark = `${HOST_MARK}.${++treeCount}`
  #starting: Promise<Program> | null = null
  #program: Program | null = null
  #resolveExit: (exit: ProgramExit) => void = () => {}
  #closing: Promise<void> | null = null
  #closed = false

  constructor(
    launch: Launch,
    limits: Partial<StdioLimits> = {},
    reader = new AnswerReader(),
    startProgram: StartProgram = startHere,
  ) {
    this.#launch = launch
    this.#startProgram = startProgram
    this.#reader = reader
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
    this.#framer = new LineFramer(this.#limits.maxMessageBytes)
    this.#stderr = new TailBuffer(this.#limits.stderrBytes)
    this.exit = new Promise((resolve) => (this.#resolveExit = resolve))
  }

  get pid(): number | null {
    return this.#program?.pid ?? null
  }

  /** The end of standard error, for people, with secrets masked by `mask`. It is not a sign of a failure. */
  stderrTail(mask: (text: string) => string): string {
    return this.#stderr.text(mask)
  }

  /** Starts the program. If that fails (`ENOENT`, `EACCES`, ...), rejects, resolves `exit` and calls `onclose`. */
  async start(): Promise<void> {
    if (this.#starting) throw new Error('The transport can be started only once.')
    const env = { ...this.#launch.env, [TREE_MARK]: this.#mark }
    ensureWatchdog(this.#startProgram)
    this.#starting = this.#startProgram({ ...this.#launch, env })
    let program: Program
    try {
      program = await this.#starting
    } catch (error) {
      this.#resolveExit({ code: null, signal: null })
      this.#finish()
      throw error
    }
    const { pid, stdin, stdout, stderr, exit } = program
    this.#program = program
    guard(pid)
    stdout.on('data', (chunk: Buffer) => {
      this.#receiving = this.#receiving.then(() => this.#receive(chunk))
    })
    stdout.once('end', () => void this.#outputEnded())
    stderr.on('data', (chunk: Buffer) => {
      this.#stderr.push(chunk)
      this.onstderr?.(chunk)
    })
    for (const stream of [stdin, stdout, stderr]) stream.on('error', (error) => this.onerror?.(error))
    void exit.then((how) => this.#exited(how))
  }

  /**
   * Resolves when the message is in the pipe. Rejects if the server is gone, even while the message waits for room in
   * the pipe.
   */
  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#program?.stdin
    if (!stdin?.writable || this.#closed) return Promise.reject(new NotDelivered('the server is not running'))
    if (stdin.writableLength > this.#limits.maxMessageBytes) {
      this.#giveUp('does not read its input')
      return Promise.reject(new NotDelivered('the server is not running'))
    }
    this.#reader.sent(message)
    return new Promise((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) =>
        error ? reject(new NotDelivered(error.message)) : resolve(),
      )
    })
  }

  /**
   * Ends the server and everything it started: end of input, then SIGTERM, then SIGKILL. Resolves when nothing of it is
   * left.
   */
  close(): Promise<void> {
    this.#closing ??= this.#endTree()
    return this.#closing
  }

  async #endTree(): Promise<void> {
    const program = await this.#starting?.catch(() => null)
    if (!program) return this.#finish()
    const tree = new ProcessTree(program.pid, this.#mark)
    const gone = async (withinMs: number) => {
      const deadline = performance.now() + withinMs
      const exited = await Promise.race([this.exit.then(() => true), sleep(withinMs, false, { ref: false })])
      return exited && (await tree.goneWithin(Math.max(0, deadline - performance.now())))
    }
    await tree.note()
    program.stdin.end()
    let isGone = await gone(this.#limits.graceMs)
    for (const [signal, waitMs] of [
      ['SIGTERM', this.#limits.graceMs],
      ['SIGKILL', KILL_WAIT_MS],
    ] as const) {
      if (isGone) break
      await tree.signal(signal)
      isGone = await gone(waitMs)
    }
    if (isGone) unguard(program.pid)
    else this.onerror?.(new Error(`process ${program.pid} does not end`))
    this.#finish()
  }

  async #receive(bytes: Buffer): Promise<void> {
    const chunk = this.#asUtf8(bytes)
    const lines = this.#framer.push(chunk)
    this.#brackets.push(chunk)
    for (const line of lines) {
      if (typeof line !== 'string') return this.#giveUp(line.message)
      await this.#deliver(line)
    }
    // Some servers omit the end of the line.
    const isWhole = this.#brackets.closes(this.#reader.openBrackets)
    if (isWhole) {
      this.#brackets.reset()
      await this.#deliver(this.#framer.takeRest())
    }
    const pauseMs = this.#pace?.pauseMs(lines.length + Number(isWhole)) ?? 0
    if (pauseMs === 0) return
    this.#program?.stdout.pause()
    // A chunk that arrives after the pause began extends it.
    clearTimeout(this.#resuming)
    this.#resuming = setTimeout(() => this.#program?.stdout.resume(), pauseMs).unref()
  }

  /** Windows shells may convert the output to UTF-16, which then begins with a byte order mark. */
  #asUtf8(chunk: Buffer): Buffer {
    this.#encoding ??= ENCODINGS[chunk.subarray(0, 2).toString('hex')]?.() ?? 'utf-8'
    return this.#encoding === 'utf-8' ? chunk : Buffer.from(this.#encoding.decode(chunk, { stream: true }))
  }

  /** Closes the connection because of a fault. */
  #giveUp(fault: string): void {
    this.fault ??= fault
    this.onerror?.(new Error(fault))
    this.#finish()
    void this.close()
  }

  /**
   * The SDK handles notifications in a microtask but answers at once, so that an answer in the same chunk would
   * overtake the progress sent before it.
   */
  async #deliver(line: string): Promise<void> {
    if (this.#closed) return
    try {
      for (const message of this.#reader.line(line)) this.onmessage?.(message)
    } catch (error) {
      const tooMuch = asTooMuch(error)
      this.#giveUp(tooMuch?.message ?? `sent a message that was refused: ${(error as Error).message}`)
    }
    await Promise.resolve()
  }

  async #exited(exit: ProgramExit): Promise<void> {
    this.#resolveExit(exit)
    // The last output is short, and would be lost in a pause.
    this.#pace = null
    const stdout = this.#program?.stdout.resume()
    if (stdout && !stdout.readableEnded)
      await Promise.race([new Promise((resolve) => stdout.once('end', resolve)), sleep(DRAIN_MS)])
    await this.#receiving
    this.#finish()
    await this.close()
  }

  /**
   * Closes the connection, because no answer can come, although the process may still run. Waits first for an exit,
   * which is reported instead.
   */
  async #outputEnded(): Promise<void> {
    const hasExited = await Promise.race([this.exit.then(() => true), sleep(EXIT_MS, false, { ref: false })])
    if (!hasExited && this.#closing === null) this.#giveUp('closed its standard output')
  }

  /** Closes the connection once. The SDK rejects all pending requests on `onclose`. */
  #finish(): void {
    if (this.#closed) return
    this.#closed = true
    this.#reader.end(this.#framer.takeRest())
    const { stdin, stdout, stderr } = this.#program ?? {}
    for (const stream of [stdin, stdout, stderr]) stream?.destroy()
    this.onclose?.()
  }
}
