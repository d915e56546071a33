import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync } from 'node:fs'

/** Windows has neither pipes nor devices in folders, and allows links to some users only. */
export const CANNOT_PLANT = process.platform === 'win32'
/** For titles: why the tests are skipped. */
export const NEEDS_PLANTS = CANNOT_PLANT ? ' (needs links and pipes in folders, which Windows lacks)' : ''

/** A pipe without a writer: opening it the usual way blocks forever. */
export const plantPipe = (path: string): void => void execFileSync('mkfifo', [path])

/** A sparse file of a terabyte. */
export function plantHuge(path: string): void {
  const file = openSync(path, 'w')
  ftruncateSync(file, 2 ** 40)
  closeSync(file)
}
