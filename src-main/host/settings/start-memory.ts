import { z } from 'zod'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import { type SavedFilter, savedFilters, startParams } from '@shared/contract/start'
import { renameOldPauseRules } from '@shared/episode/log/old-pause-rules'
import { type RootedPath, pathIn, readPlain } from '../../base/files/plain-file'
import { replaceLocked } from '../../base/files/replace-file'
import { withLock } from '../../base/files/with-lock'
import { writeError } from '../../base/files/write-error'

const params = z.preprocess(
  (kept) =>
    typeof kept === 'object' && kept !== null && 'pauseRules' in kept
      ? { ...kept, pauseRules: renameOldPauseRules(kept.pauseRules) }
      : kept,
  // An earlier version accepted any address; a bad one is refused when it is used.
  startParams.extend({ baseUrl: z.url().optional() }),
)
const remembered = z.strictObject({
  version: z.literal(1),
  last: params.nullable(),
  presets: z.array(z.object({ name: z.string(), params })),
  /**
   * Filters of the episode list. Absent until the first one is saved, because an earlier version does not know this
   * key.
   */
  filters: savedFilters.optional(),
  demoIsDismissed: z.boolean(),
})
export type Remembered = Readonly<z.infer<typeof remembered>>

const START_FILE = '.start.json'
const LONGEST_BYTES = 4 << 20
const NOTHING: Remembered = { version: 1, last: null, presets: [], demoIsDismissed: false }

/** Values that the window stores between starts, because a page's storage is lost when the web address changes. */
export class StartMemory {
  readonly #place: RootedPath
  #last: Promise<unknown> = Promise.resolve()

  constructor(dataFolder: string) {
    this.#place = pathIn(dataFolder, START_FILE)
  }

  /** Throws `bad_file` for a file that cannot be read, and leaves it unchanged. */
  async read(): Promise<Remembered> {
    const bytes = await readPlain(this.#place, LONGEST_BYTES).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      if (!isExpected(error, 'not_plain')) throw this.#unreadable(error.message)
      throw new ExpectedError('bad_file', `The presets cannot be read: ${error.message}`)
    })
    if (bytes === null) return NOTHING
    let json: unknown
    try {
      json = parseJson(bytes.toString())
    } catch (error) {
      throw this.#unreadable((error as Error).message)
    }
    const { data, error } = remembered.safeParse(json)
    if (data) return data
    throw this.#unreadable(whyNotValidIn('the file', error))
  }

  /** Applies changes one after another, across hosts too. Rejects with `cannot_write` or `not_possible`. */
  change(change: (before: Remembered) => Remembered): Promise<Remembered> {
    const changed = this.#last
      .catch(() => undefined)
      .then(() =>
        withLock(this.#place, async () => {
          const after = change(await this.read())
          const text = `${JSON.stringify(after, null, 2)}\n`
          // A longer file would not be read, so all presets would be lost.
          if (Buffer.byteLength(text) > LONGEST_BYTES)
            throw new ExpectedError('not_possible', 'Not saved: there are too many presets. Delete one first.')
          await replaceLocked(this.#place, text).catch((error: unknown) => {
            throw writeError('Not saved', this.#place.path, error)
          })
          return after
        }),
      )
    this.#last = changed
    return changed
  }

  #unreadable(why: string) {
    const { path } = this.#place
    const wayOut = 'Repair the file, or move it away to start with none.'
    return new ExpectedError('bad_file', `The presets cannot be read from ${path}: ${why}. ${wayOut}`)
  }
}

export const withPreset = (before: Remembered, preset: Remembered['presets'][number]): Remembered => ({
  ...before,
  presets: [...before.presets.filter(({ name }) => name !== preset.name), preset].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  ),
})

export const withoutPreset = (before: Remembered, name: string): Remembered => ({
  ...before,
  presets: before.presets.filter((one) => one.name !== name),
})

export function withFilter(before: Remembered, filter: SavedFilter): Remembered {
  const filters = [...(before.filters ?? []).filter(({ name }) => name !== filter.name), filter]
  if (!savedFilters.safeParse(filters).success)
    throw new ExpectedError('not_possible', `There are ${filters.length - 1} saved filters. Delete one first.`)
  return { ...before, filters: filters.toSorted((a, b) => a.name.localeCompare(b.name)) }
}

export function withoutFilter({ filters = [], ...before }: Remembered, name: string): Remembered {
  const left = filters.filter((one) => one.name !== name)
  return left.length === 0 ? before : { ...before, filters: left }
}
