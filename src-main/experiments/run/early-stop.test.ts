import { expect, it } from 'vitest'
import { type ExperimentPlan, unitsOf } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import { settings } from '@shared/settings/settings'
import { createEarlyStop } from './early-stop'

const arm = (name: string) => ({ name, settings: settings.parse({}), prompt: null, files: null, agent: null })
const planWith = (ci_half_width: number, changed: Partial<ExperimentPlan>): ExperimentPlan => ({
  format: 1,
  name: 'test',
  app_version: '1.0.0',
  primary: 'score_share',
  baseline: 'base',
  seeds: [1, 2, 3, 4],
  repeats: 1,
  stories: [{ name: 'one', title: 'One', sha256: 'ab'.repeat(32), path: '/one' }],
  handicaps: ['L2'],
  arms: [arm('base'), arm('other')],
  terms: { budget: {}, provider: {}, workers: {}, prices: {}, stop: { ci_half_width, looks: [3] } },
  ...changed,
})

// The interval of the differences 1, 0.9 and 1 extends 0.14 to each side of their mean, and 0.11 beyond 1.
const ofHandicaps: Partial<ExperimentPlan> = { arms: [arm('base')], handicaps: ['L4', 'L0'] }
it.each([
  ['arms', 0.15, {}, { kind: 'differences_known', halfWidth: 0.15, seeds: 3 }],
  ['arms', 0.1, {}, true],
  ['handicaps', 0.15, ofHandicaps, { kind: 'differences_known', halfWidth: 0.15, seeds: 3 }],
  ['handicaps', 0.1, ofHandicaps, true],
] as const)(
  'a run ends early if the interval of two %s is at most %s to each side',
  (_of, halfWidth, changed, answer) => {
    const plan = planWith(halfWidth, changed)
    const units = unitsOf(plan, (text) => text)
    const results = new Map(
      units.map((unit) => {
        const score = unit.seed === 2 ? 9 : 10
        return [
          unit.key,
          {
            score: unit.arm === 'other' || unit.handicap === 'L4' ? score : 0,
            max_score: 10,
            help: null,
            tokens: { in: 0, out: 0 },
          } as UnitResult,
        ]
      }),
    )
    const last = units.findLast(({ seed }) => seed === 4)
    if (last === undefined) throw new Error('There is no fourth seed.')
    expect(createEarlyStop(plan, units)(last, { results, failed: new Set() })).toEqual(answer)
  },
)
