import { expect, it } from 'vitest'
import { watchLimits } from './episode-limits'

const nothing = { tokensIn: 0, tokensOut: 0, costUsd: null }
const used = (tokens: number, costUsd: number | null = null) => ({ tokensIn: tokens, tokensOut: 1, costUsd })

it('a limit pauses once, when it is exceeded', () => {
  const why = watchLimits({ tokens_per_episode: 100, cost_usd_per_episode: 0 }, nothing)
  expect(why(used(99))).toBeNull()
  expect(why(used(100))).toBe('Paused: over 100 tokens, the limit of an episode. Resume to continue without it')
  expect(why(used(500, 9))).toBeNull()
})

it('both limits are watched separately', () => {
  const why = watchLimits({ tokens_per_episode: 100, cost_usd_per_episode: 0.5 }, nothing)
  expect(why(used(10, 0.6))).toContain('cost over $0.5,')
  expect(why(used(200, 0.7))).toContain('over 100 tokens,')
})

it('an episode resumed beyond its limit continues, and 0 is no limit', () => {
  expect(watchLimits({ tokens_per_episode: 100, cost_usd_per_episode: 0 }, used(100))(used(200))).toBeNull()
  expect(watchLimits({ tokens_per_episode: 0, cost_usd_per_episode: 0 }, nothing)(used(1e9, 1e9))).toBeNull()
})
