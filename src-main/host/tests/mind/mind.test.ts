import { describe, expect, it, onTestFinished } from 'vitest'
import { PRESET_PARTS } from '@shared/agent/mind-presets'
import { isLive } from '@shared/episode/log/mind-state'
import { helpOf } from '@shared/episode/projections/help'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { acts, says } from '../../../llm/scripted-endpoint.testkit'
import { isPaused, startScriptedEpisode } from '../../episode/scripted-episode.testkit'

const start = { mcp: false } as const

describe('the guard of an episode', () => {
  const mind = { preset: 'none', on: ['guard'] }

  it('asks once more, at a higher temperature, before a failed command is repeated, and plays the second answer', async () => {
    const actions = ['xyzzy', 'xyzzy', 'north', 'east']
    const episode = await startScriptedEpisode({
      replies: (_, index) => acts(actions[index] ?? 'look'),
      mind,
      start: { ...start, turnLimit: 3 },
    })
    onTestFinished(() => episode.close())
    const { state, of } = await episode.follow()
    expect(state.turns.map(({ action }) => [action?.action, action?.attempt, action?.insisted])).toEqual([
      ['xyzzy', undefined, undefined],
      ['north', 2, undefined],
      ['east', undefined, undefined],
    ])
    expect(of('critic_verdict').map(({ turn, by, verdict }) => [turn, by, verdict])).toEqual([[2, 'rule', 'reject']])
    expect(state.turns[1]?.proposals?.[0]).toMatchObject({ action: 'xyzzy', attempt: 1 })
    const { messages } = episode.endpoint.requests[2] as { messages: readonly { content: string }[] }
    expect(messages.at(-1)?.content).toMatch(/^Before it is played: "xyzzy" came to nothing on turn 1/)
    expect(episode.endpoint.requests.map(({ temperature }) => temperature)).toEqual([0.6, 0.6, 1, 0.6])
  })

  it('asks again at most twice per turn, the second time for an untried command, and then plays the answer', async () => {
    const episode = await startScriptedEpisode({
      replies: () => acts('xyzzy'),
      mind,
      start: { ...start, turnLimit: 4 },
    })
    onTestFinished(() => episode.close())
    const { state } = await episode.follow()
    expect(episode.endpoint.requests).toHaveLength(10)
    expect(state.turns.map(({ action }) => action?.insisted)).toEqual([undefined, true, true, true])
    const actionsOf = (request: Record<string, unknown> | undefined) =>
      JSON.stringify(request?.response_format).match(/"action":\{[^}]*\}/)?.[0]
    expect(actionsOf(episode.endpoint.requests[2])).toBe('"action":{"type":"string"}')
    expect(actionsOf(episode.endpoint.requests[3])).toMatch(/"enum":\["\w+/)
  })

  it('plays the first action if the second answer is unreadable', async () => {
    const episode = await startScriptedEpisode({
      replies: (_, index) => (index === 2 ? says('I will not.') : acts('xyzzy')),
      mind,
      start: { ...start, turnLimit: 2 },
    })
    onTestFinished(() => episode.close())
    const { state } = await episode.follow()
    expect(state.turns[1]?.action).toMatchObject({ action: 'xyzzy', source: 'model', attempt: 1, insisted: true })
  })
})

describe('notes and objectives of an episode', () => {
  const answer = (fields: object) => says(JSON.stringify({ thinking: 'so', action: 'look', ...fields }))
  const note = { kind: 'danger', subject: 'fog', value: '', text: 'The fog thickens at noon.', lasts: 'world' }

  it('are as the model gave them, appear in the next prompt, and are the same after a resume', async () => {
    const replies = [
      answer({ new_objective: 'find the barometer', note, expect: 'a look around' }),
      answer({ new_objective: null, note: { ...note, text: 'the fog thickens at noon' }, done_objective: 'o1' }),
      answer({ new_objective: 'find the barometer', note: 'nonsense', done_objective: 7 }),
      answer({}),
    ]
    const mind = { preset: 'none', on: ['notes', 'objectives'] }
    const episode = await startScriptedEpisode({ replies, mind, start: { ...start, turnLimit: 3 } })
    onTestFinished(() => episode.close())
    const { state } = await episode.follow()
    expect(state.mind.notes.map(({ id, text, confirmedIn, by }) => [id, text, confirmedIn, by])).toEqual([
      ['n1', 'The fog thickens at noon.', [2], 'actor'],
    ])
    expect(state.objectives.map(({ id, text, closed }) => [id, text, closed?.how])).toEqual([
      ['o1', 'find the barometer', 'done'],
      ['o2', 'find the barometer', undefined],
    ])
    expect(state.turns[0]?.action?.expect).toBe('a look around')
    const { messages } = episode.endpoint.requests[1] as { messages: readonly { content: string }[] }
    expect(messages[0]?.content).toContain('"done_objective"')
    expect(messages.at(-1)?.content).toMatch(/Notes:\n- n1 danger at .*The fog thickens at noon\./)
    expect(messages.at(-1)?.content).toContain('Objectives:\n- o1: find the barometer (since turn 1)')
    await episode.reopen()
    await episode.host.api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 4 })
    const again = await episode.follow(({ turns }) => turns.length === 4)
    expect(again.state.mind.notes).toEqual(state.mind.notes)
    expect(again.state.objectives.filter(isLive).map(({ id }) => id)).toEqual(['o2'])
  })

  it('are absent from prompt, answer schema and log if their parts are off', async () => {
    const replies = () => answer({ new_objective: 'find it', note, expect: 'all' })
    const episode = await startScriptedEpisode({ replies, mind: { preset: 'none' }, start: { ...start, turnLimit: 2 } })
    onTestFinished(() => episode.close())
    const { state, of } = await episode.follow()
    expect([...of('note_written'), ...of('objective_set')]).toEqual([])
    expect(state.turns[0]?.action).not.toHaveProperty('expect')
    expect(JSON.stringify(episode.endpoint.requests)).not.toMatch(/done_objective|\\"note\\"/)
    expect(state.objectives).toHaveLength(1)
  })
})

describe('the preset of an episode', () => {
  it('is the one chosen at start, in manifest and summary, also after a resume and a fork', async () => {
    const episode = await startScriptedEpisode({
      replies: () => acts('look'),
      mind: { preset: 'standard', off: ['guard'] },
      start: { ...start, mind: 'full', turnLimit: 1 },
    })
    onTestFinished(() => episode.close())
    const { state } = await episode.follow()
    expect(state.manifest?.mind).toMatchObject({ preset: 'full' })
    expect(state.manifest?.mind?.parts).toEqual([...PRESET_PARTS.full].filter((part) => part !== 'guard'))
    expect(summarizeEpisode(state)?.mind).toBe('full')
    const api = episode.host.api
    const { episodeId } = await api.forkEpisode({ episodeId: episode.episodeId, turn: 1, turnLimit: 2 })
    const fork = await episode.follow(undefined, episodeId)
    expect(fork.state.manifest?.mind).toEqual(state.manifest?.mind)
    const other = await api.forkEpisode({ episodeId: episode.episodeId, turn: 1, turnLimit: 2, mind: 'none' })
    expect((await episode.follow(undefined, other.episodeId)).state.manifest?.mind).toMatchObject({
      preset: 'none',
      parts: [],
    })
  })

  it('is absent for players without a model', async () => {
    const episode = await startScriptedEpisode({ replies: [], start: { ...start, player: 'random', turnLimit: 1 } })
    onTestFinished(() => episode.close())
    const { state } = await episode.follow()
    expect(state.manifest?.mind).toBeUndefined()
    expect(summarizeEpisode(state)?.mind).toBeNull()
  })
})

describe('a user’s notes for the player', () => {
  const note = { kind: 'puzzle', subject: 'gate', value: '', text: 'The gate needs a card.', lasts: 'episode' } as const

  it('are in the next prompt, count as help, survive a kill, and can be edited and closed', async () => {
    const episode = await startScriptedEpisode({
      replies: () => acts('look'),
      mind: { preset: 'none', on: ['notes', 'objectives'] },
      start: { ...start, turnLimit: 4, paused: true },
    })
    onTestFinished(() => episode.close())
    const { episodeId } = episode
    await episode.follow(isPaused)
    await episode.host.api.writeNote({ episodeId, note, place: null })
    await episode.host.api.setObjective({ episodeId, text: 'find a card' })
    await episode.host.api.writeNote({
      episodeId,
      note: { ...note, text: 'A card opens it.' },
      place: null,
      supersedes: 'n1',
    })
    await episode.host.api.controlEpisode({ episodeId, command: 'step_turn' })
    const { state } = await episode.follow((now) => now.turns.length === 1 && isPaused(now))
    expect(state.mind.notes.map(({ by, text, closed }) => [by, text, closed?.why])).toEqual([
      ['person', 'The gate needs a card.', 'superseded'],
      ['person', 'A card opens it.', undefined],
    ])
    const { messages } = episode.endpoint.requests[0] as { messages: readonly { content: string }[] }
    expect(messages.at(-1)?.content).toMatch(/A card opens it\..*Objectives:\n- o1: find a card/s)
    expect(helpOf(state)).toMatchObject({ notes: 3 })
    await episode.host.api.closeObjective({ episodeId, id: 'o1' })
    await episode.reopen()
    await episode.host.api.resumeEpisode({ episodeId, turnLimit: 2 })
    const again = await episode.follow()
    expect(again.state.mind.notes).toEqual(state.mind.notes)
    expect(again.state.objectives[0]?.closed).toMatchObject({ how: 'done', by: 'person' })
  })

  it('are refused if the part, the note or the episode does not exist', async () => {
    const without = await startScriptedEpisode({ replies: () => acts('look'), start: { ...start, paused: true } })
    onTestFinished(() => without.close())
    const { host, episodeId } = without
    await without.follow(isPaused)
    await expect(host.api.writeNote({ episodeId, note, place: null })).rejects.toThrow(
      'scripted-1 plays without notes. Suggest it as a hint instead.',
    )
    await expect(host.api.closeObjective({ episodeId, id: 'o1' })).rejects.toThrow('plays without objectives')
    const mind = { preset: 'none', on: ['notes'] }
    const ended = await startScriptedEpisode({ replies: () => acts('look'), mind, start: { ...start, paused: true } })
    onTestFinished(() => ended.close())
    await ended.follow(isPaused)
    const of = { episodeId: ended.episodeId }
    await expect(ended.host.api.closeNote({ ...of, id: 'n9' })).rejects.toThrow(
      'There is no open note "n9" in the episode.',
    )
    await ended.host.api.controlEpisode({ ...of, command: 'stop' })
    await ended.follow()
    await expect(ended.host.api.writeNote({ ...of, note, place: null })).rejects.toThrow()
  })
})

describe('the beliefs of a player', () => {
  it('are compared with the game for the user, and never in a prompt', async () => {
    const here = { kind: 'object_at', value: 'Fell Gate', lasts: 'episode' }
    const notes = [
      { ...here, subject: 'crook', text: "A shepherd's crook leans here." },
      { ...here, subject: 'brass lever', text: 'The lever must be here.' },
    ]
    const replies = (_: unknown, index: number) =>
      says(JSON.stringify({ thinking: '', action: 'wait', note: notes[index] ?? null, expect: 'I take it' }))
    const mind = { preset: 'none', on: ['notes'] }
    const episode = await startScriptedEpisode({ replies, mind, start: { ...start, turnLimit: 4 } })
    onTestFinished(() => episode.close())
    const { of } = await episode.follow()
    const checks = of('beliefs_checked').flatMap(({ checks: all }) => all.filter(({ source }) => source !== 'expect'))
    expect(checks.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['n1', 'right'],
      ['n2', 'never_true'],
    ])
    const truth = checks[1]?.truth ?? ''
    expect(truth).toMatch(/^It is (?:in [A-Z]|nowhere)/)
    expect(JSON.stringify(episode.endpoint.requests)).not.toContain(truth)
  })
})
