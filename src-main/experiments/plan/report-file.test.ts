import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { expect, it, onTestFinished } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import type { ExperimentPlan } from '@shared/experiments/plan'
import type { ExperimentReport } from '@shared/experiments/report'
import { settings } from '@shared/settings/settings'
import { ExperimentFolder, unitsIn } from './experiment-folder'
import { readReport, reportParquet } from './report-file'

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
  const missing = [{ ...unit, seed: 2, episode: 'f', reason: 'why' }]
  const report = {
    experiment: 'x',
    units: [played],
    missing,
    to_play: [],
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

/** The report of an experiment with two seeds and a turn limit of 3, after the first episode was played this far. */
async function reportAfter(events: ReturnType<typeof sampleEpisode>): Promise<ExperimentReport> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'report-file-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  const folder = new ExperimentFolder(dataFolder, 'test')
  const arm = { prompt: null, files: null, agent: null }
  const plan: ExperimentPlan = {
    format: 1,
    name: 'test',
    app_version: '1.0.0',
    primary: 'score',
    baseline: 'base',
    seeds: [1, 2],
    repeats: 1,
    stories: [{ name: 'one', title: 'One', sha256: 'ab'.repeat(32), path: '/one' }],
    handicaps: ['L2'],
    arms: [{ name: 'base', settings: settings.parse({ orchestrator: { max_turns_per_episode: 3 } }), ...arm }],
    terms: { budget: {}, provider: {}, workers: {}, prices: {} },
  }
  await folder.savePlan(plan, '')
  const episode = join(dataFolder, unitsIn(plan)[0]?.episode ?? '')
  await mkdir(episode)
  await writeFile(join(episode, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  return (await readReport(folder)).report
}

it('a report says what became of the episodes without a result, as the window does', async () => {
  const { to_play: toPlay } = await reportAfter(sampleEpisode({ turns: 2, openTurn: true }))
  expect(toPlay.map(({ reason }) => reason)).toEqual(['Interrupted, 1 turn', 'Not started'])
})

it('the result of an episode that was continued after its turn limit is that at the limit', async () => {
  const events = sampleEpisode({ turns: 8 })
  const { units } = await reportAfter(events)
  const atLimit = (await reportAfter(sampleEpisode({ turns: 3 }))).units
  expect(units).toMatchObject([{ turns: 3, ended: 'turn_limit' }])
  expect(units).toMatchObject(atLimit.map(({ score, locations, tokens }) => ({ score, locations, tokens })))
})

it('a hint to a turn after the turn limit does not help the result', async () => {
  const events = sampleEpisode({ turns: 8 })
  const at = events.findIndex((event) => event.event_type === 'turn_completed' && event.turn === 3) + 1
  const hint = { event_type: 'hint_given', turn: 4, text: 'Look.' } as const
  const hinted = [
    ...events.slice(0, at),
    ...events.slice(at - 1, at).map(({ seq: _seq, at: when, episode_id }) => ({ at: when, episode_id, ...hint })),
    ...events.slice(at),
  ].map((event, seq) => ({ ...event, seq }))
  const { units, missing } = await reportAfter(hinted)
  expect(missing).toEqual([])
  expect(units).toMatchObject([{ turns: 3, ended: 'turn_limit' }])
})
