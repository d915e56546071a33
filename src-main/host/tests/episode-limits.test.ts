import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { acts, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import type { Host } from '../host'
import { openTestHost } from '../open-host.testkit'

async function untilRest(host: Host, episodeId: string, after = -1): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
    state = events.reduce(reduceEpisode, state)
    if (state.seq > after && (state.ended || state.control.mode === 'paused')) break
  }
  return state
}

it('an episode that used its tokens pauses with the reason, and continues to its end when resumed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'))
  const endpoint = await startScriptedEndpoint(() => acts('look'))
  const configFile = join(folder, 'zorkgpt.toml')
  writeFileSync(configFile, '# no limit yet\n')
  const host = await openTestHost(join(folder, 'data'), { configFile })
  onTestFinished(async () => {
    await host.close()
    await endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  })
  // Each reply of the endpoint counts 15 tokens.
  const { version } = await host.api.readSettings({})
  await host.api.saveSettings({ version, changes: [{ path: 'limits.tokens_per_episode', value: 40 }] })
  const { episodeId } = await host.api.startEpisode({
    game: 'glass-weather',
    player: 'llm',
    model: 'scripted-1',
    baseUrl: endpoint.baseUrl,
    seed: 1,
    pace: 'batch',
    turnLimit: 5,
  })
  const paused = await untilRest(host, episodeId)
  expect(paused.control).toEqual({
    mode: 'paused',
    reason: 'Paused: over 40 tokens, the limit of an episode. Resume to continue without it',
  })
  expect(paused.turns).toHaveLength(3)
  await host.api.controlEpisode({ episodeId, command: 'resume' })
  expect((await untilRest(host, episodeId, paused.seq + 1)).ended?.ended).toBe('turn_limit')
})
