import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { acts } from '../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const HALF = String.raw`\ud83d`

it('a log with half pairs of an older version is read, resumed and forked, and no request has one', async () => {
  const episode = await startScriptedEpisode({
    replies: () => acts('wait', 'because 😀'),
    start: { turnLimit: 4, mcp: false },
  })
  onTestFinished(() => episode.close())
  await episode.follow(({ turns }) => turns.length === 3)
  const sent = episode.endpoint.requests.length
  const file = join(episode.episodeFolder, 'events.jsonl')
  await episode.reopen(() => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('😀', HALF)))
  expect(readFileSync(file, 'utf8')).toContain(HALF)
  await episode.host.api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 8 })
  const { state } = await episode.follow(({ turns, ended }) => turns.length >= 8 || ended !== null)
  expect(state.turns).toHaveLength(8)
  const fork = await episode.host.api.forkEpisode({ episodeId: episode.episodeId, turn: 3, turnLimit: 6 })
  const { state: forked } = await episode.follow(({ ended }) => ended !== null, fork.episodeId)
  expect(forked.turns).toHaveLength(6)
  const later = episode.endpoint.requests.slice(sent)
  expect(later.length).toBeGreaterThan(6)
  expect(JSON.stringify(later)).not.toMatch(/\\ud83d/i)
})
