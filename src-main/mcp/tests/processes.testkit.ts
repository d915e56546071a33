import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const SCRIPTED_SERVER = join(import.meta.dirname, 'scripted-server.testkit.ts')
export const HOSTILE_SERVER = join(import.meta.dirname, 'hostile-server.testkit.ts')
export const APP_SERVER = join(import.meta.dirname, 'app-server.testkit.ts')

/** Whether the process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/\) [ZX] /.test(stat)
  } catch {
    return false
  }
}
