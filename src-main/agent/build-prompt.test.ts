import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventOf } from '@shared/episode/log/event'
import { NO_MIND, type MindPart } from '@shared/episode/log/mind-schema'
import { arbitraryEpisode, arbitraryManifest } from '@shared/episode/state/arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { plainObservation, plainTurn } from '@shared/episode/state/plain-turn.testkit'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { buildContext } from './build-context'
import { buildPrompt } from './build-prompt'
import { createFittedPrompts } from './fit-prompt'
import { type RestOfRequest, sizeOfAll } from './prompt'

const NOTHING: RestOfRequest = { instructions: null, tools: null, added: [] }
const OPTIONS = { historyTurns: 20 }

function withMind(state: EpisodeState, parts: readonly MindPart[], more: Partial<typeof NO_MIND> = {}): EpisodeState {
  const manifest = state.manifest ?? { seq: 0, at: '', episode_id: 'e', ...arbitraryManifest }
  return { ...state, manifest: { ...manifest, mind: { ...NO_MIND, ...more, parts } } }
}

const long = (turns: number): EpisodeState => ({
  ...emptyEpisode,
  opening: plainObservation('A wide field.'),
  turns: Array.from({ length: turns }, (_, index) =>
    plainTurn(
      index + 1,
      `push stone ${index}`,
      plainObservation(`Stone ${index} does not move. ${'It is heavy. '.repeat(10)}`),
      `reason ${index}`,
    ),
  ),
})

/** The requests of a run turn by turn, with the compactions that it records. */
function playOn(state: EpisodeState, contextTokens: number) {
  const prompts = createFittedPrompts({ ...OPTIONS, replyTokens: 1000, readWindow: () => null })
  let compactions: readonly EventOf<'context_compacted'>[] = []
  return state.turns.map((_, index) => {
    const mind = () => ({ ...emptyEpisode.mind, compactions })
    const now = (): EpisodeState =>
      withMind({ ...state, turns: state.turns.slice(0, index), mind: mind() }, ['context'], {
        context_tokens: contextTokens,
      })
    const log = {
      get state() {
        return now()
      },
      record: (event: unknown) => void (compactions = [...compactions, event as EventOf<'context_compacted'>]),
    }
    const { messages } = prompts.compose(log, index + 1, NOTHING)
    return { messages, state: now(), compactions: compactions.length }
  })
}

describe('a prompt of an episode without parts of a mind', () => {
  it('equals that of an episode without a mind, message by message', () => {
    fc.assert(
      fc.property(arbitraryEpisode, ({ whole }) => {
        const state = withMind({ ...reduceEvents(emptyEpisode, whole), mind: emptyEpisode.mind }, [])
        expect(buildPrompt(state, OPTIONS, NOTHING).messages).toEqual(buildContext(state, OPTIONS))
      }),
      { numRuns: 30 },
    )
  })
})

describe('a prompt fitted to a budget', () => {
  it('contains each printed text once, and the newest state block does not repeat it', () => {
    const { messages } = buildPrompt(withMind(long(3), ['context']), OPTIONS, NOTHING)
    const sent = JSON.stringify(messages)
    for (const index of [0, 1, 2]) expect(sent.split(`Stone ${index} does not move.`)).toHaveLength(2)
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(messages.filter(({ tail }) => tail !== undefined)).toEqual([messages.at(-1)])
    expect(messages.at(-1)?.tail).toMatch(/\bTurn: 4\b/)
    expect(messages.at(-1)?.tail).not.toContain('does not move')
  })

  it('lists turns in a row with the same command and text once, with their number', () => {
    const stuck = plainObservation('It does not move.')
    const turns = [1, 2, 3].map((number) => plainTurn(number, number === 2 ? 'Push  stone' : 'push stone', stuck, 'r'))
    const state = withMind({ ...long(0), turns: [...turns, plainTurn(4, 'push tree', stuck, 'r')] }, ['context'])
    const { messages } = buildPrompt(state, OPTIONS, NOTHING)
    expect(messages.slice(2).map(({ role, content }) => (role === 'user' ? content : role))).toEqual([
      'assistant',
      'It does not move.\n\n(You did this 3 times in a row, and this was the reply each time.)',
      'assistant',
      'It does not move.',
    ])
  })

  it('never exceeds its budget', () => {
    for (const { messages } of playOn(long(300), 4000)) expect(sizeOfAll(messages) / 3.6).toBeLessThanOrEqual(3000)
  })

  it('a compacted prompt is rebuilt byte for byte', () => {
    const asked = playOn(long(120), 4000)
    expect(asked.at(-1)?.compactions).toBeGreaterThan(0)
    for (const { messages, state } of asked) expect(buildPrompt(state, OPTIONS, NOTHING).messages).toEqual(messages)
  })

  it('has the last eight turns in full', () => {
    for (const [turn, { messages }] of playOn(long(120), 4000).entries())
      for (let last = Math.max(0, turn - 8); last < turn; last++)
        expect(messages.some(({ content }) => content?.startsWith(`Stone ${last} does not move.`))).toBe(true)
  })

  it('begins like the one before, except for its tail and compactions', () => {
    const asked = playOn(long(200), 32_000)
    for (const [index, { messages }] of asked.slice(1).entries()) {
      const before = asked[index]?.messages ?? []
      expect(messages.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
      expect(messages[before.length - 1]?.content).toBe(before.at(-1)?.content)
    }
  })

  it('reports the sizes of its sections, which do not overlap', () => {
    const { messages, sections } = buildPrompt(withMind(long(30), ['context']), OPTIONS, {
      instructions: 'Use the tools.',
      tools: [{ type: 'function', function: { name: 's.t', description: 'd', parameters: {} } }],
      added: [{ role: 'tool', tool_call_id: 'c', content: 'an answer' }],
    })
    expect(sections?.map(({ name }) => name)).toEqual([
      'system',
      'servers',
      'tools',
      'story',
      'turns',
      'state',
      'this turn',
    ])
    const inMessages = sections?.filter(({ name }) => name !== 'tools').reduce((sum, { chars }) => sum + chars, 0) ?? 0
    expect(Math.abs(inMessages - sizeOfAll(messages))).toBeLessThan(10)
  })

  it('pauses with the numbers if nothing more can be left out', () => {
    const state = withMind(long(20), ['context'], { context_tokens: 2000 })
    const prompts = createFittedPrompts({ ...OPTIONS, replyTokens: 1000, readWindow: () => null })
    const added = [{ role: 'user' as const, content: 'x'.repeat(20_000) }]
    expect(() => prompts.compose({ state, record: () => {} }, 21, { ...NOTHING, added })).toThrow(
      /about \d+ tokens, but there is room for only 1000 .*mind\.context_tokens/,
    )
  })

  it('shortens tool results before it gives up', () => {
    const state = withMind(long(20), ['context'], { context_tokens: 5000 })
    const prompts = createFittedPrompts({ ...OPTIONS, replyTokens: 1000, readWindow: () => null })
    const added = [{ role: 'tool' as const, tool_call_id: 'c', content: 'x'.repeat(50_000) }]
    const { messages, sections } = prompts.compose({ state, record: () => {} }, 21, { ...NOTHING, added })
    expect(messages.at(-1)?.content).toMatch(/^x+ … \[\d+ characters left out\]$/)
    expect(sections?.find(({ name }) => name === 'this turn')?.cut).toBeGreaterThan(30_000)
  })
})
