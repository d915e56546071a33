import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type StartParams, startParams } from '@shared/contract/start'
import { HANDICAPS, ON_DEATH, PLAYER_KINDS } from '@shared/episode/log/event'
import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { readRunFile, runFileOf } from './run-file'

const rules: fc.Arbitrary<PauseRules> = fc.record({
  tool_error: fc.boolean(),
  score_change: fc.boolean(),
  new_location: fc.boolean(),
  died: fc.boolean(),
  repeated_action: fc.boolean(),
  turns_without_score: fc.nat(999),
  cost_usd: fc.nat(9999).map((cents) => cents / 100),
})
const run: fc.Arbitrary<StartParams> = fc.record(
  {
    game: fc.string({ minLength: 1 }),
    player: fc.constantFrom(...PLAYER_KINDS),
    handicap: fc.constantFrom(...HANDICAPS),
    onDeath: fc.constantFrom(...ON_DEATH),
    paused: fc.boolean(),
    model: fc.string({ minLength: 1 }).filter((model) => model === model.trim()),
    baseUrl: fc.constant('https://api.example/v1?a="b"'),
    turnLimit: fc.integer({ min: 1, max: 1e6 }),
    seed: fc.integer({ min: 0, max: 0x7fffffff }),
    mcp: fc.boolean(),
    turnDelaySeconds: fc.constantFrom(0, 0.5, 3),
    explorerWordsPerSecond: fc.constantFrom(0, 24),
    pauseRules: rules.filter((some) => Object.values(some).some(Boolean)),
  },
  { requiredKeys: ['game', 'player', 'handicap', 'onDeath', 'paused'] },
)

describe('a run as a zorkgpt.toml', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(run, (params) => {
        const { params: read, passedOver } = readRunFile(runFileOf(params))
        expect(read).toEqual(params)
        expect(startParams.parse(read)).toEqual(params)
        expect(passedOver).toEqual([])
      }),
    )
  })

  it.each([
    ['[run]\nplayer = "wizard"\n', /the file: run\.player, line 2: /],
    [
      '[run]\nhandicup = "L2"\n',
      /the file: run\.handicup, line 2: There is no such setting; perhaps handicap is meant/,
    ],
    ['[pause]\ncost_usd = -1\n', /the file: pause\.cost_usd, line 2: Takes at least 0/],
    ['[run\n', /the file is not valid TOML, line 1/],
    ['[mystery]\n', /the file: mystery, line 1: There is no such table/],
  ])('refuses %j with the reason', (text, reason) => {
    expect(() => readRunFile(text)).toThrow(reason)
  })

  it('names settings of the app that are not part of a run', () => {
    expect(readRunFile('[run]\nplayer = "random"\n\n[retry]\nmax_retries = 1\n').passedOver).toEqual([
      'retry.max_retries',
    ])
  })
})
