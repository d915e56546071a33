import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { helpOf } from '@shared/episode/projections/help'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { loadEpisode } from '../../episode/load-episode'
import { acts, calls, chunksOf } from '../../llm/scripted-endpoint.testkit'
import { isPaused, type Script, type ScriptedEpisode, startScriptedEpisode } from '../episode/scripted-episode.testkit'

let episode: ScriptedEpisode
afterEach(() => episode.close())

/** A reply that starts and never ends. */
const stalled = { kind: 'stall', chunks: chunksOf({ content: '{"thinking": "because", "act' }).slice(0, 2) } as const
const tool = (name: string) => calls({ name: `s__${name}`, arguments: '{}' })

async function open(script: Script, start: Script['start'] = {}) {
  episode = await startScriptedEpisode({ ...script, start: { turnLimit: 3, ...start } })
  const { episodeId, host } = episode
  return {
    api: host.api,
    say: (action: string, turn?: number) => host.api.submitAction({ episodeId, action, turn }),
    hint: (text: string) => host.api.giveHint({ episodeId, text }),
    control: (command: 'pause' | 'resume' | 'step_turn' | 'step_iteration' | 'cancel_call') =>
      host.api.controlEpisode({ episodeId, command }),
  }
}

const actionsOf = ({ turns }: EpisodeState) => turns.map(({ action }) => [action?.action, action?.source])
const isPausedAfter = (turn: number) => (state: EpisodeState) => isPaused(state) && state.turns.length === turn
const streams = ({ openTurn }: EpisodeState) => (openTurn?.iterations.at(-1)?.draft?.length ?? 0) > 0

it('the duration of a turn leaves out the pauses in it', async () => {
  const { control } = await open({ replies: [tool('hello'), acts('look')] }, { paused: true, turnLimit: 1 })
  await episode.follow(isPaused)
  await control('step_iteration')
  await episode.follow(({ openTurn, control: { mode } }) => openTurn !== null && mode === 'paused')
  await sleep(400)
  await control('step_turn')
  const { of } = await episode.follow(isPausedAfter(1))
  const [started] = of('turn_started')
  const [completed] = of('turn_completed')
  const tookMs = Date.parse(completed?.at ?? '') - Date.parse(started?.at ?? '')
  expect(completed?.duration_ms).toBeLessThan(tookMs - 390)
})

describe('an action that a person enters in an agent’s episode', () => {
  it('leaves the time until it was entered out of the duration of its turn', async () => {
    const { say } = await open({ replies: [stalled] }, { mcp: false, turnLimit: 1 })
    await episode.follow(streams)
    await sleep(400)
    await say('wait', 1)
    const { of } = await episode.follow()
    const [started] = of('turn_started')
    const [completed] = of('turn_completed')
    const tookMs = Date.parse(completed?.at ?? '') - Date.parse(started?.at ?? '')
    expect(completed?.duration_ms).toBeLessThan(tookMs - 390)
  })

  it('is played by a paused episode, which pauses again; the next turn is the agent’s', async () => {
    const { say, control } = await open({ replies: () => acts('look') }, { paused: true, mcp: false })
    await episode.follow(isPaused)
    await say('wait', 1)
    const paused = await episode.follow(isPausedAfter(1))
    expect([actionsOf(paused.state), paused.state.control.reason]).toEqual([
      [['wait', 'human']],
      'Paused after an action by a person',
    ])
    expect(episode.endpoint.requests).toEqual([])
    await control('resume')
    const { state } = await episode.follow()
    expect(actionsOf(state)).toEqual([
      ['wait', 'human'],
      ['look', 'model'],
      ['look', 'model'],
    ])
    expect(helpOf(state)).toEqual({ turns: 1, hints: 0, discarded: 0, notes: 0 })
  })

  it('ends the current model call, and the agent continues by itself', async () => {
    const { say } = await open({ replies: [stalled, acts('look'), acts('wait')] }, { mcp: false })
    await episode.follow(streams)
    await say('sing', 1)
    const { state, of } = await episode.follow()
    await episode.endpoint.dropped(0)
    expect(actionsOf(state)).toEqual([
      ['sing', 'human'],
      ['look', 'model'],
      ['wait', 'model'],
    ])
    expect(of('llm_error')).toMatchObject([{ turn: 1, iteration: 1, code: 'canceled' }])
    expect([state.turns[0]?.problems, of('control_changed')]).toEqual([[], []])
    // The log has the whole next request, although the previous one was cancelled.
    expect(episode.endpoint.requests[1]?.messages).toHaveLength(messagesSent(state, 2, 1)?.length ?? 0)
    expect(JSON.stringify(episode.endpoint.requests[1])).toContain('entered this action in my place')
  })

  it('ends the current tool call and leaves nothing running', async () => {
    const { say } = await open({
      replies: [tool('hang'), acts('look'), acts('wait')],
    })
    await episode.follow(({ openTurn }) => openTurn?.iterations[0]?.toolCalls[0]?.status === 'running')
    await say('sing')
    const { state, of } = await episode.follow()
    expect(actionsOf(state).map(([action]) => action)).toEqual(['sing', 'look', 'wait'])
    expect(of('mcp_tool_skipped')).toMatchObject([{ turn: 1, tool_name: 's.hang', after: 'take_over' }])
    expect(state.turns[0]?.iterations[0]?.toolCalls).toMatchObject([{ status: 'skipped' }])
    expect([state.turns[0]?.problems, of('mcp_server_failed')]).toEqual([[], []])
  })

  it('does not wait for a starting server, nor take it from later turns', async () => {
    const { say } = await open(
      { replies: [], server: ['--mute'], mcp: { server_startup_timeout_seconds: 60 } },
      { turnLimit: 1 },
    )
    await episode.follow(({ openTurn }) => openTurn !== null)
    await say('sing')
    const { state, of } = await episode.follow()
    expect([actionsOf(state), of('mcp_server_failed'), of('mcp_disabled_fallback')]).toEqual([
      [['sing', 'human']],
      [],
      [],
    ])
  })

  it('ends a turn that waits before a call', async () => {
    const { say, control } = await open({ replies: [tool('plain'), acts('look')] }, { paused: true, turnLimit: 2 })
    await episode.follow(isPaused)
    await control('step_iteration')
    await episode.follow((state) => isPaused(state) && state.openTurn?.iterations[0]?.response != null)
    await say('sing', 1)
    const { state } = await episode.follow(isPausedAfter(1))
    expect(actionsOf(state)).toEqual([['sing', 'human']])
  })

  it('is refused while another one waits, and for a turn whose action was chosen', async () => {
    const { say, control } = await open({ replies: () => acts('look') }, { paused: true, mcp: false })
    await episode.follow(isPaused)
    const both = await Promise.allSettled([say('wait', 1), say('sing', 1)])
    expect(both).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { kind: 'not_possible', message: expect.stringContaining('"wait"') as string } },
    ])
    await episode.follow(isPausedAfter(1))
    await expect(say('sing', 1)).rejects.toMatchObject({
      kind: 'not_possible',
      message: 'The action of turn 1 was already played: enter the action of turn 2.',
    })
    await control('step_turn')
    const { state } = await episode.follow(isPausedAfter(2))
    expect(actionsOf(state)).toEqual([
      ['wait', 'human'],
      ['look', 'model'],
    ])
  })

  it('is played before a pause that was requested earlier', async () => {
    const { say, control } = await open({ replies: [stalled] }, { mcp: false })
    await episode.follow(streams)
    await control('pause')
    await say('sing')
    const { state } = await episode.follow(isPausedAfter(1))
    expect([actionsOf(state), state.control.reason]).toEqual([[['sing', 'human']], 'Paused by the user'])
  })

  it('is the action of a turn whose model is unavailable', async () => {
    const { say } = await open({ replies: () => ({ kind: 'error', status: 401 }) }, { mcp: false })
    await episode.follow(isPaused)
    await say('sing', 1)
    const { state } = await episode.follow(isPausedAfter(1))
    expect(actionsOf(state)).toEqual([['sing', 'human']])
  })

  it('is refused once the episode is over', async () => {
    const { say } = await open({ replies: () => acts('look') }, { mcp: false, turnLimit: 1 })
    await episode.follow()
    await expect(say('sing')).rejects.toMatchObject({ kind: 'not_possible' })
  })
})

describe('a hint', () => {
  const messagesOf = (request: Record<string, unknown> | undefined) =>
    (request?.messages ?? []) as { content: string }[]
  const promptOf = (request: Record<string, unknown> | undefined) => messagesOf(request).at(-1)?.content ?? ''

  it('is in the next prompt of the agent and stays in its history, and is logged as help', async () => {
    const { hint, control } = await open({ replies: () => acts('look') }, { paused: true, mcp: false })
    await episode.follow(isPaused)
    await hint('Look under the stone.')
    await control('resume')
    const { state, of } = await episode.follow()
    expect(of('hint_given')).toMatchObject([{ turn: 1, text: 'Look under the stone.' }])
    const [first, second] = episode.endpoint.requests
    expect(promptOf(first)).toContain('The person who watches you play suggests:\nLook under the stone.')
    expect(promptOf(second)).not.toContain('Look under the stone.')
    expect(messagesOf(second).slice(0, 2)).toEqual(messagesOf(first))
    expect(helpOf(state)).toEqual({ turns: 0, hints: 1, discarded: 0, notes: 0 })
  })

  it('is in no prompt and does not count as help if it is withdrawn in time', async () => {
    const { api, hint, control } = await open(
      { replies: () => acts('look') },
      { paused: true, mcp: false, turnLimit: 1 },
    )
    const withdraw = (text: string) => api.withdrawHint({ episodeId: episode.episodeId, turn: 1, text })
    await episode.follow(isPaused)
    await hint('Go north.')
    await hint('Go south.')
    await withdraw('Go north.')
    await expect(withdraw('Go north.')).rejects.toMatchObject({ kind: 'not_possible' })
    await control('resume')
    const { state } = await episode.follow()
    expect(promptOf(episode.endpoint.requests[0])).toContain('Go south.')
    expect(promptOf(episode.endpoint.requests[0])).not.toContain('Go north.')
    expect(helpOf(state)).toEqual({ turns: 0, hints: 1, discarded: 0, notes: 0 })
    await expect(withdraw('Go south.')).rejects.toMatchObject({ kind: 'not_possible' })
  })

  it('reaches a cancelled call when it is repeated, otherwise the next turn', async () => {
    const { hint, control } = await open(
      { replies: [stalled, acts('look'), acts('wait')] },
      { mcp: false, turnLimit: 2 },
    )
    await episode.follow(streams)
    await hint('Later.')
    await control('cancel_call')
    await episode.follow(isPaused)
    await hint('Now.')
    await control('resume')
    const { of, state } = await episode.follow()
    expect(of('hint_given').map(({ turn, text }) => [turn, text])).toEqual([
      [2, 'Later.'],
      [1, 'Now.'],
    ])
    expect(episode.endpoint.requests.map(promptOf).map((text) => /(Later|Now)\./.exec(text)?.[1])).toEqual([
      undefined,
      'Now',
      'Later',
    ])
    expect(messagesSent(state, 1, 1)?.at(-1)?.content).toBe(promptOf(episode.endpoint.requests[1]))
  })

  it('is refused by a player without a model, and by an ended episode', async () => {
    const { api } = await open({ replies: () => acts('look') }, { mcp: false, turnLimit: 1 })
    await episode.follow()
    await expect(api.giveHint({ episodeId: episode.episodeId, text: 'x' })).rejects.toMatchObject({
      kind: 'not_possible',
    })
    const { episodeId } = await api.startEpisode({
      game: 'glass-weather',
      player: 'explorer',
      mcp: false,
      paused: true,
    })
    await expect(api.giveHint({ episodeId, text: 'Go north.' })).rejects.toMatchObject({
      kind: 'not_possible',
      message: expect.stringContaining('does not read hints') as string,
    })
  })

  it('survives the host: it is on disk when accepted, and in the next prompt', async () => {
    const { api, hint, say } = await open({ replies: () => acts('look') }, { paused: true, mcp: false })
    await episode.follow(isPaused)
    await say('wait')
    await episode.follow(isPausedAfter(1))
    await hint('Look under the stone.')
    const before = await loadEpisode(episode.episodeFolder)
    expect(before.state.hints).toEqual([{ turn: 2, text: 'Look under the stone.' }])
    const watching = api.watchEpisode({ episodeId: episode.episodeId, fromSeq: 0 }, new AbortController().signal)
    for await (const { savedSeq } of watching) {
      expect(savedSeq).toBe(before.state.seq)
      break
    }
    await episode.reopen()
    await episode.host.api.resumeEpisode({ episodeId: episode.episodeId, pace: 'batch' })
    const { state } = await episode.follow()
    expect(state).toEqual((await loadEpisode(episode.episodeFolder)).state)
    expect(promptOf(episode.endpoint.requests[0])).toContain('Look under the stone.')
    expect(helpOf(state)).toEqual({ turns: 1, hints: 1, discarded: 0, notes: 0 })
  })
})

it('a discarded answer is counted in the fork, where the agent answers again', async () => {
  const { api } = await open({ replies: () => acts('look') }, { mcp: false, turnLimit: 2 })
  await episode.follow()
  const { episodeId } = await api.forkEpisode({
    episodeId: episode.episodeId,
    turn: 1,
    answersAgain: true,
    turnLimit: 2,
    pace: 'batch',
  })
  const { state } = await episode.follow(undefined, episodeId)
  expect([state.forkedFrom?.turn, helpOf(state), helpOf(emptyEpisode)]).toEqual([
    1,
    { turns: 0, hints: 0, discarded: 1, notes: 0 },
    null,
  ])
})

describe('the hints of a turn, and one that waits,', () => {
  const promptsOf = () =>
    episode.endpoint.requests.map(({ messages }) => (messages as { content: string }[]).at(-1)?.content)
  const source = { server_name: 's', kind: 'prompt', name: 'advise' } as const
  /** Paused after two turns; the second was played with two hints, a third waits. */
  async function hinted() {
    const { api, hint, control } = await open({ replies: () => acts('look') }, { paused: true, mcp: false })
    const { episodeId } = episode
    await control('step_turn')
    await episode.follow(isPausedAfter(1))
    await hint('Look under the stone.')
    await hint('Never read.')
    await api.withdrawHint({ episodeId, turn: 2, text: 'Never read.' })
    await api.giveHint({ episodeId, text: 'Ask the gardener.', source })
    await control('step_turn')
    await episode.follow(isPausedAfter(2))
    await hint('Go north.')
    return (choices: object) =>
      api
        .forkEpisode({ episodeId, turn: 1, turnLimit: 3, pace: 'batch', ...choices })
        .then((fork) => episode.follow(undefined, fork.episodeId))
  }
  const given = [
    { turn: 2, text: 'Look under the stone.' },
    { turn: 2, text: 'Ask the gardener.', source },
  ]

  it('are in the prompt of the turn that is answered again, and count as help of the fork', async () => {
    const fork = await hinted()
    const { state } = await fork({ answersAgain: true })
    expect(state.hints).toEqual([...given, { turn: 2, text: 'Go north.' }])
    const [, before, again] = promptsOf()
    expect(again).toBe(before?.replace('Ask the gardener.\n', 'Ask the gardener.\nGo north.\n'))
    expect(helpOf(state)).toEqual({ turns: 0, hints: 3, discarded: 1, notes: 0 })
  })

  it('stay in a fork at the turn before, except for the one that waits, or are left out on request', async () => {
    const fork = await hinted()
    expect((await fork({})).state.hints).toEqual(given)
    const { state } = await fork({ hints: false })
    expect([state.hints, helpOf(state)]).toEqual([[], null])
    expect((await fork({ player: 'explorer' })).state.hints).toEqual([])
    const [, before, kept, , left] = promptsOf()
    expect([kept === before, left?.includes('stone.')]).toEqual([true, false])
  })

  it('are left out if they were given during the turn that both episodes have', async () => {
    const { api, hint, say } = await open(
      { replies: [stalled, acts('look'), acts('look')] },
      { mcp: false, turnLimit: 2 },
    )
    await episode.follow(streams)
    await hint('For turn 2.')
    await say('wait')
    const { episodeId } = episode
    await episode.follow()
    const fork = await api.forkEpisode({ episodeId, turn: 1, hints: false, turnLimit: 2, pace: 'batch' })
    const { state, of } = await episode.follow(undefined, fork.episodeId)
    expect([state.hints, of('hint_withdrawn')]).toEqual([[], [expect.objectContaining({ text: 'For turn 2.' })]])
  })
})
