import { basename } from 'node:path'
import { z } from 'zod'
import { ExpectedError } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { type ExperimentPlan, experimentPlan } from '@shared/experiments/plan'
import { type UnitFailure, unitFailure, type UnitResult, unitResult } from '@shared/experiments/result'
import type { ObjectStore } from './object-store'

const LONGEST_PLAN_BYTES = 32 << 20
const LONGEST_RESULT_BYTES = 1 << 20
const LONGEST_STORY_BYTES = 1 << 20
/** Largest part of a log, in bytes. */
export const LOG_PART_BYTES = 4 << 20
const PARALLEL_READS = 8

const storedResult = z.strictObject({ attempt: z.number().int().positive(), result: unitResult })
type StoredResult = Readonly<z.infer<typeof storedResult>>

/**
 * An experiment in the store that machines share: its plan, its stories, the result of each unit, and the log of each
 * attempt in parts that are named by their offsets. Only the machine that began an attempt writes its log, so a machine
 * that has lost a unit but still plays it does no harm. The first result of a unit counts.
 */
export class ExperimentStore {
  readonly #store: ObjectStore
  readonly name: string

  constructor(store: ObjectStore, name: string) {
    this.#store = store
    this.name = name
  }

  /** Null if it was never published. Rejects with `bad_file` for a plan that cannot be read. */
  async readPlan(): Promise<ExperimentPlan | null> {
    const bytes = await this.#store.get(`${this.name}/plan.json`, LONGEST_PLAN_BYTES)
    if (bytes === null) return null
    try {
      return experimentPlan.parse(parseJson(bytes.toString()))
    } catch (error) {
      const why = error instanceof z.ZodError ? whyNotValidIn('the plan', error) : (error as Error).message
      throw new ExpectedError(
        'bad_file',
        `The plan of "${this.name}" in ${this.#store.name} cannot be read: ${why.slice(0, 300)}. It is damaged, or from another version of the app.`,
      )
    }
  }

  /** The plan is written last, so that all its stories are there when it appears. */
  async publish(plan: ExperimentPlan, readStory: (path: string) => Promise<Uint8Array>): Promise<void> {
    for (const { sha256, path } of plan.stories)
      await this.#store.putNew(`${this.name}/stories/${sha256}`, await readStory(path))
    // Paths of this machine are removed.
    const stories = plan.stories.map((story) => ({ ...story, path: basename(story.path) }))
    const arms = plan.arms.map((arm) => ({ ...arm, files: arm.files && arm.files.map((file) => basename(file)) }))
    await this.#store.put(`${this.name}/plan.json`, json({ ...plan, stories, arms }))
  }

  async readStory(sha256: string): Promise<Buffer> {
    const bytes = await this.#store.get(`${this.name}/stories/${sha256}`, LONGEST_STORY_BYTES)
    if (bytes === null)
      throw new ExpectedError('not_received', `${this.#store.name} does not have the story ${sha256}.`)
    return bytes
  }

  /** Resolves to false if another result was stored first. */
  saveResult(attempt: number, result: UnitResult): Promise<boolean> {
    return this.#store.putNew(`${this.name}/results/${result.key}.json`, json({ attempt, result }))
  }

  /** Null if it is missing or unreadable. */
  async readResult(key: string): Promise<StoredResult | null> {
    const stored = await this.#read(`results/${key}.json`, storedResult)
    return stored?.result.key === key ? stored : null
  }

  /** Keyed by unit key, without those in `known` and without unreadable ones. */
  async readResults(known: ReadonlySet<string> = new Set()): Promise<ReadonlyMap<string, StoredResult>> {
    const found = await this.#readAll('results', storedResult, known)
    return new Map([...found].filter(([key, { result }]) => result.key === key))
  }

  async saveFailure(failure: UnitFailure): Promise<void> {
    await this.#store.put(`${this.name}/failures/${failure.key}.json`, json(failure))
  }

  /** Null if it is missing or unreadable. */
  readFailure(key: string): Promise<UnitFailure | null> {
    return this.#read(`failures/${key}.json`, unitFailure)
  }

  /** Keyed by unit key. Includes failures of units that got a result in a later attempt. */
  async readFailures(): Promise<ReadonlyMap<string, UnitFailure>> {
    return this.#readAll('failures', unitFailure, new Set())
  }

  /**
   * Claims the next free attempt number (from 1). `before` is the attempt with the longest log, or null if there is
   * none.
   */
  async beginAttempt(key: string): Promise<{ readonly attempt: number; readonly before: number | null }> {
    const sizes = new Map<number, number>()
    for (const { attempt, from, size } of await this.#parts(key)) {
      const end = sizes.get(attempt) ?? 0
      sizes.set(attempt, from === end ? end + size : end)
    }
    const longest = [...sizes].filter(([, size]) => size > 0).toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
    for (let attempt = Math.max(0, ...sizes.keys()) + 1; ; attempt++)
      if (await this.#store.putNew(`${this.#folderOf(key, attempt)}begun`, Buffer.from(new Date().toISOString())))
        return { attempt, before: longest[0]?.[0] ?? null }
  }

  /** `from`: the offset of `bytes` in the log. */
  sendLog(key: string, attempt: number, from: number, bytes: Uint8Array): Promise<void> {
    return this.#store.put(`${this.#folderOf(key, attempt)}${String(from).padStart(12, '0')}`, bytes)
  }

  /** The parts in order, up to the first gap. */
  async *readLog(key: string, attempt: number): AsyncGenerator<Uint8Array> {
    let reached = 0
    for (const part of await this.#parts(key, attempt)) {
      if (part.from !== reached) continue
      if (reached + part.size > LONGEST_OPENED_BYTES) return
      const bytes = await this.#store.get(part.name, LOG_PART_BYTES)
      if (bytes === null) return
      yield bytes
      reached += bytes.length
    }
  }

  async #parts(key: string, attemptOrAll?: number) {
    const folder = attemptOrAll === undefined ? `${this.name}/units/${key}/` : this.#folderOf(key, attemptOrAll)
    return (await this.#store.list(folder)).flatMap(({ name, size }) => {
      const [, attempt = '', part = ''] = /\/(\d{6})\/(\d{12}|begun)$/.exec(name) ?? []
      return attempt === ''
        ? []
        : [{ name, size, attempt: Number(attempt), from: part === 'begun' ? null : Number(part) }]
    })
  }

  #folderOf(key: string, attempt: number): string {
    return `${this.name}/units/${key}/${String(attempt).padStart(6, '0')}/`
  }

  async #read<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | null> {
    const bytes = await this.#store.get(`${this.name}/${name}`, LONGEST_RESULT_BYTES)
    if (bytes === null) return null
    try {
      return schema.parse(parseJson(bytes.toString()))
    } catch {
      return null
    }
  }

  async #readAll<Value>(
    folder: string,
    schema: z.ZodType<Value>,
    known: ReadonlySet<string>,
  ): Promise<Map<string, Value>> {
    const found = new Map<string, Value>()
    const keys = (await this.#store.list(`${this.name}/${folder}/`)).flatMap(({ name }) => {
      const key = /\/([0-9a-f]{64})\.json$/.exec(name)?.[1]
      return key === undefined || known.has(key) ? [] : [key]
    })
    const next = keys.values()
    const readOne = async () => {
      for (const key of next) {
        const value = await this.#read(`${folder}/${key}.json`, schema)
        if (value !== null) found.set(key, value)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_READS }, readOne))
    return found
  }
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))
