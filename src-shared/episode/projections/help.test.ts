import { describe, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState, type ToolCall } from '../state/episode'
import { plainObservation, plainTurn } from '../state/plain-turn.testkit'
import { readsHints } from '../state/players'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { helpOf, formatHelp, turnToEnter } from './help'
import { markerKindsOf } from './markers'

const { manifest } = foldEvents(sampleEpisode({ turns: 1 }))
const playedBy = (kind: 'llm' | 'mcp' | 'human' | 'explorer', profile: string | null = null): EpisodeState => ({
  ...emptyEpisode,
  manifest: manifest && { ...manifest, player: { ...manifest.player, kind, profile } },
})
const own = plainTurn(1, 'look', plainObservation('A field.'))
const said = {
  ...plainTurn(2, 'wait', plainObservation('Time passes.')),
  action: { action: 'wait', reasoning: '', new_objective: null, source: 'human' as const },
}

describe('help', () => {
  it('is an action of a person for an agent, and absent if a person plays', () => {
    const helped = { ...playedBy('llm'), turns: [own, said], hints: [{ turn: 1, text: 'Look.' }], discarded: 2 }
    expect(helpOf(helped)).toEqual({ turns: 1, hints: 1, discarded: 2, notes: 0 })
    expect(formatHelp(helpOf(helped)!)).toBe('1 turn, 1 hint, 2 answers discarded')
    expect(helpOf({ ...helped, ...playedBy('human'), turns: [said] })).toBeNull()
    expect(helpOf({ ...playedBy('llm'), turns: [own] })).toBeNull()
  })

  it('marks the turns with help', () => {
    const state = { ...playedBy('llm'), opening: plainObservation('A field.'), hints: [{ turn: 1, text: 'Look.' }] }
    const kindsOf = (kind: 'llm' | 'human', turn: typeof said | typeof own) =>
      markerKindsOf({ ...state, manifest: playedBy(kind).manifest, turns: [own, said] }, { ...turn, completed: null })
    expect([kindsOf('llm', own), kindsOf('llm', said)].map((kinds) => kinds.includes('help'))).toEqual([true, true])
    expect(kindsOf('human', said)).not.toContain('help')
  })

  it('can be a hint for a model, but not for a rule-based player', () => {
    const players = [
      playedBy('llm'),
      playedBy('mcp'),
      playedBy('mcp', 'explorer'),
      playedBy('explorer'),
      playedBy('human'),
    ]
    expect(players.map(readsHints)).toEqual([true, true, false, false, false])
  })
})

describe('the action that a person can enter', () => {
  const open = { ...plainTurn(2, '', plainObservation('')), action: null, observation: null }
  const calling = (status: ToolCall['status']) => ({
    ...open,
    iterations: [
      {
        number: 1,
        request: null,
        response: null,
        draft: null,
        toolCalls: [
          {
            callId: '1',
            toolName: 'text-adventure.play_action',
            serverName: 'text-adventure',
            arguments: {},
            status,
            result: null,
            durationMs: null,
          },
        ],
      },
    ],
  })
  const turns = [own]

  it('is that of the turn in progress, or else of the next', () => {
    expect(turnToEnter({ ...playedBy('llm'), turns, openTurn: null })).toBe(2)
    expect(turnToEnter({ ...playedBy('llm'), turns, openTurn: open })).toBe(2)
    expect(turnToEnter({ ...playedBy('llm'), turns, openTurn: said })).toBe(3)
  })

  it('is not for the current turn if a tool call may have played it', () => {
    const after = (kind: 'llm' | 'mcp', status: ToolCall['status']) =>
      turnToEnter({ ...playedBy(kind), turns, openTurn: calling(status) })
    expect((['running', 'ok', 'timeout', 'failed', 'skipped'] as const).map((status) => after('mcp', status))).toEqual([
      3, 3, 3, 2, 2,
    ])
    expect(after('llm', 'ok')).toBe(2)
  })
})
