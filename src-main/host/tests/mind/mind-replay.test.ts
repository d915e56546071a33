import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { LOG_FILE } from '../../../episode/log/log-lines'
import { says, type ScriptedReply } from '../../../llm/scripted-endpoint.testkit'
import { isPaused, startScriptedEpisode } from '../../episode/scripted-episode.testkit'

const TURNS = 36
const WALK = ['north', 'xyzzy', 'take all', 'south', 'xyzzy', 'look', 'wait', 'xyzzy', 'open door', 'east'] as const

type Request = Readonly<Record<string, unknown>>
const textOf = (request: Request): string => JSON.stringify(request.messages)

/** Replies are a function of the request alone, not of earlier requests. */
function reply(request: Request): ScriptedReply {
  const text = textOf(request)
  if (text.includes('You judge a command'))
    return says(
      JSON.stringify({
        verdict: text.length % 3 === 0 ? 'reject' : 'accept',
        reason: 'So.',
        predicted_outcome: 'it moves',
      }),
    )
  if (text.includes('You look back'))
    return says(
      JSON.stringify({
        cause: 'It is lost.',
        notes: [],
        objectives: ['reach Fell Gate'],
        close_notes: ['n1'],
        try_next: ['wave'],
      }),
    )
  const turn = Number(/Turn: (\d+)/.exec(text)?.[1] ?? 0)
  const isAgain = text.includes('Before it is played')
  return says(
    JSON.stringify({
      thinking: `turn ${turn}`,
      action: isAgain ? 'inventory' : WALK[turn % WALK.length],
      new_objective: turn % 9 === 0 ? `aim ${turn}` : null,
      note:
        turn % 4 === 0
          ? { kind: 'object_at', subject: 'crook', value: '', text: `Note ${turn % 12}.`, lasts: 'episode' }
          : null,
      done_objective: turn % 11 === 0 ? 'o1' : null,
      expect: 'it moves',
    }),
  )
}

const play = async (paused = false) => {
  const episode = await startScriptedEpisode({
    replies: reply,
    mind: { preset: 'full', critic: 'stuck', context_tokens: 4500 },
    start: { mcp: false, turnLimit: TURNS, paused },
  })
  onTestFinished(() => episode.close())
  return episode
}

/** An episode without its name, its times and process details. */
function essence(state: EpisodeState) {
  const { turns, mind, objectives, hints, ended } = state
  return {
    mind,
    objectives,
    hints,
    ended,
    turns: turns.map(({ number, action, observation, proposals, beliefs, helperCalls = [], iterations }) => ({
      number,
      action,
      observation,
      proposals,
      beliefs,
      helpers: helperCalls.map(({ role, number: call, request, response }) => [
        role,
        call,
        request?.messages_added,
        response?.content,
      ]),
      answers: iterations.map(({ response, request }) => [response?.content, request?.sections]),
    })),
  }
}

const readLog = (folder: string): readonly LoggedEvent[] =>
  readFileSync(join(folder, LOG_FILE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoggedEvent)

describe('an episode with every part of a mind', () => {
  it('is the same live, replayed, resumed in the middle, and forked', async () => {
    const whole = await play()
    const live = (await whole.follow()).state
    for (const kind of ['note_written', 'objective_closed', 'stuck_noticed', 'context_compacted', 'reflection_made'])
      expect(readLog(whole.episodeFolder).some(({ event_type: type }) => type === kind)).toBe(true)

    const replayed = reduceEvents(emptyEpisode, readLog(whole.episodeFolder))
    expect(essence(replayed)).toEqual(essence(live))

    const halved = await play(true)
    await halved.follow(isPaused)
    for (let turn = 1; turn <= 17; turn++) {
      await halved.host.api.controlEpisode({ episodeId: halved.episodeId, command: 'step_turn' })
      await halved.follow((state) => state.turns.length === turn && isPaused(state))
    }
    await halved.reopen()
    await halved.host.api.resumeEpisode({ episodeId: halved.episodeId })
    expect(essence((await halved.follow()).state)).toEqual(essence(live))

    const { episodeId } = await whole.host.api.forkEpisode({ episodeId: whole.episodeId, turn: 17, turnLimit: TURNS })
    const forked = essence((await whole.follow(undefined, episodeId)).state)
    // A resumed player gets the system prompt again: the log has it once more.
    expect({ ...forked, mind: { ...forked.mind, prompts: live.mind.prompts } }).toEqual(essence(live))
  })
})
