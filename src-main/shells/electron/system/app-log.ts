import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../base/files/plain-file'

const MOST_BYTES = 1024 * 1024
const LONGEST_LINE = 10_000

interface AppLog {
  readonly file: string
  readonly write: (text: string) => void
}

/**
 * What the app complains of, for whoever has no terminal to see it in: a file for its user alone, which is put aside as
 * `zorkgpt.old.log` when it is full. `mask` takes the secrets out. What cannot be written is left out: there is nowhere
 * else to say so.
 */
export function openAppLog(folder: string, mask: (text: string) => string, now: () => Date): AppLog {
  const file = join(folder, 'zorkgpt.log')
  const write = (text: string) => {
    try {
      mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
      if (sizeOf(file) > MOST_BYTES) renameSync(file, join(folder, 'zorkgpt.old.log'))
      appendFileSync(file, `${now().toISOString()} ${mask(text).slice(0, LONGEST_LINE)}\n`, { mode: PRIVATE_FILE })
    } catch {
      // A full disk, or a folder that may not be written.
    }
  }
  return { file, write }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
