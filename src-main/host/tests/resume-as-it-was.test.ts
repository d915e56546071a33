import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acts } from '../../llm/scripted-endpoint.testkit'
import { type Script, startScriptedEpisode, writeScriptedConfig } from '../episode/scripted-episode.testkit'

/** An episode of one turn, and a second turn after `between` changed its surroundings. */
async function playTwice(script: Partial<Script>, between: (configFile: string, logFile: string) => void) {
  const episode = await startScriptedEpisode({
    replies: () => acts('look'),
    ...script,
    start: { turnLimit: 1, ...script.start },
  })
  onTestFinished(() => episode.close())
  await episode.follow()
  const { episodeFolder } = episode
  between(join(dirname(dirname(episodeFolder)), 'zorkgpt.toml'), join(episodeFolder, 'events.jsonl'))
  // The episode runs for a moment longer, until its servers have exited.
  const resume = () => episode.host.api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 2, pace: 'batch' })
  await expect
    .poll(() =>
      resume().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return { ...(await episode.follow(({ turns }) => turns.length === 2)), requests: episode.endpoint.requests }
}

describe('an episode resumes as it began, whatever today’s settings are', () => {
  const setMcp = (enabled: boolean) => (configFile: string) =>
    void writeScriptedConfig(dirname(configFile), { mcp: { enabled } })

  it('with tools, where MCP is off today', async () => {
    const { of } = await playTwice({}, setMcp(false))
    expect(of('mcp_session_started').map(({ turn }) => turn)).toEqual([1, 2])
  })

  it('without tools, where MCP is on today', async () => {
    const { of, state } = await playTwice({ start: { mcp: false } }, setMcp(true))
    expect(state.turns).toHaveLength(2)
    expect(of('mcp_session_started')).toEqual([])
  })

  it('with the sampling of its model', async () => {
    const { requests } = await playTwice({ start: { mcp: false } }, (configFile) =>
      appendFileSync(configFile, '[agent_sampling]\ntemperature = 0.125\nmax_tokens = 77\n'),
    )
    const [before, after] = requests.map(({ temperature, max_tokens }) => ({ temperature, max_tokens }))
    expect(after).toEqual(before)
    expect(before?.temperature).not.toBe(0.125)
  })

  describe('with pauses passed, or not', () => {
    const start = { mcp: false, game: join(import.meta.dirname, '../../story/fixtures/standalone/pauses.z5') }
    const quote = { replies: () => acts('quote'), start }

    it('even if the setting differs today', async () => {
      const { state } = await playTwice(quote, (configFile) =>
        appendFileSync(configFile, '[game]\npass_pauses = false\n'),
      )
      expect(state.turns.map(({ observation }) => observation?.input)).toEqual(['line', 'line'])
    })

    it('as an older version played, without passing any', async () => {
      const { state } = await playTwice(quote, (_configFile, log) =>
        writeFileSync(log, readFileSync(log, 'utf8').replace('"game":{"pass_pauses":true},', '')),
      )
      expect(state.turns.map(({ observation }) => observation?.input)).toEqual(['line', 'char'])
    })
  })

  it('by its rules', async () => {
    const { state } = await playTwice({ start: { mcp: false, handicap: 'L4' } }, () => {})
    expect(state.turns.map(({ observation }) => (observation?.valid_actions ?? []).length > 0)).toEqual([true, true])
  })
})

it('an episode that was won, lost or ended cannot be resumed', async () => {
  const episode = await startScriptedEpisode({ replies: () => acts('look'), start: { turnLimit: 1, mcp: false } })
  onTestFinished(() => episode.close())
  await episode.follow()
  const log = join(episode.episodeFolder, 'events.jsonl')
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('"ended":"turn_limit"')
  const text = readFileSync(log, 'utf8')
  const resume = () => episode.host.api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 2, pace: 'batch' })
  for (const ended of ['won', 'died', 'game_over', 'halted']) {
    writeFileSync(log, text.replace('"ended":"turn_limit"', `"ended":"${ended}"`))
    await expect
      .poll(() =>
        resume().then(
          () => 'resumed',
          ({ kind }: { readonly kind: string }) => kind,
        ),
      )
      .toBe('not_resumable')
  }
})
