import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { HostApi } from '@shared/contract/contract'
import { connectApi } from '@shared/contract/rpc'

/** The web shell in a separate process. */
interface Shell {
  readonly url: string
  readonly process: ChildProcess
  close(signal?: NodeJS.Signals): Promise<unknown>
}

/** Starts the shipped web shell. `args` are for the shell, `nodeArgs` for Node. */
export const serve = (
  dataFolder: string,
  args: readonly string[] = [],
  nodeArgs: readonly string[] = [],
): Promise<Shell> =>
  startShell([...process.execArgv, ...nodeArgs, join('out', 'main', 'web.js'), '--data', dataFolder, ...args])

/** Starts the web shell as `npm start -- --web` does. */
export const launch = (dataFolder: string, env: NodeJS.ProcessEnv): Promise<Shell> =>
  startShell([join('build', 'scripts', 'start.mjs'), '--web', '--data', dataFolder], env)

async function startShell(args: readonly string[], env = process.env): Promise<Shell> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env })
  const ended = once(child, 'exit')
  child.stderr?.resume()
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      const [, ready] = /^ready (\S+)$/m.exec(String(text)) ?? []
      if (ready) resolve(ready)
    })
    child.once('exit', () => reject(new Error('The web shell ended before it was ready.')))
  })
  return {
    url,
    process: child,
    close(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Connects a second client to a web shell, which starts the episodes that the page shows. */
export async function connectTo(url: string): Promise<{ readonly api: HostApi; close(): void }> {
  const address = new URL(url)
  const socket = new WebSocket(`ws://${address.host}/socket${address.search}`)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`Nothing answers at ${address.host}.`)), { once: true })
  })
  const api = connectApi<HostApi>({
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => socket.addEventListener('message', ({ data }) => listener(JSON.parse(String(data)))),
    onClose: (listener) => socket.addEventListener('close', listener),
  })
  return { api, close: () => socket.close() }
}
