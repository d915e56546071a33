import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isDraft } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { openTestHost } from '../../../src-main/host/open-host.testkit'
import { says, startScriptedEndpoint } from '../../../src-main/llm/scripted-endpoint.testkit'
import { figuresOf } from './episode-figures'
import { NO_FAULTS, TYPICAL_FAULTS } from './faults'
import { IMPERFECT_MODEL } from './imperfect-client'
import { createImperfectModel } from './imperfect-model'
import { playWithFaults } from './play-with-faults.testkit'
import type { ReadMessage } from './read-prompt'

const root = resolve(import.meta.dirname, '../../..')
const bundled = join(root, 'build/story/glass-weather.z5')

const actionsOf = ({ turns }: EpisodeState) => turns.map(({ action }) => action?.action)

describe('an imperfect model at play', () => {
  it('gives the same actions in this process as behind a host and over HTTP', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'imperfect-'))
    const model = createImperfectModel({ seed: 5, faults: TYPICAL_FAULTS })
    const endpoint = await startScriptedEndpoint(
      ({ messages }) => says(model.answer(messages as readonly ReadMessage[])),
      [{ id: IMPERFECT_MODEL }],
    )
    const host = await openTestHost(dataFolder)
    let state = emptyEpisode
    try {
      const { episodeId } = await host.api.startEpisode({
        game: 'glass-weather',
        player: 'llm',
        model: IMPERFECT_MODEL,
        baseUrl: endpoint.baseUrl,
        seed: 5,
        pace: 'batch',
        mcp: false,
        turnLimit: 40,
      })
      for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
        state = events.filter((event) => !isDraft(event)).reduce(reduceEpisode, state)
        if (state.ended) break
      }
    } finally {
      await host.close()
      await endpoint.close()
      rmSync(dataFolder, { recursive: true, force: true })
    }
    const here = await playWithFaults(bundled, 5, 40, TYPICAL_FAULTS, state.manifest?.mind)
    expect(actionsOf(state)).toHaveLength(40)
    expect(actionsOf(here)).toEqual(actionsOf(state))
  })

  it('without a fault wins the bundled story', async () => {
    const figures = figuresOf(await playWithFaults(bundled, 1, 200, NO_FAULTS))
    expect(figures).toMatchObject({ score: 100 })
    expect(figures.refused).toBeLessThan(0.1)
  })
})
