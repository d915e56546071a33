import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../base/files/plain-file'

const MAX_BYTES = 1024 * 1024
const LONGEST_LINE = 10_000

interface AppLog {
  readonly file: string
  readonly write: (text: string) => void
}

/** A private file with the app's errors, masked. It is renamed when it is full. Failed writes are ignored. */
export function openAppLog(folder: string, mask: (text: string) => string, now: () => Date): AppLog {
  const file = join(folder, 'zorkgpt.log')
  const write = (text: string) => {
    try {
      mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
      if (sizeOf(file) > MAX_BYTES) renameSync(file, join(folder, 'zorkgpt.old.log'))
      appendFileSync(file, `${now().toISOString()} ${mask(text).slice(0, LONGEST_LINE)}\n`, { mode: PRIVATE_FILE })
    } catch {
      // The disk may be full or the folder read-only.
    }
  }
  return { file, write }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
