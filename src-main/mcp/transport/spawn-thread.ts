// The thread of spawn-in-thread.ts: starts programs, and passes on their input and output.
import { parentPort } from 'node:worker_threads'
import type { FromThread, StartMessage, ToThread } from './spawn-messages'
import { startHere } from './start-program'

parentPort?.on('message', (message: StartMessage) => void relay(message))

async function relay({ launch, port }: StartMessage): Promise<void> {
  const post = (message: FromThread) => port.postMessage(message)
  let program
  try {
    program = await startHere(launch)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    post({ kind: 'failed', message, code })
    port.close()
    return
  }
  const { pid, stdin, stdout, stderr, exit } = program
  const streams = { stdin, stdout, stderr }
  stdin.on('error', () => {}) // The callback of the write reports the error.
  post({ kind: 'started', pid })
  const ends = (['stdout', 'stderr'] as const).map((name) => {
    const stream = streams[name]
    stream.pause()
    stream.on('data', (bytes: Uint8Array) => {
      stream.pause()
      post({ kind: 'data', name, bytes })
    })
    stream.on('error', ({ message }: Error) => post({ kind: 'broken', name, message }))
    stream.once('end', () => post({ kind: 'end', name }))
    return new Promise((resolve) => stream.once('close', resolve))
  })
  port.on('message', (message: ToThread) => {
    if (message.kind === 'write')
      stdin.write(message.text, (error) => post({ kind: 'written', ...(error && { failure: error.message }) }))
    else if (message.kind === 'end') stdin.end()
    else if (message.kind === 'read') streams[message.name].resume()
    else streams[message.name].destroy()
  })
  post({ kind: 'exit', exit: await exit })
  await Promise.all(ends)
  port.close()
}
