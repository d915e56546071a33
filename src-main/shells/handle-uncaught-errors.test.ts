import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EpisodeEvent } from '@shared/episode/log/event'
import { openTestHost } from '../host/open-host.testkit'
import { handleUncaughtErrors, type FaultPolicy } from './handle-uncaught-errors'

/** The kinds of which the handlers of the test runner are removed, because these would fail the tests. */
const KINDS = ['uncaughtException', 'unhandledRejection'] as const
const others = new Map<(typeof KINDS)[number], readonly ((...given: never[]) => void)[]>()
beforeEach(() => {
  for (const kind of KINDS) {
    others.set(kind, process.listeners(kind as 'uncaughtException'))
    process.removeAllListeners(kind)
  }
})
afterEach(() => {
  for (const kind of KINDS) {
    process.removeAllListeners(kind)
    for (const listener of others.get(kind) ?? []) process.on(kind, listener as never)
  }
})

function survive(over: Partial<FaultPolicy> = {}) {
  const seen = { faults: [] as string[], ends: 0 }
  handleUncaughtErrors({
    onFault: ({ message }) => void seen.faults.push(message),
    mostAMinute: 3,
    end: () => seen.ends++,
    ...over,
  })
  return seen
}

const ways: Readonly<Record<string, (error: Error) => void>> = {
  'thrown by a timer': (error) =>
    void setTimeout(() => {
      throw error
    }),
  'thrown outside of any wait': (error) =>
    void Promise.resolve().then(() => {
      throw error
    }),
}

describe('an uncaught error', () => {
  it.each(Object.entries(ways))(
    '%s ends the episode whose work it was, with the reason in its log, and not the other',
    async (_way, fail) => {
      const seen = survive()
      const folder = await mkdtemp(join(tmpdir(), 'outlive-'))
      let isArmed = false
      const now = () => {
        if (isArmed) fail(new Error('The lamp exploded.'))
        isArmed = false
        return new Date()
      }
      const received: string[] = []
      const host = await openTestHost(join(folder, 'data'), {
        now,
        onFault: ({ message }) => void received.push(message),
      })
      try {
        const start = async (paused: boolean) =>
          (
            await host.api.startEpisode({
              game: 'glass-weather',
              player: 'random',
              seed: 1,
              pace: 'batch',
              turnLimit: 40,
              mcp: false,
              paused,
            })
          ).episodeId
        const [struck, other] = [await start(true), await start(true)]
        const ending = async (episodeId: string) => {
          const events: EpisodeEvent[] = []
          for await (const batch of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal))
            events.push(...batch.events)
          return events
            .filter(({ event_type }) => event_type === 'episode_ended')
            .map((event) => ('ended' in event ? [event.ended, event.reason] : []))
        }
        await host.api.controlEpisode({ episodeId: struck, command: 'step_turn' })
        isArmed = true
        expect(await ending(struck)).toEqual([['error', 'The lamp exploded.']])
        await host.api.controlEpisode({ episodeId: other, command: 'resume' })
        expect(await ending(other)).toMatchObject([['turn_limit', expect.any(String)]])
        expect(received).toEqual(['The lamp exploded.'])
        expect(seen).toEqual({ faults: [], ends: 0 })
      } finally {
        await host.close()
        await rm(folder, { recursive: true, force: true })
      }
    },
  )

  it('of no episode is reported, and only repeated errors end the process', async () => {
    const seen = survive()
    const fail = async (count: number) => {
      for (let times = 0; times < count; times++)
        await new Promise<void>((resolve) =>
          setTimeout(() => {
            setTimeout(resolve)
            throw new Error('no lamp')
          }),
        )
    }
    await fail(3)
    expect(seen).toEqual({ faults: ['no lamp', 'no lamp', 'no lamp'], ends: 0 })
    await fail(3)
    expect(seen).toMatchObject({ faults: { length: 4 }, ends: 1 })
  })
})
