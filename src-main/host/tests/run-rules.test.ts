import { afterEach, expect, it } from 'vitest'
import type { StartParams } from '@shared/contract/start'
import { messagesSent } from '@shared/episode/state/messages'
import { parseStateBlock, type StateBlock } from '@shared/episode/state/state-block'
import { acts } from '../../llm/scripted-endpoint.testkit'
import { type ScriptedEpisode, startScriptedEpisode } from '../episode/scripted-episode.testkit'

let episode: ScriptedEpisode | null = null
afterEach(async () => {
  await episode?.close()
  episode = null
})

const INTO_THE_MOSS = ['take crook', 'west', 'hit ram with crook', 'north', 'east', 'east', 'east', 'east', 'east']

/** The messages to the model on each turn, and the episode after them. */
async function play(start: Partial<StartParams>, actions: readonly string[]) {
  episode = await startScriptedEpisode({
    replies: (_request, index) => acts(actions[index] ?? 'look'),
    start: { turnLimit: actions.length, mcp: false, ...start },
  })
  const { state } = await episode.follow()
  const last = state.turns.at(-1)
  const sent = last?.iterations[0]?.request ? messagesSent(state, last.number, 1) : []
  return {
    state,
    system: String(sent?.[0]?.content),
    block: parseStateBlock(String(sent?.at(-1)?.content)) as StateBlock,
  }
}

it.each([
  ['L0', []],
  ['L1', ['location', 'exits']],
  ['L2', ['location', 'exits', 'inventory', 'visible']],
  ['L3', ['location', 'exits', 'inventory', 'visible', 'dictionary']],
  ['L4', ['location', 'exits', 'inventory', 'visible', 'dictionary', 'valid_actions']],
  ['L5', ['location', 'exits', 'inventory', 'visible', 'dictionary', 'valid_actions', 'undo']],
] as const)(
  'at handicap %s the model sees what that level grants, and the log names the level',
  async (handicap, granted) => {
    const { state, system, block } = await play({ handicap }, ['look'])
    expect(state.manifest).toMatchObject({ handicap, on_death: 'continue' })
    expect(
      ['location', 'exits', 'inventory', 'visible', 'dictionary', 'valid_actions', 'undo'].filter((field) =>
        Object.hasOwn(block, field),
      ),
    ).toEqual(granted)
    expect(system.includes(' crook ')).toBe(handicap >= 'L3')
    expect(system.includes('"undo" takes back')).toBe(handicap === 'L5')
  },
)

it('at L5 an undo restores the turn before, and the map adds no exit for it', async () => {
  const { state, block } = await play({ handicap: 'L5' }, ['west', 'undo', 'look'])
  expect(state.turns[1]?.observation).toMatchObject({ rule_applied: 'undo', location: state.opening?.location })
  expect(Object.values(state.map.locations).flatMap(({ exits }) => Object.keys(exits))).toEqual(['west'])
  expect(block.undo).toEqual({ turns: 0 })
})

it('a death ends, restarts or restores the episode as configured', async () => {
  const stopped = await play({ onDeath: 'stop', turnLimit: 12 }, INTO_THE_MOSS)
  expect(stopped.state.ended).toEqual({
    ended: 'died',
    reason: 'The player character died, and this run stops at a death',
  })
  await episode?.close()
  const again = await play({ onDeath: 'restart', turnLimit: 10 }, INTO_THE_MOSS)
  expect(again.state.turns).toHaveLength(10)
  expect(again.state.ended?.ended).toBe('turn_limit')
  expect(again.state.turns[8]?.observation).toMatchObject({
    rule_applied: 'restart',
    location: again.state.opening?.location,
  })
  expect(again.state.map.here).toBe(again.state.opening?.location?.id)
  expect(again.block.last?.outcome).toBeDefined()
})

it('the delays in force are in the manifest and are used', async () => {
  const began = performance.now()
  const { state } = await play({ pace: 'watch', turnDelaySeconds: 0.15, explorerWordsPerSecond: 7 }, ['look', 'look'])
  expect(performance.now() - began).toBeGreaterThan(300)
  expect(state.manifest?.settings.gameplay).toEqual({ turn_delay_seconds: 0.15, explorer_words_per_second: 7 })
})
