import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { z } from 'zod'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import { DESIRED_STATES, type DesiredState } from '@shared/contract/experiments'
import { type ExperimentPlan, experimentPlan, type Unit, unitsOf } from '@shared/experiments/plan'
import { type ExperimentProgress, experimentProgress } from '@shared/experiments/progress'
import { type UnitFailure, unitFailure, type UnitResult, unitResult } from '@shared/experiments/result'
import { describeState } from '@shared/experiments/run-state'
import { acquireLease, isLeasedElsewhere } from '../../base/files/lease'
import { makePlainFolder, pathIn, readPlain, type RootedPath } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { EXPERIMENTS_FOLDER, hasPlan } from '../../episode/experiments-folder'

const LONGEST_PLAN_BYTES = 32 << 20
const LONGEST_RESULT_BYTES = 1 << 20
const LONGEST_REASON = 300
const PARALLEL_READS = 32

/**
 * The folder of an experiment: the frozen plan and the result of each unit. The episodes are in the data folder like
 * any others, and all figures are computed from their logs.
 */
export class ExperimentFolder {
  readonly dataFolder: string
  readonly name: string

  constructor(dataFolder: string, name: string) {
    this.dataFolder = dataFolder
    this.name = name
  }

  get path(): string {
    return this.pathOf().path
  }

  pathOf(...names: readonly string[]): RootedPath {
    return pathIn(this.dataFolder, EXPERIMENTS_FOLDER, this.name, ...names)
  }

  /** The settings file of an arm, for the host and for users who want to try the arm. */
  settingsFileOf(arm: string): string {
    return this.pathOf('arms', `${arm}.toml`).path
  }

  isRunElsewhere(): Promise<boolean> {
    return isLeasedElsewhere(this.pathOf('running.json'))
  }

  /** The text of the experiment file, as saved by the last run. */
  async readText(): Promise<string> {
    return (await readPlain(this.pathOf('experiment.toml'), LONGEST_PLAN_BYTES)).toString()
  }

  /** Null before the first run. Rejects with `bad_file` for an unreadable plan. */
  async readPlan(): Promise<ExperimentPlan | null> {
    const file = this.pathOf('plan.json')
    return read(file, LONGEST_PLAN_BYTES, experimentPlan).catch((error: unknown) => {
      if (isExpected(error)) throw error
      const why = error instanceof z.ZodError ? whyNotValidIn('the plan', error) : (error as Error).message
      throw new ExpectedError(
        'bad_file',
        `The plan ${file.path} cannot be read: ${why.slice(0, LONGEST_REASON)}. It is damaged, or from another version of the app; give the experiment another name to start again.`,
      )
    })
  }

  /** Changes with each saved plan; 0 without a plan. */
  async readPlanStamp(): Promise<number> {
    return (await stat(this.pathOf('plan.json').path).catch(() => null))?.mtimeMs ?? 0
  }

  /** Deletes the folder. Rejects with `running`, and with `cannot_write`. */
  async delete(): Promise<void> {
    const lease = await acquireLease(this.pathOf('running.json'))
    if (lease === null)
      throw new ExpectedError('running', `The experiment "${this.name}" is running. Cancel the run first.`)
    try {
      await rm(this.path, { recursive: true }).catch((error: unknown) => {
        throw writeError('The experiment was not deleted', this.path, error)
      })
    } finally {
      await lease.release()
    }
  }

  /** Rejects with `cannot_write`. */
  async savePlan(plan: ExperimentPlan, text: string): Promise<void> {
    await this.#write(async () => {
      for (const folder of ['arms', 'results', 'failures']) await makePlainFolder(this.pathOf(folder))
      for (const { name, settings } of plan.arms)
        await replacePlain(this.pathOf('arms', `${name}.toml`), stringify(settings))
      await replacePlain(this.pathOf('experiment.toml'), text)
      await replacePlain(this.pathOf('plan.json'), JSON.stringify(plan))
    })
  }

  /** Keyed by unit key, without those in `known` and without unreadable ones. */
  readResults(known: ReadonlyMap<string, UnitResult> = new Map()): Promise<ReadonlyMap<string, UnitResult>> {
    return this.#readAll('results', unitResult, known)
  }

  readFailures(): Promise<ReadonlyMap<string, UnitFailure>> {
    return this.#readAll('failures', unitFailure)
  }

  /** The number of results and the number of failures; one of them changes with each unit that ends. */
  async countFiles(): Promise<readonly number[]> {
    const names = ['results', 'failures'].map((folder) => readdir(this.pathOf(folder).path).catch(() => []))
    return (await Promise.all(names)).map(({ length }) => length)
  }

  /** Resolves to false, without saving, if the unit already has a result. Rejects with `cannot_write`. */
  async saveResult(result: UnitResult): Promise<boolean> {
    const file = this.pathOf('results', `${result.key}.json`)
    // Needs no lock: if a run and a report save a result at the same time, it is the same, and files are replaced
    // atomically.
    if ((await read(file, LONGEST_RESULT_BYTES, unitResult).catch(() => null)) !== null) return false
    await this.#write(() => replacePlain(file, JSON.stringify(result)))
    await this.deleteFailure(result.key)
    return true
  }

  saveFailure(failure: UnitFailure): Promise<void> {
    return this.#write(() => replacePlain(this.pathOf('failures', `${failure.key}.json`), JSON.stringify(failure)))
  }

  async deleteFailure(key: string): Promise<void> {
    await rm(this.pathOf('failures', `${key}.json`).path, { force: true })
  }

  readProgress(): Promise<ExperimentProgress | null> {
    return read(this.pathOf('progress.json'), LONGEST_RESULT_BYTES, experimentProgress).catch(() => null)
  }

  /** The state of the run in words; null before the first run. */
  async describeState(): Promise<string | null> {
    const progress = await this.readProgress()
    return progress && describeState(progress, await this.isRunElsewhere())
  }

  saveProgress(progress: ExperimentProgress): Promise<void> {
    return this.#write(() => replacePlain(this.pathOf('progress.json'), JSON.stringify(progress), { isCache: true }))
  }

  async readDesiredState(): Promise<DesiredState> {
    return (await read(this.pathOf('wish.json'), 1000, z.enum(DESIRED_STATES)).catch(() => null)) ?? 'run'
  }

  setDesiredState(state: DesiredState): Promise<void> {
    return this.#write(() => replacePlain(this.pathOf('wish.json'), JSON.stringify(state)))
  }

  async #write(act: () => Promise<void>): Promise<void> {
    await act().catch((error: unknown) => {
      throw isExpected(error, 'cannot_write') ? error : writeError('The experiment was not saved', this.path, error)
    })
  }

  async #readAll<Value extends { readonly key: string }>(
    folder: string,
    schema: z.ZodType<Value>,
    known: ReadonlyMap<string, Value> = new Map(),
  ): Promise<ReadonlyMap<string, Value>> {
    const names = (await readdir(this.pathOf(folder).path).catch(() => [])).filter(
      (name) => name.endsWith('.json') && !known.has(name.slice(0, -'.json'.length)),
    )
    const found = new Map<string, Value>()
    const next = names.values()
    const readOne = async () => {
      for (const name of next) {
        const value = await read(this.pathOf(folder, name), LONGEST_RESULT_BYTES, schema).catch(() => null)
        if (value !== null && name === `${value.key}.json`) found.set(value.key, value)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_READS }, readOne))
    return found
  }
}

/** Null if there is no such file. */
async function read<Value>(file: RootedPath, limitBytes: number, schema: z.ZodType<Value>): Promise<Value | null> {
  const bytes = await readPlain(file, limitBytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return bytes === null ? null : schema.parse(parseJson(bytes.toString()))
}

export async function listExperiments(dataFolder: string): Promise<readonly string[]> {
  const entries = await readdir(join(dataFolder, EXPERIMENTS_FOLDER), { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => hasPlan(dataFolder, name))
    .toSorted()
}

export const unitsIn = (plan: ExperimentPlan): readonly Unit[] =>
  unitsOf(plan, (text) => createHash('sha256').update(text).digest('hex'))
