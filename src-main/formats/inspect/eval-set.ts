import { createHash } from 'node:crypto'
import { visibleJson } from '@shared/base/visible-text'
import type { Unit } from '@shared/experiments/plan'
import type { ExportedEpisode } from '../exported-episode'
import type { FilePart } from '../file-part'
import { evalFile, type EvalTask } from './eval-file'

/** A single episode as a log. Rejects for a log without a manifest. */
export async function episodeLog(episode: ExportedEpisode): Promise<AsyncGenerator<Uint8Array>> {
  const { title, seed, handicap } = await playedIn(episode)
  const { parts } = await evalFile({
    name: title,
    args: { episode: episode.id, handicap },
    evalSetId: null,
    samples: [{ id: sampleId(title, seed), epoch: 1, open: () => Promise.resolve(episode) }],
  })
  return parts
}

async function playedIn(episode: ExportedEpisode) {
  for await (const { state } of episode.read()) {
    const { game, seed, handicap } = state.manifest ?? {}
    return { title: game?.title ?? episode.id, seed: seed ?? 0, handicap: handicap ?? null }
  }
  return { title: episode.id, seed: 0, handicap: null }
}

/**
 * An experiment as a folder of logs, like an eval set of Inspect: one log for each arm and handicap, one sample for
 * each story and seed, one epoch for each repeat. `open` returns null for a unit that was not played.
 */
export async function* evalSetOf(
  experiment: string,
  units: readonly Unit[],
  open: (unit: Unit) => Promise<ExportedEpisode | null>,
): AsyncGenerator<FilePart> {
  const evalSetId = createHash('sha256').update(experiment).digest('hex').slice(0, 22)
  const tasks: object[] = []
  for (const task of tasksOf(experiment, evalSetId, units, open)) {
    const { name, spec, parts } = await evalFile(task)
    for await (const part of parts) yield { file: name, part }
    const { task: called, task_id, task_args, model, model_args } = spec
    tasks.push({ name: called, task_id, task_args, model, model_args, sequence: tasks.length })
  }
  yield { file: '.eval-set-id', part: evalSetId }
  yield { file: 'eval-set.json', part: `${visibleJson({ eval_set_id: evalSetId, tasks }, undefined, 2)}\n` }
}

function tasksOf(
  experiment: string,
  evalSetId: string,
  units: readonly Unit[],
  open: (unit: Unit) => Promise<ExportedEpisode | null>,
): readonly EvalTask[] {
  const named = namedApart(units.map(({ story }) => story))
  const logs = new Map(units.map(({ arm, handicap }) => [JSON.stringify([arm, handicap]), { arm, handicap }]))
  return [...logs.values()].map(({ arm, handicap }) => {
    const own = units.filter((unit) => unit.arm === arm && unit.handicap === handicap)
    return {
      name: `${experiment}/${arm}`,
      args: { experiment, arm, handicap },
      evalSetId,
      samples: own.map((unit) => ({
        id: sampleId(named.get(unit.story) ?? unit.story, unit.seed),
        epoch: unit.repeat,
        open: () => open(unit),
      })),
    }
  })
}

/** Adds a number to stories whose names become equal in a file name. */
function namedApart(stories: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const story of new Set(stories)) {
    const taken = new Set(names.values())
    let name = fileWord(story)
    for (let count = 2; taken.has(name); count++) name = `${fileWord(story)}-${count}`
    names.set(story, name)
  }
  return names
}

/** The id of a sample, which is also part of a file name. */
const sampleId = (story: string, seed: number): string => `${fileWord(story)}-seed-${seed}`

const fileWord = (text: string): string => text.replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
