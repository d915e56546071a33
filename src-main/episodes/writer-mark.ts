import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Beside a log that a program other than the host writes, for as long as it does: `{ "pid": … }`. */
const WRITER_FILE = 'writer.json'

export const markWriter = (folder: string): Promise<void> => writeFile(join(folder, WRITER_FILE), JSON.stringify({ pid: process.pid }))
export const unmarkWriter = (folder: string): Promise<void> => rm(join(folder, WRITER_FILE), { force: true })

/** Whether another program is still writing the log in `folder`. A mark that a killed program left behind counts no longer. */
export async function isWrittenElsewhere(folder: string): Promise<boolean> {
  const pid = await readFile(join(folder, WRITER_FILE), 'utf8').then((text) => (JSON.parse(text) as { readonly pid?: unknown }).pid).catch(() => null)
  return typeof pid === 'number' && pid !== process.pid && isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
