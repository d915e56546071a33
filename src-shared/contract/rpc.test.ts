import { describe, expect, it } from 'vitest'
import { ExpectedError, isExpected } from '../base/expected-error'
import type { HostApi } from './contract'
import { checkParams } from './contract'
import { type AnyApi, connectApi, type Port, serveApi } from './rpc'

/** Two connected ports that deliver in order and by structured clone, as real ones do. */
function portPair(): { near: Port & { close(): void }; far: Port & { close(): void } } {
  const ends = [0, 1].map(() => ({ messages: [] as ((message: unknown) => void)[], closes: [] as (() => void)[] }))
  const port = (own: number) => ({
    post: (message: unknown) => {
      const copy = structuredClone(message)
      queueMicrotask(() => ends[1 - own]?.messages.forEach((listener) => listener(copy)))
    },
    onMessage: (listener: (message: unknown) => void) => void ends[own]?.messages.push(listener),
    onClose: (listener: () => void) => void ends[own]?.closes.push(listener),
    close: () => ends.forEach(({ closes }) => closes.forEach((listener) => listener())),
  })
  return { near: port(0), far: port(1) }
}

const notAsked = () => Promise.reject(new Error('not asked for in this test'))
const base = new Proxy({}, { get: () => notAsked }) as AnyApi

function connected(api: Partial<Record<keyof HostApi, unknown>>) {
  const { near, far } = portPair()
  serveApi(
    far,
    {
      ...Object.fromEntries(['deleteSecret', 'getAppInfo'].map((name) => [name, base.getAppInfo])),
      ...api,
    } as unknown as AnyApi,
    checkParams,
  )
  return { api: connectApi<HostApi>(near), close: () => near.close(), near }
}

describe('serveApi and connectApi', () => {
  it('carry a command and its result', async () => {
    const { api } = connected({ deleteSecret: async ({ name }: { name: string }) => name === 'OPENAI' })
    await expect(api.deleteSecret({ name: 'OPENAI' })).resolves.toBe(true)
    await expect(api.deleteSecret({ name: 'OTHER' })).resolves.toBe(false)
  })

  it('refuse parameters that the contract does not allow, naming the field', async () => {
    const { api } = connected({})
    await expect(api.controlEpisode({ episodeId: '../../etc', command: 'stop' })).rejects.toMatchObject({
      kind: 'bad_input',
      message: expect.stringContaining('episodeId') as string,
    })
  })

  it('refuse them for a feed too, which then never starts', async () => {
    let begun = 0
    const watchEpisode = async function* () {
      begun++
      yield { events: [], live: true, warning: null }
    }
    const { api } = connected({ watchEpisode })
    const feed = api
      .watchEpisode({ episodeId: '../../etc', fromSeq: 0 }, new AbortController().signal)
      [Symbol.asyncIterator]()
    await expect(feed.next()).rejects.toMatchObject({
      kind: 'bad_input',
      message: expect.stringContaining('episodeId') as string,
    })
    expect(begun).toBe(0)
  })

  it('abort every feed of a port that closes, also one that waits', async () => {
    const signals: AbortSignal[] = []
    const { api, close } = connected({
      async *watchLibrary(_params: unknown, signal: AbortSignal) {
        signals.push(signal)
        yield { changed: [], removed: [] }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      },
    })
    const feeds = [1, 2].map(() => api.watchLibrary({}, new AbortController().signal)[Symbol.asyncIterator]())
    await Promise.all(feeds.map((feed) => feed.next()))
    const waiting = feeds[0]?.next()
    close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    await expect(waiting).rejects.toMatchObject({ kind: 'disconnected' })
  })

  it('carry an expected error without its stack', async () => {
    const refusal = new ExpectedError('bad_log', 'Line 3 is damaged.', { line: 3 })
    const { api, near } = connected({ getAppInfo: () => Promise.reject(refusal) })
    const crossed: unknown[] = []
    near.onMessage((message) => crossed.push(message))
    await expect(api.getAppInfo({})).rejects.toEqual(refusal)
    expect(crossed).toEqual([
      { id: 1, kind: 'error', error: { kind: 'bad_log', message: 'Line 3 is damaged.', detail: { line: 3 } } },
    ])
  })

  it('carry any other error as its message alone', async () => {
    const fault = Object.assign(new Error('EBADF: bad file descriptor'), { code: 'EBADF' })
    const { api } = connected({ getAppInfo: () => Promise.reject(fault) })
    const error: unknown = await api.getAppInfo({}).catch((reason: unknown) => reason)
    expect(isExpected(error)).toBe(false)
    expect(error).toEqual(new Error('EBADF: bad file descriptor'))
  })

  it('request the next batch only when the caller does', async () => {
    let made = 0
    const { api } = connected({
      async *watchLibrary() {
        for (;;) yield { changed: [], removed: [String(++made)] }
      },
    })
    const abort = new AbortController()
    const feed = api.watchLibrary({}, abort.signal)[Symbol.asyncIterator]()
    await feed.next()
    await feed.next()
    expect(made).toBe(2)
    await feed.return?.()
  })

  it('end a feed on both sides when the caller stops', async () => {
    let ended = false
    const { api } = connected({
      async *watchLibrary(_params: unknown, signal: AbortSignal) {
        try {
          yield { changed: [], removed: [] }
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        } finally {
          ended = true
        }
      },
    })
    const abort = new AbortController()
    for await (const _batch of api.watchLibrary({}, abort.signal)) queueMicrotask(() => abort.abort())
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(ended).toBe(true)
  })

  it('reject open calls when the port closes, and all later ones', async () => {
    const { api, close } = connected({ getAppInfo: () => new Promise(() => undefined) })
    const asked = api.getAppInfo({})
    close()
    await expect(asked).rejects.toMatchObject({ kind: 'disconnected' })
    await expect(api.getAppInfo({})).rejects.toMatchObject({ kind: 'disconnected' })
  })

  it('refuse calls beyond the limit, and answer again when some are done', async () => {
    let running = 0
    let finish = () => {}
    const done = new Promise<void>((resolve) => (finish = resolve))
    const { api } = connected({ deleteSecret: () => (running++, done.then(() => 'deleted')) })
    const asked = Promise.allSettled(Array.from({ length: 2000 }, () => api.deleteSecret({ name: 'OPENAI' })))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(running).toBe(500)
    finish()
    const kinds = (await asked).map((call) =>
      call.status === 'rejected' ? (call.reason as ExpectedError).kind : 'done',
    )
    expect(kinds.filter((kind) => kind === 'done')).toHaveLength(500)
    expect(kinds.filter((kind) => kind === 'not_possible')).toHaveLength(1500)
    await expect(api.deleteSecret({ name: 'OPENAI' })).resolves.toBe('deleted')
  })

  it('end a feed whose number is reused, and limit the open feeds', async () => {
    let open = 0
    const { near, close } = connected({
      watchLibrary(_params: unknown, signal: AbortSignal) {
        open++
        signal.addEventListener('abort', () => open--, { once: true })
        return (async function* () {
          yield { changed: [] }
        })()
      },
    })
    const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
    for (let count = 0; count < 50; count++) near.post({ id: 1, kind: 'open', name: 'watchLibrary', params: {} })
    await settled()
    expect(open).toBe(1)
    for (let id = 0; id < 2000; id++) near.post({ id, kind: 'open', name: 'watchLibrary', params: {} })
    await settled()
    expect(open).toBe(500)
    close()
    expect(open).toBe(0)
  })

  it('refuse parameters that are nested too deeply, before they are walked', async () => {
    const { api } = connected({})
    let value: unknown = 1
    for (let level = 0; level < 1000; level++) value = { value }
    await expect(api.checkSetting({ path: 'llm.headers', value: value as string })).rejects.toEqual(
      expect.objectContaining({
        kind: 'bad_input',
        message: 'The parameters of "checkSetting" are too many, or nested too deeply.',
      }),
    )
  })

  it('ignore foreign messages', async () => {
    const { api, near } = connected({ deleteSecret: async () => true })
    for (const junk of [null, 1, 'x', {}, { id: 'a', kind: 'call' }, { id: 1, kind: 'call' }, { id: 1, kind: 'other' }])
      near.post(junk)
    await expect(api.deleteSecret({ name: 'OPENAI' })).resolves.toBe(true)
  })

  it('answer a call of an unknown name with an error', async () => {
    const { near } = connected({})
    const answer = new Promise((resolve) => near.onMessage(resolve))
    near.post({ id: 7, kind: 'call', name: 'constructor', params: {} })
    await expect(answer).resolves.toEqual({
      id: 7,
      kind: 'error',
      error: { kind: 'bad_input', message: 'There is no command "constructor".' },
    })
  })

  it('refuse a feed as a command, a command as a feed, and unknown names', async () => {
    const { near, api } = connected({})
    const { signal } = new AbortController()
    const asFeed = (name: string) => (api as unknown as Record<string, typeof api.watchLibrary>)[name]?.({}, signal)
    for (const name of ['getAppInfo', 'toString', '__proto__', ''])
      await expect(asFeed(name)?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'bad_input' })
    const answer = new Promise((resolve) => near.onMessage(resolve))
    near.post({ id: 7, kind: 'call', name: 'watchLibrary', params: {} })
    await expect(answer).resolves.toMatchObject({ error: { kind: 'bad_input' } })
  })

  it('return an API that is not thenable, so that a promise can resolve to it', async () => {
    const { api } = connected({ getAppInfo: async () => 'here' })
    await expect((await Promise.resolve(api)).getAppInfo({})).resolves.toBe('here')
  })
})
