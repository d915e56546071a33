import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { type SavedFilter, savedFilters, startParams } from '@shared/contract/start'
import { renameOldPauseRules } from '@shared/episode/log/old-pause-rules'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import { notWritten } from '../../base/files/not-written'
import { type Place, placeIn, readPlain } from '../../base/files/plain-file'
import { replaceLocked } from '../../base/files/replace-file'
import { withLock } from '../../base/files/with-lock'

const params = z.preprocess(
  (kept) =>
    typeof kept === 'object' && kept !== null && 'pauseRules' in kept
      ? { ...kept, pauseRules: renameOldPauseRules(kept.pauseRules) }
      : kept,
  // An earlier version took any address: it is refused when it is used, and the file is read.
  startParams.extend({ baseUrl: z.url().optional() }),
)
const remembered = z.strictObject({
  version: z.literal(1),
  last: params.nullable(),
  presets: z.array(z.object({ name: z.string(), params })),
  /** Of the library. Absent until there is one: an earlier version does not know them. */
  filters: savedFilters.optional(),
  demoIsDismissed: z.boolean(),
})
export type Remembered = Readonly<z.infer<typeof remembered>>

const START_FILE = '.start.json'
const LONGEST_BYTES = 4 << 20
const NOTHING: Remembered = { version: 1, last: null, presets: [], demoIsDismissed: false }

/**
 * What the window remembers between two starts of the app, as a file beside the episodes: a page's own storage is bound
 * to an address, and the web shell's changes.
 */
export class StartMemory {
  readonly #place: Place
  #last: Promise<unknown> = Promise.resolve()

  constructor(dataFolder: string) {
    this.#place = placeIn(dataFolder, START_FILE)
  }

  /** Throws `bad_file` for a file that cannot be read; it is left as it is. */
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

  /**
   * One change after the other, also of several hosts, each to what the last left. Rejects with `cannot_write`, and
   * with `not_possible` for more than is read.
   */
  change(change: (before: Remembered) => Remembered): Promise<Remembered> {
    const changed = this.#last
      .catch(() => undefined)
      .then(() =>
        withLock(this.#place, async () => {
          const after = change(await this.read())
          const text = `${JSON.stringify(after, null, 2)}\n`
          // A file that grew too long to be read would take every preset along.
          if (Buffer.byteLength(text) > LONGEST_BYTES)
            throw new ExpectedError('not_possible', 'Not saved: there are more presets than can be kept. Delete one.')
          await replaceLocked(this.#place, text).catch((error: unknown) => {
            throw notWritten('Not saved', this.#place.path, error)
          })
          return after
        }),
      )
    this.#last = changed
    return changed
  }

  #unreadable(why: string) {
    const { path } = this.#place
    const wayOut = 'Repair the file, or move it away to begin anew.'
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
