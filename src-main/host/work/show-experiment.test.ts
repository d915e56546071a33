import { expect, it } from 'vitest'
import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import type { UnitResult } from '@shared/experiments/result'
import { settings } from '@shared/settings/settings'
import { type ExperimentFolder, unitsIn } from '../../experiments/plan/experiment-folder'
import { showExperiment } from './show-experiment'

const plan: ExperimentPlan = {
  format: 1,
  name: 'test',
  app_version: '1.0.0',
  primary: 'score_share',
  baseline: 'base',
  seeds: [1, 2],
  repeats: 1,
  stories: [{ name: 'one', title: 'One', sha256: 'ab'.repeat(32), path: '/one' }],
  handicaps: ['L2'],
  arms: [{ name: 'base', settings: settings.parse({}), prompt: null, files: null, agent: null }],
  terms: { budget: {}, provider: {}, workers: {}, prices: {} },
}
const resultOf = (unit: Unit, score: number, maxScore: number | null): UnitResult => ({
  format: 1,
  key: unit.key,
  episode: unit.episode,
  ended: 'turn_limit',
  reason: null,
  turns: 10,
  turn_limit: 10,
  score,
  max_score: maxScore,
  locations: 4,
  deaths: 0,
  llm_calls: 0,
  tool_calls: 0,
  tool_use: null,
  problems: 0,
  refused: 0,
  repeats: 0,
  foreknowledge: null,
  help: null,
  tokens: { in: 0, out: 0 },
  cost_usd: null,
  played_ms: 1,
  score_steps: [],
  location_steps: [],
})

it.each([
  ['best results are the strongest', [5, 10], 100, [0.5, 1]],
  ['results of 0 are the weakest', [0, 0], 100, [0, 0]],
  ['no value is the weakest', [5, 10], null, [0, 0]],
])('shades the squares: %s', async (_what, scores, maxScore, shares) => {
  const results = new Map(unitsIn(plan).map((unit, index) => [unit.key, resultOf(unit, scores[index] ?? 0, maxScore)]))
  const folder: Pick<ExperimentFolder, 'name' | 'dataFolder' | 'readPlan' | 'readResults' | 'readFailures'> = {
    name: 'test',
    dataFolder: '/nowhere',
    readPlan: async () => plan,
    readResults: async () => results,
    readFailures: async () => new Map(),
  }
  const row = { name: 'test', isRunning: false, progress: null, startedAt: null, arms: ['base'] }
  const { grid } = await showExperiment(folder as ExperimentFolder, row)
  expect(grid.flatMap(({ units }) => units.map(({ share }) => share))).toEqual(shares)
})
