import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { TooLate, within } from './deadline'

const MINUTE = 60_000

/** Resolves never; rejects as the SDK does when its request is given up. */
const unanswered = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('given up'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
  })

it('what is not answered in its time is too late', async () => {
  const { signal } = new AbortController()
  await expect(within(1, signal, (request) => unanswered(request.signal))).rejects.toBeInstanceOf(TooLate)
})

it('what nobody wants any more is given up for that reason, before it is asked or later', async () => {
  const reason = new Error('stopped')
  const stopped = AbortSignal.abort(reason)
  await expect(within(MINUTE, stopped, (request) => unanswered(request.signal))).rejects.toBe(reason)
  const episode = new AbortController()
  const asking = within(MINUTE, episode.signal, (request) => unanswered(request.signal))
  episode.abort(reason)
  await expect(asking).rejects.toBe(reason)
})

it('nothing is left of what was answered, though the SDK still listens and the signal lives on', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const episode = new AbortController()
  const answered = await within(MINUTE, episode.signal, async ({ signal }) => {
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
