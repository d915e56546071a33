import { parquetReadObjects } from 'hyparquet'
import { expect, it } from 'vitest'
import type { ExperimentReport } from '@shared/experiments/report'
import { reportParquet } from './report-file'

const unit = { arm: 'a', story: 's', handicap: 'L2', seed: 1, repeat: 1, episode: 'e' } as const
const played = {
  ...unit,
  value: 0.5,
  score: 5,
  max_score: 10,
  turns: 3,
  locations: 2,
  deaths: 0,
  ended: 'won',
  tokens: 0,
  cost_usd: null,
}

it('the rows of a Parquet report survive a round trip, missing units included', async () => {
  const known = { ...unit, recital: 0.5, blind_share: null }
  const missing = [{ ...unit, seed: 2, reason: 'why' }]
  const report = {
    experiment: 'x',
    units: [played],
    missing,
    known_before: [known],
    arms: [{ arm: 'a', disguise: 'mirror' }],
  }
  const bytes = reportParquet(report as unknown as ExperimentReport)
  const rows = await parquetReadObjects({ file: bytes.buffer as ArrayBuffer })
  expect(rows).toMatchObject([
    { experiment: 'x', arm: 'a', disguise: 'mirror', seed: 1, value: 0.5, ended: 'won', recital: 0.5, missing: null },
    { seed: 2, missing: 'why' },
  ])
})
