import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync } from 'node:fs'

/** Windows has neither pipes nor devices with a place in a folder, and lets only some users make links. */
export const CANNOT_PLANT = process.platform === 'win32'
/** Part of a title: why its tests are skipped. */
export const NEEDS_PLANTS = CANNOT_PLANT ? ' (needs links and pipes in folders, which Windows has not)' : ''

/** A pipe that nobody writes to: whoever opens it the usual way waits for ever. */
export const plantPipe = (path: string): void => void execFileSync('mkfifo', [path])

/** A file that says it is a terabyte long, and takes no room. */
export function plantHuge(path: string): void {
  const file = openSync(path, 'w')
  ftruncateSync(file, 2 ** 40)
  closeSync(file)
}
