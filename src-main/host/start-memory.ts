import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { startParams } from '@shared/contract/contract'
import { contractError } from '@shared/contract/rpc'
import { notWritten } from '../files/not-written'
import { replaceFile } from '../files/replace-file'

const remembered = z.strictObject({
  version: z.literal(1),
  last: startParams.nullable(),
  presets: z.array(z.object({ name: z.string(), params: startParams })),
  demoIsDismissed: z.boolean(),
})
export type Remembered = Readonly<z.infer<typeof remembered>>

const NOTHING: Remembered = { version: 1, last: null, presets: [], demoIsDismissed: false }

/** What the window remembers between two starts of the app, as a file beside the episodes: a page's own storage is bound to an address, and the web shell's changes. */
export class StartMemory {
  readonly #file: string
  #last: Promise<unknown> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
  }

  /** Throws a ContractError `bad_start_file` for a file that cannot be read; it is left as it is. */
  async read(): Promise<Remembered> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw this.#unreadable(error.message)
    })
    if (text === null) return NOTHING
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch (error) {
      throw this.#unreadable((error as Error).message)
    }
    const { data, error } = remembered.safeParse(json)
    if (data) return data
    const issue = error.issues[0]
    throw this.#unreadable(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not valid'}`)
  }

  /** One change after the other, each to what the one before left. Rejects with `cannot_write`. */
  change(change: (before: Remembered) => Remembered): Promise<Remembered> {
    const changed = this.#last.catch(() => undefined).then(async () => {
      const after = change(await this.read())
      try {
        await mkdir(dirname(this.#file), { recursive: true })
        await replaceFile(this.#file, `${JSON.stringify(after, null, 2)}\n`)
      } catch (error) {
        throw notWritten('Not saved', this.#file, error)
      }
      return after
    })
    this.#last = changed
    return changed
  }

  #unreadable(why: string) {
    return contractError('bad_start_file', `The presets cannot be read from ${this.#file}: ${why}. Repair the file, or move it away to begin anew.`)
  }
}

export const withPreset = (before: Remembered, preset: Remembered['presets'][number]): Remembered => ({
  ...before,
  presets: [...before.presets.filter(({ name }) => name !== preset.name), preset].toSorted((a, b) => a.name.localeCompare(b.name)),
})

/** Throws `no_preset` for one that is not there, and `taken` for a name that another has. */
export function renamedPreset(before: Remembered, name: string, to: string): Remembered {
  const preset = before.presets.find((one) => one.name === name)
  if (!preset) throw contractError('no_preset', `There is no preset “${name}”.`)
  if (to !== name && before.presets.some((one) => one.name === to)) throw contractError('taken', `There is a preset “${to}” already.`)
  return withPreset(withoutPreset(before, name), { ...preset, name: to })
}

export const withoutPreset = (before: Remembered, name: string): Remembered => ({ ...before, presets: before.presets.filter((one) => one.name !== name) })
