import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface NodeProcess {
  readonly pid: number
  /** The first match in standard output. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** Rejects with standard error if the process ends before `stop`. */
  readonly failed: Promise<never>
  readonly ended: Promise<number | null>
  /** Everything written to standard error so far. */
  stderr(): string
  /** Closes both outputs, as a closed terminal does. */
  closeOutputs(): void
  /** Sends a message over its channel and resolves to the answer. */
  ask(message: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts a Node process of the product and collects its output. Its channel closes when this process ends. */
export function startProcess(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): NodeProcess {
  // The color variables of the test runner would make Node print a warning.
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let asked = 0
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk)
  })
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const failed = ended.then((status) => {
    throw new Error(`${args.join(' ')} ended with status ${status}:\n${stderr || stdout}`)
  })
  failed.catch(() => {})
  return {
    pid: child.pid ?? 0,
    line: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          const match = pattern.exec(stdout)
          if (match) resolve(match)
        }
        child.stdout?.on('data', look)
        look()
      }),
    failed,
    ended,
    stderr: () => stderr,
    closeOutputs: () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    ask: (message) => {
      const id = ++asked
      const answer = new Promise((resolve, reject) => {
        const take = (reply: { readonly id: number; readonly answer?: unknown; readonly failure?: string }) => {
          if (reply.id !== id) return
          child.off('message', take)
          if (reply.failure === undefined) resolve(reply.answer)
          else reject(new Error(reply.failure))
        }
        child.on('message', take)
      })
      child.send({ id, ...message })
      return answer
    },
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Linux only: command lines of all processes with this home in their environment, which children inherit. */
export function processesOf(home: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        return environment.includes(`ZORKGPT_HOME=${home}\0`)
          ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
          : []
      } catch {
        return [] // the process has ended, or belongs to another user
      }
    })
}
