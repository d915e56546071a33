import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder that is removed when this process ends, even with an error. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
