import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../log/event'
import { NO_PAUSE_RULES } from '../projections/pause-rules'
import { arbitraryEpisode } from '../state/arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState, type Observation } from '../state/episode'
import { mindEpisode } from '../state/mind-episode.testkit'
import { plainObservation, plainTurn } from '../state/plain-turn.testkit'
import { reduceEvents } from '../state/reduce-episode'
import { foldEvents, forkEvent, sampleEpisode, serverAnswer } from '../state/sample-episode.testkit'
import { compareEpisodes, type Comparison } from './compare-episodes'
import { mergeMaps } from './compare-maps'
import { compareTurns } from './compare-turns'
import type { Pair } from './pair'

const opening = plainObservation('A field.')
const played = (...turns: readonly (readonly [action: string, text: string, facts?: Partial<Observation>])[]) => ({
  opening,
  turns: turns.map(([action, text, facts], index) =>
    plainTurn(index + 1, action, plainObservation(text, { moves: index + 1, ...facts })),
  ),
})

const states = arbitraryEpisode.map(({ whole }) => reduceEvents(emptyEpisode, whole))
/** Often with common first turns, as a fork has them. */
const pairs: fc.Arbitrary<Pair<EpisodeState>> = fc
  .tuple(states, states, fc.boolean(), fc.nat(6))
  .map(([a, b, isFork, common]) => ({
    a,
    b: isFork ? { ...b, opening: a.opening, turns: [...a.turns.slice(0, common), ...b.turns.slice(common)] } : b,
  }))

describe('any two episodes', () => {
  it('have no first difference if they are the same', () => {
    fc.assert(
      fc.property(states, (state) => {
        const { divergesAt, differing, rooms, settings, figures, spent, spentSinceDivergence } = compareEpisodes({
          a: state,
          b: structuredClone(state),
        })
        expect({ divergesAt, differing, settings }).toEqual({ divergesAt: null, differing: [], settings: [] })
        expect([rooms?.a, rooms?.b]).toEqual([[], []])
        expect([figures.a, spent.a]).toEqual([figures.b, spent.b])
        expect(spentSinceDivergence.a).toEqual({
          ...spentSinceDivergence.a,
          durationMs: 0,
          llmCalls: 0,
          toolCalls: 0,
          problems: 0,
        })
      }),
    )
  })

  it('give mirrored results when they are exchanged', () => {
    fc.assert(
      fc.property(pairs, ({ a, b }) => {
        expect(exchanged(compareEpisodes({ a: b, b: a }))).toEqual(compareEpisodes({ a, b }))
        expect(mergeMaps({ a: b.map, b: a.map })).toEqual(mergeMaps({ a: a.map, b: b.map }))
      }),
    )
  })

  it('differ first at the first turn whose action or observation differs', () => {
    fc.assert(
      fc.property(pairs, ({ a, b }) => {
        const { divergesAt, differing } = compareEpisodes({ a, b })
        const turnOf = (state: EpisodeState, turn: number) =>
          turn === 0
            ? [state.opening]
            : [state.turns[turn - 1]?.action?.action, state.turns[turn - 1]?.observation ?? null]
        const last = Math.max(a.turns.length, b.turns.length)
        const isSame = (turn: number) => JSON.stringify(turnOf(a, turn)) === JSON.stringify(turnOf(b, turn))
        const first = Array.from({ length: last + 1 }, (_, turn) => turn).find((turn) => !isSame(turn))
        expect(divergesAt).toBe(first ?? null)
        expect(differing[0] ?? null).toBe(divergesAt)
        expect(differing).toEqual(differing.toSorted((one, other) => one - other))
      }),
    )
  })

  it('have their rooms on one map, each found by both or by one', () => {
    fc.assert(
      fc.property(pairs, ({ a, b }) => {
        const { rooms, coverage, figures } = compareEpisodes({ a, b })
        const merged = Object.keys(mergeMaps({ a: a.map, b: b.map }).locations).map(Number)
        const told = [rooms?.both, rooms?.a, rooms?.b].flatMap((some) => some ?? [])
        expect(told.toSorted((one, other) => one - other)).toEqual(merged)
        if (a.turns.length > 0) expect(coverage.a.at(-1)).toBe(figures.a.rooms)
      }),
    )
  })
})

function exchanged(comparison: Comparison): Comparison {
  const swap = <Value>({ a, b }: Pair<Value>) => ({ a: b, b: a })
  const { figures, spent, spentSinceDivergence, score, coverage, rooms, settings, isModel, prompts } = comparison
  return {
    ...comparison,
    figures: swap(figures),
    spent: swap(spent),
    spentSinceDivergence: swap(spentSinceDivergence),
    score: swap(score),
    coverage: swap(coverage),
    rooms: rooms && { both: rooms.both, ...swap(rooms) },
    settings: settings.map(({ path, ...values }) => ({ path, ...swap(values) })),
    isModel: swap(isModel),
    prompts: swap(prompts),
  }
}

describe('turns', () => {
  it('differ if the text is the same but the game is not', () => {
    const a = played(['wait', 'Time passes.'], ['wait', 'Time passes.'])
    const b = played(['wait', 'Time passes.', { score: 5 }], ['wait', 'Time passes.', { score: 5 }])
    expect(compareTurns({ a, b })).toEqual({ divergesAt: 1, differing: [1] })
  })

  it('differ after the first difference by action, location or text, but not by a score that differed before', () => {
    const barn = { location: { id: 2, name: 'Barn' } }
    const a = played(['east', 'Barn'], ['look', 'Hay.'], ['look', 'Hay.'], ['wait', 'Time passes.'])
    const b = played(['west', 'Bog'], ['look', 'Hay.', { score: 5 }], ['look', 'Hay.', barn], ['z', 'Time passes.'])
    expect(compareTurns({ a, b })).toEqual({ divergesAt: 1, differing: [1, 3, 4] })
  })

  it('of different length differ in the first turn that one of them lacks', () => {
    const a = played(['wait', 'One.'], ['wait', 'Two.'], ['wait', 'Three.'])
    const b = played(['wait', 'One.'])
    expect(compareTurns({ a, b })).toEqual({ divergesAt: 2, differing: [2] })
    expect(compareTurns({ a, b: { opening, turns: [] } })).toEqual({ divergesAt: 1, differing: [1] })
    expect(compareTurns({ a, b: { opening: null, turns: [] } })).toEqual({ divergesAt: 0, differing: [0, 1] })
  })

  it('are the same whatever the handicap adds to them', () => {
    const a = played(['wait', 'One.', { valid_actions: ['north'] }])
    expect(compareTurns({ a, b: played(['wait', 'One.']) }).divergesAt).toBe(null)
  })
})

const sample = sampleEpisode({ turns: 30, model: 'm-0' })

function forkOf(events: readonly LoggedEvent[], turn: number): readonly LoggedEvent[] {
  const end = events.findIndex((event) => event.event_type === 'turn_completed' && event.turn === turn) + 1
  return [...events.slice(0, end), { seq: end, at: events[end]?.at ?? '', episode_id: 'fork', ...forkEvent(turn) }]
}

describe('a fork and its parent', () => {
  const a = foldEvents(sample)
  const b = foldEvents(forkOf(sample, 10))
  const comparison = compareEpisodes({ a, b })

  it('differ first after the turn of the fork, from which calls, tokens and cost are counted', () => {
    expect(comparison.divergesAt).toBe(11)
    expect(comparison.spentSinceDivergence.b).toMatchObject({ llmCalls: 0, tokensIn: 0, costUsd: null })
    expect(comparison.spentSinceDivergence.a.tokensIn).toBe(comparison.spent.a.tokensIn - comparison.spent.b.tokensIn)
    expect(comparison.spent.a.tokensIn).toBe(a.totals.tokensIn)
    expect(comparison.spent.a.llmCalls).toBe(a.totals.llmCalls)
    expect(comparison.spent.a.toolCalls).toBe(a.totals.toolCalls)
    expect(comparison.spent.a.costUsd).toBeCloseTo(a.totals.costUsd ?? NaN)
  })

  it('spent nothing on turns of the rule-based player, which makes no model calls', () => {
    const explored = sampleEpisode({ turns: 30 })
    const ofExplorer = foldEvents(explored)
    expect(ofExplorer.totals).toMatchObject({ llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null })
    const { spent } = compareEpisodes({ a: ofExplorer, b: foldEvents(forkOf(explored, 10)) })
    const nothing = { llmCalls: 0, tokensIn: 0, tokensOut: 0, costUsd: null }
    expect(spent).toMatchObject({ a: nothing, b: nothing })
    expect(spent.b.toolCalls).toBeGreaterThan(0)
  })

  it('spent what the calls of helpers cost too', () => {
    const state = foldEvents(mindEpisode())
    const { llmCalls, tokensIn, tokensOut } = state.totals
    expect(compareEpisodes({ a: state, b: state }).spent.a).toMatchObject({ llmCalls, tokensIn, tokensOut })
  })

  it('spent what answers to servers cost too', () => {
    const asked = sample.flatMap((event) =>
      event.event_type === 'turn_completed' ? [serverAnswer(event.turn), event] : [event],
    )
    const state = foldEvents(asked)
    const { tokensIn, tokensOut } = state.totals
    expect(compareEpisodes({ a: state, b }).spent.a).toMatchObject({ tokensIn, tokensOut })
  })

  it('differ by the help of a person', () => {
    const [first, ...turns] = b.turns
    if (!first?.action) throw new Error('The sample has turns.')
    const taken = { ...first, action: { ...first.action, source: 'human' as const } }
    const helped = { ...b, turns: [taken, ...turns], hints: [{ turn: 3, text: 'Look up.' }] }
    const { figures } = compareEpisodes({ a, b: helped })
    expect([figures.a.help, figures.b.help]).toEqual([0, 2])
  })

  it('differ by the settings of the fork', () => {
    expect(comparison.settings).toContainEqual({ path: 'player.model', a: 'm-0', b: 'm-1' })
    expect(comparison.settings).toContainEqual({ path: 'turn_limit', a: 30, b: 40 })
    expect(comparison.settings).toContainEqual({ path: 'settings.run.turns', a: undefined, b: 40 })
    expect(comparison.settings.map(({ path }) => path)).not.toContain('seed')
  })

  it('differ by what is in force, not by what the settings or the first manifest say', () => {
    const settings = (turns: number, cost: number) => ({
      orchestrator: { max_turns_per_episode: turns },
      pause: { cost_usd: cost },
    })
    const withSettings = (state: EpisodeState, own: object): EpisodeState => ({
      ...state,
      manifest: state.manifest && { ...state.manifest, settings: { ...own } },
      turnLimit: 60,
      pauseRules: { ...NO_PAUSE_RULES, died: true },
    })
    const pair = { a: withSettings(a, settings(25, 0)), b: withSettings(a, settings(500, 5)) }
    expect(compareEpisodes(pair).settings).toEqual([])
    const { settings: later } = compareEpisodes({
      a: pair.a,
      b: { ...pair.b, turnLimit: 70, pauseRules: NO_PAUSE_RULES, reseeds: [{ turn: 10, seed: 77 }] },
    })
    expect(later).toEqual([
      { path: 'pause_rules.died', a: true, b: false },
      { path: 'seed', a: 1, b: 77 },
      { path: 'turn_limit', a: 60, b: 70 },
    ])
  })

  it('name a player without a model by its label', () => {
    const agent = { kind: 'mcp', label: 'An agent', model: null, base_url: null, profile: null } as const
    const byAgent = { ...a, manifest: a.manifest && { ...a.manifest, player: agent } }
    const differing = compareEpisodes({ a: byAgent, b }).settings
    expect(differing).toContainEqual({ path: 'player.label', a: 'An agent', b: 'm-1' })
  })

  it('have a prompt only where a model played', () => {
    const { prompts } = compareEpisodes({ a: foldEvents(sampleEpisode({ turns: 30 })), b })
    expect(prompts).toEqual({ a: null, b: 'You play an interactive story. Answer with one action.' })
  })

  it('have the prompt, and the problems of all attempts, of a model that never answered', () => {
    const log = mindEpisode()
    const asked = log.slice(0, log.findIndex(({ event_type }) => event_type === 'llm_request') + 1)
    const again = asked.slice(asked.findIndex(({ event_type }) => event_type === 'turn_started'))
    const call = { turn: 1, iteration: 1, role: 'actor' } as const
    const failed = { event_type: 'llm_error', ...call, code: '400', message: 'no', attempt: 1, retry_in_ms: null }
    const events = [...asked, failed, ...again, failed].map((event, seq) => ({ ...asked[0], ...event, seq }))
    const fails = foldEvents(events as LoggedEvent[])
    const { isModel, prompts, spent } = compareEpisodes({ a: fails, b })
    expect([fails.turns, isModel.a, spent.a.problems]).toEqual([[], true, 2])
    expect(prompts.a).not.toBeNull()
  })

  it('name each difference once: a setting is left out if its value in force is listed', () => {
    const changed = (handicap: 'L0' | 'L5', disguise: 'none' | 'mirror', topK: number | '') => ({
      ...a,
      manifest: a.manifest && {
        ...a.manifest,
        handicap,
        ...(disguise !== 'none' && { disguise }),
        sampling: a.manifest.sampling && { ...a.manifest.sampling, top_k: topK === '' ? null : topK },
        settings: {
          run: { handicap, disguise, player: handicap },
          agent_sampling: { top_k: topK },
          mind: { preset: disguise },
        },
      },
    })
    const pair = { a: changed('L0', 'none', ''), b: changed('L5', 'mirror', 40) }
    const paths = compareEpisodes(pair).settings.map(({ path }) => path)
    const expected = ['disguise', 'handicap', 'sampling.top_k', 'settings.mind.preset']
    expect(paths).toEqual(expected)
    expect(compareEpisodes({ a: pair.b, b: pair.a }).settings.map(({ path }) => path)).toEqual(paths)
  })
})

describe('two stories', () => {
  const a = foldEvents(sample)
  const b: EpisodeState = {
    ...a,
    manifest: a.manifest && { ...a.manifest, game: { ...a.manifest.game, sha256: '1'.repeat(64), title: 'Another' } },
  }

  it('have no rooms to compare, but everything else', () => {
    const { isSameGame, rooms, settings, figures } = compareEpisodes({ a, b })
    expect({ isSameGame, rooms }).toEqual({ isSameGame: false, rooms: null })
    expect(settings.map(({ path }) => path)).toEqual(['game.sha256', 'game.title'])
    expect(figures.b.turns).toBe(30)
  })

  it('count as the same game where the manifest cannot be read', () => {
    expect(compareEpisodes({ a, b: emptyEpisode })).toMatchObject({ isSameGame: true, divergesAt: 0, settings: [] })
  })
})
