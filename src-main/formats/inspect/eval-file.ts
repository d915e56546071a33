import { createHash } from 'node:crypto'
import { APP_VERSION } from '@shared/base/app-version'
import { visibleJson } from '@shared/base/visible-text'
import type { EpisodeState } from '@shared/episode/state/episode'
import type { ExportedEpisode } from '../exported-episode'
import { type ZipFile, zipOf } from '../zip'
import { LOG_VERSION } from './inspect-log'
import { mergeUsage } from './messages'
import { modelOf, type SampleName, sampleParts, type SampleSummary } from './sample'
import { scoreResults } from './scores'

/** The episodes of one log: those of an arm, or a single one. */
export interface EvalTask {
  readonly name: string
  /** Distinguishes it from other logs of the same task. */
  readonly args: Readonly<Record<string, unknown>>
  /** Null for a single episode. */
  readonly evalSetId: string | null
  readonly samples: readonly EvalSample[]
}

interface EvalSample extends SampleName {
  /** Null for an episode that was not played or cannot be read, which the log lists as missing. */
  readonly open: () => Promise<ExportedEpisode | null>
}

type EvalSpec = Awaited<ReturnType<typeof specOf>>

/** An `.eval` file: its name by Inspect's rules, its header, and its content in parts. */
interface EvalFile {
  readonly name: string
  readonly spec: EvalSpec
  readonly parts: AsyncGenerator<Uint8Array>
}

export async function evalFile(task: EvalTask): Promise<EvalFile> {
  const spec = await specOf(task)
  const second = spec.created.replace(/\.\d+Z$/, '+00-00').replaceAll(':', '-')
  return {
    name: `${second}_${spec.task.replaceAll(/[^\w.-]+|_/g, '-')}_${spec.task_id}.eval`,
    spec,
    parts: zipOf(filesOf(task, spec)),
  }
}

async function* filesOf(task: EvalTask, spec: EvalSpec): AsyncGenerator<ZipFile> {
  const start = { version: LOG_VERSION, eval: spec, plan: PLAN }
  yield json('_journal/start.json', start)
  const told: SampleSummary[] = []
  for (const { open, id, epoch } of task.samples) {
    const episode = await open()
    if (episode !== null)
      yield {
        name: `samples/${id}_epoch_${epoch}.json`,
        parts: sampleParts(episode, { id, epoch }, (sample) => void told.push(sample)),
      }
  }
  yield json('summaries.json', told.map(summaryOf))
  yield json('header.json', headerOf(start, task.samples.length, told))
}

const json = (name: string, value: unknown): ZipFile => ({ name, parts: [visibleJson(value)] })

const PLAN = {
  name: 'plan',
  steps: [{ solver: 'zorkgpt', params: {}, params_passed: {} }],
  config: {},
}

/** The same id for the same task, so that a repeated export replaces the previous one. */
const taskIdOf = ({ name, args }: EvalTask): string =>
  createHash('sha256')
    .update(JSON.stringify([name, args]))
    .digest('hex')
    .slice(0, 22)

async function specOf(task: EvalTask) {
  const { name, args, samples, evalSetId } = task
  const state = await beginningOf(samples)
  const manifest = state?.manifest ?? null
  const ids = [...new Set(samples.map(({ id }) => id))]
  const taskId = taskIdOf(task)
  const { temperature, top_p, top_k, max_tokens, seed, reasoning_effort } = manifest?.sampling ?? {}
  return {
    eval_set_id: evalSetId,
    eval_id: taskId,
    run_id: evalSetId ?? taskId,
    created: manifest?.at ?? new Date(0).toISOString(),
    task: name,
    task_id: taskId,
    task_version: 0,
    task_attribs: {},
    task_args: args,
    task_args_passed: args,
    solver: 'zorkgpt',
    solver_args: { player: manifest?.player.kind ?? null, mind: manifest?.mind?.preset ?? null },
    dataset: { name, samples: ids.length, sample_ids: ids, shuffled: false },
    model: modelOf(manifest),
    model_generate_config: { temperature, top_p, top_k, max_tokens, seed, reasoning_effort },
    model_args: {},
    config: { epochs: Math.max(1, ...samples.map(({ epoch }) => epoch)), turn_limit: manifest?.turn_limit ?? null },
    packages: { zorkgpt: manifest?.app_version ?? APP_VERSION },
    scorers: null,
    tags: [],
    metadata: { made_by: `zorkgpt ${APP_VERSION}` },
  }
}

/** The state at the beginning of the first episode; null if there is none. */
async function beginningOf(samples: readonly EvalSample[]): Promise<EpisodeState | null> {
  for (const { open } of samples) {
    const episode = await open()
    if (episode !== null) for await (const { state } of episode.read()) return state
  }
  return null
}

const summaryOf = ({ id, epoch, input, scores, ended, sums }: SampleSummary): object => ({
  id,
  epoch,
  input: input.slice(0, LONGEST_INPUT),
  target: '',
  metadata: {},
  scores,
  model_usage: sums.modelUsage,
  role_usage: sums.roleUsage,
  started_at: sums.startedAt,
  completed_at: sums.completedAt,
  total_time: (Date.parse(sums.completedAt) - Date.parse(sums.startedAt)) / 1000,
  working_time: sums.playedMs / 1000,
  completed: true,
  turn_count: sums.turns,
  ...(ended === 'turn_limit' && { limit: 'turn' }),
})
/** Longest excerpt of the opening in the list of samples. */
const LONGEST_INPUT = 5120

function headerOf(start: object, wanted: number, told: readonly SampleSummary[]): object {
  const times = (of: (told: SampleSummary) => string) => told.map(of).toSorted()
  return {
    ...start,
    status: statusOf(wanted, told),
    results: {
      total_samples: wanted,
      completed_samples: told.length,
      scores: scoreResults(told),
    },
    stats: {
      started_at: times(({ sums }) => sums.startedAt)[0] ?? '',
      completed_at: times(({ sums }) => sums.completedAt).at(-1) ?? '',
      model_usage: told.reduce((all, { sums }) => mergeUsage(all, sums.modelUsage), {}),
      role_usage: told.reduce((all, { sums }) => mergeUsage(all, sums.roleUsage), {}),
      connection_limit_history: [],
    },
    invalidated: false,
    tags: [],
    metadata: {},
  }
}

/** `cancelled` if an episode is missing, unfinished or stopped; its figures count nevertheless. */
function statusOf(wanted: number, told: readonly SampleSummary[]): 'success' | 'cancelled' | 'error' {
  if (told.some(({ ended }) => ended === 'error')) return 'error'
  return told.length < wanted || told.some(({ ended }) => ended === null || ended === 'stopped')
    ? 'cancelled'
    : 'success'
}
