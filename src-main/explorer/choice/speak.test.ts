import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { playStory } from './play-story.testkit'
import { speak } from './speak'

const { turns } = playStory(resolve(import.meta.dirname, '../../../build/story/glass-weather.z5'), {
  seed: 5,
  turns: 100,
})
const spoken = turns.map(({ memory, decision }) => ({ memory, decision, words: speak(memory, decision) }))

describe("the explorer's reason", () => {
  it('is short', () => {
    for (const { words } of spoken) expect(words.length).toBeLessThan(320)
  })

  it('names the choice with its utility, and the next best option', () => {
    for (const { words, decision } of spoken) {
      const [best, second] = decision.ranked
      if (!best) continue
      expect(words).toContain(`Utility ${best.utility.toFixed(1)}`)
      expect(words).toContain(best.why.slice(1))
      if (second && second.command !== best.command) expect(words).toContain(`"${second.command}"`)
    }
  })

  it('states points that were won or lost', () => {
    for (const { words, memory } of spoken)
      expect(/^That (?:was worth|cost) \d+ points\./.test(words)).toBe(memory.reply.scoreDelta !== 0)
  })

  it('uses the singular for one point', () => {
    const [first] = spoken
    const worth = (scoreDelta: number) =>
      first && speak({ ...first.memory, reply: { ...first.memory.reply, scoreDelta } }, first.decision)
    expect(worth(1)).toMatch(/^That was worth one point\./)
    expect(worth(-2)).toMatch(/^That cost 2 points\./)
  })

  it('varies its words', () => {
    const sentences = spoken.flatMap(({ words }) => words.replace(/"[^"]*"|[\d.]+/g, '').split(/[.;:]/)[0] ?? '')
    expect(new Set(sentences).size).toBeGreaterThan(spoken.length / 2)
  })
})
