import { Readable, Writable } from 'node:stream'
import { MessageChannel, type MessagePort, SHARE_ENV, Worker } from 'node:worker_threads'
import type { FromThread, StartMessage, ToThread } from './spawn-messages'
import type { Program, ProgramExit, StartProgram } from './start-program'

/**
 * Starts programs in a separate thread, which runs the built spawn-thread.ts, because `spawn` blocks until the system
 * has started the program: 15 to 45 ms on busy processors. The thread starts with the first program, and again if it
 * has ended.
 */
export function spawnInThread(file: string): StartProgram {
  let thread: Worker | null = null
  const open = () => {
    // A copy of the variables would distinguish ComSpec from comspec on Windows, and cross-spawn reads the latter.
    const worker = new Worker(file, { env: SHARE_ENV })
    const forget = () => {
      if (thread === worker) thread = null
    }
    worker.on('error', forget) // The ports of its programs report the end.
    worker.once('exit', forget)
    // The port of a running program keeps this process alive.
    worker.unref()
    return worker
  }
  return (launch) => {
    thread ??= open()
    const { port1, port2 } = new MessageChannel()
    thread.postMessage({ launch, port: port2 } satisfies StartMessage, [port2])
    return startOver(port1)
  }
}

function startOver(port: MessagePort): Promise<Program> {
  const post = (message: ToThread) => port.postMessage(message)
  const stdin = new Input(post)
  const outputs = { stdout: new Output('stdout', post), stderr: new Output('stderr', post) }
  let resolveExit: (exit: ProgramExit) => void = () => {}
  const exit = new Promise<ProgramExit>((resolve) => (resolveExit = resolve))
  return new Promise((resolve, reject) => {
    port.on('message', (message: FromThread) => {
      switch (message.kind) {
        case 'started':
          return resolve({ pid: message.pid, stdin, ...outputs, exit, unref: () => port.unref() })
        case 'failed':
          return reject(Object.assign(new Error(message.message), { code: message.code }))
        case 'data':
          return void outputs[message.name].push(message.bytes)
        case 'end':
          return void outputs[message.name].push(null)
        case 'broken':
          return void outputs[message.name].destroy(new Error(message.message))
        case 'written':
          return stdin.written(message.failure === undefined ? null : new Error(message.failure))
        case 'exit':
          return resolveExit(message.exit)
      }
    })
    // The port closes after everything that the thread posted. This settles the promises and streams that a failed
    // thread left open.
    port.once('close', () => {
      reject(new Error('the thread that starts programs has ended'))
      resolveExit({ code: null, signal: null })
      stdin.written(new Error('the program has ended'))
      stdin.destroy()
      for (const output of Object.values(outputs)) if (!output.readableEnded) output.push(null)
    })
  })
}

type Post = (message: ToThread) => void

/** Standard input of a program in the thread. */
class Input extends Writable {
  readonly #post: Post
  #done: ((error: Error | null) => void) | null = null

  constructor(post: Post) {
    super({ decodeStrings: false })
    this.#post = post
  }

  /** Called when the thread has written the last text, or has failed to. */
  written(error: Error | null): void {
    const done = this.#done
    this.#done = null
    done?.(error)
  }

  override _write(text: string, _encoding: BufferEncoding, done: (error: Error | null) => void): void {
    this.#done = done
    this.#post({ kind: 'write', text })
  }

  override _final(done: () => void): void {
    this.#post({ kind: 'end' })
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#post({ kind: 'destroy', name: 'stdin' })
    done(error)
  }
}

/** Standard output or error of a program in the thread. The thread reads only as much as is requested here. */
class Output extends Readable {
  readonly #name: 'stdout' | 'stderr'
  readonly #post: Post

  constructor(name: 'stdout' | 'stderr', post: Post) {
    super()
    this.#name = name
    this.#post = post
  }

  override _read(): void {
    this.#post({ kind: 'read', name: this.#name })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#post({ kind: 'destroy', name: this.#name })
    done(error)
  }
}
