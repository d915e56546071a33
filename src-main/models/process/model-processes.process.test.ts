import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { BUILT_IN_ADDRESS } from '@shared/models/built-in'
import { ownNode } from '../../mcp/transport/node-program'
import { hasBinding } from '../runtime/native-model'
import { ModelFolder } from '../store/model-folder'
import { tinyModel } from '../tiny-model.testkit'
import { createBuiltInFetch } from './built-in-fetch'
import { ModelProcesses, type RunSettings } from './model-processes'
import { workerPids } from './worker-pids.testkit'

const ANSWER = ['{"action": ', '"open mailbox"', '}']
const settings: RunSettings = { contextTokens: 512, threads: 1 }
const never = new AbortController().signal
const without = hasBinding() ? '' : ` (skipped: no llama.cpp for ${process.platform} on ${process.arch})`

let folder: ModelFolder
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'zorkgpt-processes-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  folder = new ModelFolder(home)
  writeFileSync(join(home, 'tiny.gguf'), tinyModel({ answer: ANSWER }))
  writeFileSync(join(home, 'other.gguf'), tinyModel({ answer: ANSWER }))
  // Its header is complete, but llama.cpp does not know its architecture.
  const foreign = tinyModel({ answer: ANSWER }).toString('latin1').replaceAll('llama', 'lluma')
  writeFileSync(join(home, 'foreign.gguf'), Buffer.from(foreign, 'latin1'))
})

interface Over {
  readonly readFreeMemory?: () => number
  readonly idleMs?: number
}

function open(over: Over = {}) {
  const processes = new ModelProcesses({
    workerFile: resolve(import.meta.dirname, '../../../out/main/model-worker.js'),
    node: ownNode(),
    onChange() {},
    readFreeMemory: () => Infinity,
    ...over,
  })
  onTestFinished(() => processes.close())
  const send = createBuiltInFetch({ folder, processes, settings: () => settings })
  const ask = async (model = 'tiny', changes: object = {}) => {
    const messages = [{ role: 'user', content: 'You are west of a white house.' }]
    const body = JSON.stringify({ model, messages, ...changes })
    return send(`${BUILT_IN_ADDRESS}/chat/completions`, { method: 'POST', body })
  }
  return { processes, ask }
}

const textOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { choices: [{ message: { content: string } }] }).choices[0].message.content
const reasonOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: { message: string } }).error.message,
]
/** An answer that does not end by itself within the context. */
const LONG = {
  stream: true,
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'long', schema: { type: 'array', items: { type: 'integer' }, minItems: 900 } },
  },
}

describe.skipIf(without !== '')(`the process of a model${without}`, () => {
  it('answers, and the same process answers again', async () => {
    const { ask } = open()
    expect(await textOf(await ask())).toBe(ANSWER.join(''))
    const before = workerPids()
    expect(await textOf(await ask())).toBe(ANSWER.join(''))
    expect(workerPids()).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('answers two requests at once, one after the other', async () => {
    const { ask } = open()
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(await Promise.all(answers.map(textOf))).toEqual(Array(3).fill(ANSWER.join('')))
    expect(workerPids()).toHaveLength(1)
  })

  it('requires its token', async () => {
    const { processes } = open()
    const status = await processes.use(await folder.find('tiny'), settings, async ({ port }, done) => {
      const { status: answered } = await fetch(`http://127.0.0.1:${port}/v1/models`)
      done()
      return answered
    })
    expect(status).toBe(401)
  })

  it('that is killed during an answer ends this answer with an error, and another one answers next', async () => {
    const { ask } = open()
    const response = await ask('tiny', LONG)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    for (const pid of workerPids()) process.kill(pid, 'SIGKILL')
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow()
    await expect.poll(() => ask().then(textOf, () => null)).toBe(ANSWER.join(''))
  })

  it('that is killed while it loads fails the request with this reason', async () => {
    const { ask } = open()
    const answer = ask()
    await expect.poll(() => workerPids().length).toBe(1)
    for (const pid of workerPids()) process.kill(pid, 'SIGKILL')
    await expect(answer).rejects.toThrow('the process of the model tiny ended (SIGKILL)')
    expect(await textOf(await ask())).toBe(ANSWER.join(''))
  })

  it('refuses a file that llama.cpp refuses, with the message of llama.cpp, and then ends', async () => {
    const { ask, processes } = open()
    const [status, message] = await reasonOf(await ask('foreign'))
    expect([status, message]).toEqual([422, expect.stringMatching(/foreign cannot be loaded: .*lluma/)])
    expect(processes.stateOf('foreign')).toBe(null)
  })

  it('is not started without enough memory, and an idle one is ended to free memory', async () => {
    let free = Infinity
    const { ask, processes } = open({ readFreeMemory: () => (processes.stateOf('other') === null ? free : 0) })
    expect(await textOf(await ask('other'))).toBe(ANSWER.join(''))
    expect(await textOf(await ask('tiny'))).toBe(ANSWER.join(''))
    expect(processes.stateOf('other')).toBe(null)
    free = 1e6
    expect(await reasonOf(await ask('other'))).toEqual([
      422,
      'The model other needs 0.3 GB of memory, and 0.0 GB are free. Close other programs, or choose a smaller model.',
    ])
  })

  it('ends after a time without requests', async () => {
    const { ask, processes } = open({ idleMs: 1 })
    await textOf(await ask())
    await expect.poll(() => [processes.stateOf('tiny'), workerPids()]).toEqual([null, []])
  })

  it('serves other programs until it is stopped', async () => {
    const { processes } = open()
    const stop = new AbortController()
    const answered: number[] = []
    const model = await folder.find('tiny')
    await processes.serve(model, settings, stop.signal, ({ port, token }) => {
      const headers = { authorization: `Bearer ${token}` }
      void fetch(`http://127.0.0.1:${port}/v1/models`, { headers }).then(({ status }) => {
        answered.push(status)
        stop.abort()
      })
    })
    expect([answered, workerPids()]).toEqual([[200], []])
  })

  it('that ends while it serves ends the serving with this reason', async () => {
    const { processes } = open()
    const serving = processes.serve(await folder.find('tiny'), settings, never, () => {
      for (const pid of workerPids()) process.kill(pid, 'SIGKILL')
    })
    await expect(serving).rejects.toThrow('ended (SIGKILL)')
  })

  it('that cannot be loaded is not served', async () => {
    const { processes } = open()
    const serving = processes.serve(await folder.find('foreign'), settings, never, () => {})
    await expect(serving).rejects.toMatchObject({ kind: 'bad_file' })
  })
})
