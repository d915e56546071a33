import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { DeadlineError, withDeadline } from './deadline'

const MINUTE = 60_000

/** Never resolves; rejects like the SDK when its request is aborted. */
const unanswered = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('given up'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
  })

it('a request without an answer in time rejects with a DeadlineError', async () => {
  const { signal } = new AbortController()
  await expect(withDeadline(1, signal, (request) => unanswered(request.signal))).rejects.toBeInstanceOf(DeadlineError)
})

it('an aborted request ends with the reason, before or after it is sent', async () => {
  const reason = new Error('stopped')
  const stopped = AbortSignal.abort(reason)
  await expect(withDeadline(MINUTE, stopped, (request) => unanswered(request.signal))).rejects.toBe(reason)
  const episode = new AbortController()
  const asking = withDeadline(MINUTE, episode.signal, (request) => unanswered(request.signal))
  episode.abort(reason)
  await expect(asking).rejects.toBe(reason)
})

it('an answered request retains nothing, although the SDK keeps its listener', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const episode = new AbortController()
  const answered = await withDeadline(MINUTE, episode.signal, async ({ signal }) => {
    signal.addEventListener('abort', () => {})
    return new WeakRef(signal)
  })
  await expect
    .poll(() => {
      collect()
      return answered.deref() === undefined
    })
    .toBe(true)
  episode.abort()
})
