import { describe, expect, it } from 'vitest'
import { buildStateBlock } from '@shared/episode/state/build-state-block'
import { emptyEpisode, type Turn } from '@shared/episode/state/episode'
import { plainTurn } from '@shared/episode/state/plain-turn.testkit'
import { formatStateBlock } from '@shared/episode/state/state-block'
import { mean } from '@shared/experiments/statistics/moments'
import { openEpisodeGame } from '../story/episode/episode-game'
import { STORY_RULES } from '../story/episode/ruled-game'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM } from '../story/inform.testkit'
import { BUNDLED_STORY, zorkFile } from '../story/story-files.testkit'
import { decide } from './choice/decide'
import { playStory } from './choice/play-story.testkit'
import { answer, createMemoryCache, type MemoryCache } from './choice/player'
import { learn } from './memory/learn'
import { emptyMemory } from './memory/memory'

const noCache: MemoryCache = { get: () => undefined, set: () => undefined }
const chance = { seed: 3, temperature: 0.6 }

describe('the explorer on the bundled story', () => {
  const story = playStory(BUNDLED_STORY, { seed: 3, turns: 250 })

  it('finds 18 locations and 40 points within a hundred turns, and all points within 250', () => {
    expect(story.at(100).locations).toBeGreaterThanOrEqual(18)
    expect(story.at(100).score).toBeGreaterThanOrEqual(40)
    expect(story.at(250)).toMatchObject({ score: 100, deaths: 0 })
  })

  it('does not repeat a command at a place where nothing has changed', () => {
    const repeats = story.turns.filter(({ memory, decision }) => {
      const before = memory.places.get(memory.here ?? 0)?.attempts.get(decision.command)
      const isTravel = [...(memory.places.get(memory.here ?? 0)?.edges.keys() ?? [])].includes(decision.command)
      return before !== undefined && before.fails > 0 && before.epoch === memory.epoch && !isTravel
    })
    expect(repeats.map(({ block, decision }) => `${block.turn} ${decision.command}`)).toEqual([])
  })

  it('plays the same turns with the same seed', () => {
    const again = playStory(BUNDLED_STORY, { seed: 3, turns: 40 })
    expect(again.turns.map(({ decision }) => decision.command)).toEqual(
      story.turns.slice(0, 40).map(({ decision }) => decision.command),
    )
  })

  it('gives the same replies with and without its cache, after any other requests', () => {
    const messages = story.turns.flatMap(({ block, decision }) => [
      { role: 'user', content: formatStateBlock(block), callsTools: false },
      {
        role: 'assistant',
        content: JSON.stringify({ thinking: '', action: decision.command, new_objective: null }),
        callsTools: false,
      },
    ])
    const ask = (turn: number, cache = noCache) =>
      answer({ messages: messages.slice(0, 2 * turn - 1), tools: [], mustCall: false, ...chance }, cache)
    const cache = createMemoryCache(2)
    for (const turn of [1, 2, 3, 20, 21, 5, 21, 100, 22]) expect(ask(turn, cache)).toEqual(ask(turn))
    expect(ask(100)).toMatchObject({ kind: 'final', action: story.turns[99]?.decision.command })
  })
})

describe('the explorer on other stories', () => {
  it.each([2, 3] as const)('finds twelve locations of Zork %s on average within sixty turns', (number) => {
    const found = [1, 2, 3].map((seed) => playStory(zorkFile(number), { seed, turns: 60 }).at(60).locations)
    expect(mean(found)).toBeGreaterThanOrEqual(12)
  })
})

describe.skipIf(INFORM_IS_ABSENT)(`the explorer at a cliff${NEEDS_INFORM}`, () => {
  it.each(['restart', 'restore'] as const)(
    'continues after a death that a run answers by %s, but not in that direction',
    async (onDeath) => {
      const game = openEpisodeGame(compileStory('cliff', 5), { ...STORY_RULES, onDeath })
      const { observation: opening } = await game.start(1)
      const turns: Turn[] = []
      let memory = emptyMemory
      while (turns.length < 60) {
        const block = buildStateBlock({ ...emptyEpisode, opening, turns }, 'L2')
        memory = learn(memory, { action: block.last?.action ?? null, objective: null, block, text: block.observation })
        const { command } = decide(memory, chance)
        turns.push(plainTurn(turns.length + 1, command, (await game.play(command)).observation))
      }
      await game.close()
      expect(turns.filter(({ observation }) => observation?.rule_applied !== undefined)).toHaveLength(2)
      expect(new Set(turns.map(({ observation }) => observation?.location?.name))).toEqual(
        new Set(['Lodge', 'Moor', 'Ford', 'Quarry', 'Farm']),
      )
    },
  )
})
