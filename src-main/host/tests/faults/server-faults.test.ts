import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { acts, calls } from '../../../llm/scripted-endpoint.testkit'
import { isRunning } from '../../../mcp/tests/processes.testkit'
import {
  isPaused,
  type Script,
  type ScriptedEpisode,
  startScriptedEpisode,
} from '../../episode/scripted-episode.testkit'

/** Faulty MCP servers: the episode continues, and its log records what happened. */
const episodes: ScriptedEpisode[] = []
const badDay = join(tmpdir(), `zorkgpt-bad-day-${process.pid}`)
afterEach(async () => {
  await Promise.all(episodes.splice(0).map((episode) => episode.close()))
  rmSync(badDay, { force: true })
})

async function play(script: Script) {
  const episode = await startScriptedEpisode(script)
  episodes.push(episode)
  return { episode, ...(await episode.follow()) }
}
const tool = (name: string, parameters: object = {}) =>
  calls({ name: `s__${name}`, arguments: JSON.stringify(parameters) })
const textLog = (episode: ScriptedEpisode) => readFileSync(join(episode.episodeFolder, 'episode.log'), 'utf8')

describe('an episode whose MCP server', () => {
  it('never answers a call: it times out, and the model decides', async () => {
    const { state, of, episode } = await play({
      replies: [tool('hang'), acts('look'), acts('wait')],
      mcp: { tool_call_timeout_seconds: 0.5 },
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_timeout')).toMatchObject([{ turn: 1, tool_name: 's.hang', timeout_seconds: 0.5 }])
    expect(state.turns.map(({ action }) => action?.action)).toEqual(['look', 'wait'])
    expect(textLog(episode)).toContain('[WARNING] Turn 1 Iteration 1: Tool call timeout: s.hang')
  })

  it('answers after the timeout: the answer is dropped, and the next call gets its own', async () => {
    const { state, of } = await play({
      replies: [tool('late', { ms: 3000 }), tool('late', { ms: 300 }), acts('look'), acts('wait')],
      mcp: { tool_call_timeout_seconds: 2.5 },
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_timeout')).toHaveLength(1)
    expect(of('mcp_tool_result')).toMatchObject([{ iteration: 2, content: 'too late' }])
  })

  it('dies in a call: the loop ends with a forced answer, and the next turn has a new server', async () => {
    const { state, of } = await play({ replies: [tool('crash'), acts('look'), tool('plain'), acts('wait')] })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_error')).toMatchObject([{ turn: 1, error: "the MCP server 's' exited with code 7" }])
    expect(of('llm_request').map(({ turn, forced }) => [turn, forced])).toEqual([
      [1, false],
      [1, true],
      [2, false],
      [2, false],
    ])
    expect(of('mcp_tool_result')).toMatchObject([{ turn: 2, content: 'just words' }])
  })

  it('dies in a call while a child holds its output open: it is noticed at once, and the child is ended', async () => {
    const { state, of, episode } = await play({
      replies: [tool('crash_with_grandchild'), acts('look'), acts('wait')],
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_error')).toMatchObject([
      { turn: 1, error: expect.stringContaining("the MCP server 's' exited with code 7: grandchild ") },
    ])
    await episode.host.close()
    expect(episode.pids().length).toBeGreaterThanOrEqual(3)
    expect(episode.pids().filter(isRunning)).toEqual([])
  })

  it('floods its output with noise and 3 MB of standard error: the turns are unaffected', async () => {
    const { state, of } = await play({
      server: ['--noise', '5000', '--stderr-mb', '3'],
      replies: [tool('plain'), acts('look'), acts('wait')],
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_result')).toMatchObject([{ content: 'just words' }])
    expect(state.totals.problems).toBe(0)
  })

  it('answers with 20 MB: model and log get the beginning and a notice', async () => {
    const { state, of, episode } = await play({
      replies: [tool('big', { bytes: 20e6 }), acts('look'), acts('wait')],
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_tool_result')[0]?.content).toMatch(/x\n\[cut: the first 200000 of 20000000 characters\]$/)
    expect(JSON.stringify(episode.endpoint.requests[1]).length).toBeLessThan(300_000)
    expect(readFileSync(join(episode.episodeFolder, 'events.jsonl')).length).toBeLessThan(1_000_000)
  })

  it('changes its tools in mid-episode: they are offered from the next turn on', async () => {
    const { state, of } = await play({
      replies: [tool('add_tool'), acts('look'), acts('wait')],
      mcp: { session_scope: 'episode' },
    })
    expect(state.ended?.ended).toBe('turn_limit')
    const offered = of('tools_offered').map(({ turn, tools }) => [
      turn,
      tools.some(({ function: { name } }) => name === 's.new_tool'),
    ])
    expect(offered).toEqual([
      [1, false],
      [2, true],
    ])
    expect(of('llm_request').map(({ tool_set }) => tool_set)).toEqual(
      [state.turns[0], state.turns[0], state.turns[1]].map((turn) => turn?.session?.tool_set),
    )
  })

  it('answers nothing at its start: turn 1 ends the episode with the reason', async () => {
    const { state, episode } = await play({
      server: ['--mute'],
      replies: [],
      mcp: { server_startup_timeout_seconds: 0.3 },
    })
    expect(state.ended).toMatchObject({
      ended: 'error',
      reason: expect.stringContaining("Failed to start MCP server 's': did not get ready within 0.3 s") as string,
    })
    await episode.host.close()
    expect(episode.pids().filter(isRunning)).toEqual([])
  })

  it('can no longer be started: one retry, then the episode continues without it', async () => {
    const breakDown = () => {
      writeFileSync(badDay, '')
      return acts('look')
    }
    const { state, of, episode } = await play({
      server: ['--fail-while', badDay],
      replies: breakDown,
      start: { turnLimit: 4 },
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_server_failed')).toMatchObject([
      { attempt: 1, will_retry: true },
      { attempt: 2, will_retry: false },
    ])
    expect(of('mcp_disabled_fallback')).toMatchObject([
      { server_name: 's', error: 'it exited with code 3 before it was ready' },
    ])
    expect(of('llm_request').at(-1)).toMatchObject({ turn: 4, tool_set: null })
    await episode.host.close()
    const turn = of('mcp_disabled_fallback')[0]?.turn
    expect(
      textLog(episode)
        .split('\n')
        .filter((line) => line.includes('MCP') && !line.includes('session started') && !line.includes('complete')),
    ).toEqual([
      '[INFO] MCP Manager initialized: s',
      `[WARNING] Turn ${turn}: MCP session connect failed, retrying: s: it exited with code 3 before it was ready: it is not my day`,
      `[WARNING] Turn ${turn}: MCP retry failed, disabling MCP for episode: s: it exited with code 3 before it was ready: it is not my day`,
      `[INFO] Turn ${turn}: Continuing without MCP tools: s`,
    ])
  })

  it('is off for the rest of the episode, also when it is resumed or forked later', async () => {
    let isBadDay = true
    const breakDown = () => {
      if (isBadDay) writeFileSync(badDay, '')
      return acts('look')
    }
    const { of, episode } = await play({
      server: ['--fail-while', badDay],
      replies: breakDown,
      start: { turnLimit: 4 },
    })
    const offAt = of('mcp_disabled_fallback')[0]?.turn ?? 0
    isBadDay = false
    rmSync(badDay)
    const started = episode.pids().length
    const { api } = episode.host
    await expect
      .poll(() =>
        api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 6, pace: 'batch' }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const resumed = await episode.follow()
    expect(resumed.state.turns.slice(4).map(({ session }) => session)).toEqual([null, null])
    const fork = async (turn: number) =>
      episode.follow(
        undefined,
        (await api.forkEpisode({ episodeId: episode.episodeId, turn, turnLimit: turn + 1, pace: 'batch' })).episodeId,
      )
    expect((await fork(5)).state.turns.at(-1)?.session).toBeNull()
    expect(episode.pids()).toHaveLength(started)
    expect((await fork(offAt - 1)).state.turns.at(-1)?.session?.servers).toMatchObject([{ name: 's', state: 'ready' }])
  })

  it('does not start once: the retry is logged, and every line of episode.log has its prefix', async () => {
    let isFirst = true
    const failOnce = () => {
      if (isFirst) writeFileSync(badDay, '')
      isFirst = false
      return acts('look')
    }
    const { state, of, episode } = await play({
      server: ['--fail-once', badDay],
      replies: failOnce,
      start: { turnLimit: 3 },
    })
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_retry_successful')).toMatchObject([{ server_name: 's' }])
    await episode.host.close()
    expect(textLog(episode)).toMatch(
      /^\[WARNING\] Turn \d: MCP session connect failed, retrying: s: .*\n\[INFO\] Turn \d: MCP session retry successful: s$/m,
    )
  })

  it('has new limits: a fork logs them, and keeps those of the copied turns', async () => {
    const { episode } = await play({ replies: () => acts('look'), mcp: { max_tool_iterations: 7 } })
    const settings = join(episode.episodeFolder, '../../zorkgpt.toml')
    writeFileSync(
      settings,
      readFileSync(settings, 'utf8').replace('max_tool_iterations = 7', 'max_tool_iterations = 9'),
    )
    const { episodeId } = await episode.host.api.forkEpisode({
      episodeId: episode.episodeId,
      turn: 1,
      turnLimit: 2,
      pace: 'batch',
    })
    await episode.follow(undefined, episodeId)
    await episode.host.close()
    const lines = readFileSync(join(episode.episodeFolder, '..', episodeId, 'episode.log'), 'utf8').split('\n')
    expect(lines.filter((line) => line.includes('session started'))).toEqual([
      '[INFO] Turn 1: MCP session started (max 7 iterations)',
      '[INFO] Turn 2: MCP session started (max 9 iterations)',
    ])
  })

  it('answers nothing at its start: the reason is one line of episode.log', async () => {
    const { episode } = await play({ server: ['--mute'], replies: [], mcp: { server_startup_timeout_seconds: 0.3 } })
    await episode.host.close()
    for (const line of textLog(episode).trimEnd().split('\n'))
      expect(line).toMatch(/^\[(?:DEBUG|INFO|WARNING|ERROR)\] /)
    expect(textLog(episode)).toContain(
      "[WARNING] Turn 1: Failed to start MCP server 's': did not get ready within 0.3 s\n",
    )
  })

  it('has a config file that breaks before its first turn: the previous servers are used, with the reason in the log', async () => {
    const episode = await startScriptedEpisode({
      replies: [tool('plain'), acts('look'), acts('wait')],
      start: { paused: true },
    })
    episodes.push(episode)
    await episode.follow(isPaused)
    writeFileSync(join(episode.episodeFolder, '../../mcp_config.json'), '{')
    await episode.host.api.controlEpisode({ episodeId: episode.episodeId, command: 'resume' })
    const { state, of } = await episode.follow()
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('mcp_manager_init')).toMatchObject([{ servers: ['s'] }])
    expect(of('mcp_init_error')).toMatchObject([
      { turn: 1, error: expect.stringContaining('cannot be used: line 1') as string },
    ])
    expect(state.turns[0]?.problems).toMatchObject([{ event_type: 'mcp_init_error' }])
    expect(of('mcp_tool_result')).toMatchObject([{ content: 'just words' }])
    await episode.host.close()
    expect(textLog(episode)).toContain('[ERROR] Turn 1: Failed to initialize MCP Manager: ')
  })
})
