import { describe, expect, it } from 'vitest'
import type { EventBody, EventOf } from '../log/event'
import { stampAll } from './arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState } from './episode'
import { reduceEpisode } from './reduce-episode'
import { problemText } from './strings'

const fold = (...bodies: readonly EventBody[]): EpisodeState => stampAll(bodies).reduce(reduceEpisode, emptyEpisode)

const note = (id: string, turn: number, more: Partial<EventOf<'note_written'>> = {}): EventBody => ({
  event_type: 'note_written',
  turn,
  id,
  place: 4,
  kind: 'object_at',
  subject: 'key',
  value: 'Hall',
  text: 'the key is in the hall',
  lasts: 'episode',
  by: 'actor',
  from_turns: [turn],
  supersedes: null,
  ...more,
})
const objective = (id: string, turn: number): EventBody => ({
  event_type: 'objective_set',
  turn,
  id,
  text: 'reach the hall',
  by: 'reflector',
  check: { kind: 'visit', location: 4 },
})
const resumed = (turn: number): EventBody => ({
  event_type: 'episode_resumed',
  from_turn: turn,
  turn_limit: null,
  app_version: '0.1.0',
})

describe('the memory of a mind', () => {
  it('has every note, with its confirmations and its replacement', () => {
    const { notes } = fold(
      note('n1', 1),
      { event_type: 'note_confirmed', turn: 2, id: 'n1', by: 'actor' },
      note('n2', 3, { supersedes: 'n1' }),
    ).mind
    expect(notes.map(({ id, closed, confirmedIn }) => [id, closed?.why, confirmedIn])).toEqual([
      ['n1', 'superseded', [2]],
      ['n2', undefined, []],
    ])
  })

  it('leaves a closed note and an unknown one unchanged', () => {
    const closed: EventBody = { event_type: 'note_closed', turn: 2, id: 'n1', why: 'contradicted', by: null }
    const before = fold(note('n1', 1), closed)
    const after = fold(note('n1', 1), closed, { ...closed, turn: 5, why: 'crowded' }, { ...closed, id: 'n9' })
    expect(after.mind.notes).toEqual(before.mind.notes)
    expect(after.mind.notes[0]?.closed).toEqual({ turn: 2, why: 'contradicted', by: null })
  })

  it('closes an objective with the turn that proves it', () => {
    const met: EventBody = { event_type: 'objective_closed', turn: 7, id: 'o1', how: 'met', by: null, evidence_turn: 7 }
    expect(fold(objective('o1', 1), met).objectives[0]?.closed).toEqual({
      turn: 7,
      how: 'met',
      by: null,
      evidenceTurn: 7,
    })
  })

  it('is the same after a resume as at the end of that turn', () => {
    const { mind, objectives } = fold(
      note('n1', 1),
      objective('o1', 1),
      note('n2', 2),
      { event_type: 'note_closed', turn: 2, id: 'n1', why: 'contradicted', by: null },
      { event_type: 'objective_closed', turn: 2, id: 'o1', how: 'met', by: null, evidence_turn: 2 },
      { event_type: 'stuck_noticed', turn: 2, level: 2, signals: ['camp'], evidence_turns: [1, 2] },
      resumed(1),
    )
    expect(mind.notes.map(({ id, closed }) => [id, closed])).toEqual([['n1', null]])
    expect(objectives.map(({ closed }) => closed)).toEqual([null])
    expect(mind.stuck).toEqual([])
  })
})

describe('the call of a helper', () => {
  const call = { turn: 1, iteration: 1, role: 'critic' as const }
  const begun: readonly EventBody[] = [
    { event_type: 'turn_started', turn: 1 },
    {
      event_type: 'llm_request',
      ...call,
      model: 'm',
      messages_kept: 0,
      messages_added: [{ role: 'user', content: 'judge' }],
      tool_set: null,
      tool_choice: null,
      response_format: null,
      sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
      forced: false,
    },
  ]

  it('is not an iteration of the actor, but counts as a call', () => {
    const { openTurn, totals } = fold(...begun)
    expect(openTurn?.iterations).toEqual([])
    expect(openTurn?.helperCalls?.map(({ role, number }) => [role, number])).toEqual([['critic', 1]])
    expect(totals.llmCalls).toBe(1)
  })

  it('that fails is a problem of the turn that names the role', () => {
    const { openTurn } = fold(...begun, {
      event_type: 'llm_error',
      ...call,
      code: 'timeout',
      message: 'no answer within 30 s',
      attempt: 1,
      retry_in_ms: null,
    })
    expect(openTurn?.problems.map(problemText)).toEqual(['The critic did not answer: no answer within 30 s'])
    expect(openTurn?.helperCalls?.[0]?.failures).toHaveLength(1)
  })
})

describe('a log of format 1', () => {
  it("takes objectives from the player's answers", () => {
    const { objectives } = fold(
      { event_type: 'turn_started', turn: 1 },
      {
        event_type: 'action_chosen',
        turn: 1,
        action: 'north',
        reasoning: '',
        new_objective: 'find the lamp',
        source: 'model',
      },
    )
    expect(objectives).toEqual([
      { id: 'o1', text: 'find the lamp', turn: 1, by: 'actor', check: { kind: 'none' }, closed: null },
    ])
  })
})
